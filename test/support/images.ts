import { crc32, deflateSync } from 'node:zlib';

/**
 * Real pictures and documents of any size, made in a few lines: each opens in every browser. They are of one
 * colour, so a large one is as small to write as a small one.
 */

interface Sides {
  width?: number;
  height?: number;
}

const text = (value: string) => Buffer.from(value, 'latin1');
const u16 = (value: number) => Uint8Array.of(value >> 8, value & 0xff);
const u16le = (value: number) => Uint8Array.of(value & 0xff, value >> 8);
const u24le = (value: number) => Uint8Array.of(value & 0xff, (value >> 8) & 0xff, value >> 16);
const u32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer).reverse();
const u32le = (value: number) => Buffer.from(Uint32Array.of(value).buffer);

const segment = (marker: number, ...body: Uint8Array[]) => {
  const content = Buffer.concat(body);
  return Buffer.concat([Uint8Array.of(0xff, marker), u16(content.length + 2), content]);
};

/** An APP1 body with an orientation and a location, as a phone writes it. */
const exifBody = ({ orientation, place }: { orientation: number; place: string }) =>
  Buffer.concat([
    text('Exif\0\0II*\0'),
    u32le(8),
    u16le(2),
    Buffer.concat([u16le(0x0112), u16le(3), u32le(1), u16le(orientation), u16le(0)]),
    Buffer.concat([u16le(0x010e), u16le(2), u32le(place.length + 1), u32le(38)]),
    u32le(0),
    text(`${place}\0`),
  ]);

/** A grey baseline JPEG: one bit per coefficient group, since every block repeats the one before. */
export function aJpeg(
  options: Sides & { exif?: { orientation: number; place: string }; comment?: string; after?: string } = {},
): Uint8Array {
  const { width = 64, height = 64, exif, comment, after = '' } = options;
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const onlySymbolZero = Buffer.concat([Uint8Array.of(1), new Uint8Array(15), Uint8Array.of(0)]);
  return Buffer.concat([
    Uint8Array.of(0xff, 0xd8),
    segment(0xe0, text('JFIF\0'), Uint8Array.of(1, 1, 0, 0, 1, 0, 1, 0, 0)),
    ...(exif ? [segment(0xe1, exifBody(exif))] : []),
    ...(comment === undefined ? [] : [segment(0xfe, text(comment))]),
    segment(0xdb, Uint8Array.of(0), new Uint8Array(64).fill(16)),
    segment(0xc0, Uint8Array.of(8), u16(height), u16(width), Uint8Array.of(1, 1, 0x11, 0)),
    segment(0xc4, Uint8Array.of(0x00), onlySymbolZero),
    segment(0xc4, Uint8Array.of(0x10), onlySymbolZero),
    segment(0xda, Uint8Array.of(1, 1, 0x00, 0, 63, 0)),
    new Uint8Array(Math.floor(blocks / 4)),
    Uint8Array.of(0xff >> ((blocks % 4) * 2)).filter((padding) => padding !== 0xff),
    Uint8Array.of(0xff, 0xd9),
    text(after),
  ]);
}

const pngChunk = (name: string, body: Uint8Array) => {
  const named = Buffer.concat([text(name), body]);
  return Buffer.concat([u32(body.length), named, u32(crc32(named))]);
};

/** A black PNG of 8-bit greys. `pixels: false` writes only the header with the size, for sizes too large to write. */
export function aPng(options: Sides & { comment?: string; after?: string; pixels?: boolean } = {}): Uint8Array {
  const { width = 64, height = 64, comment, after = '', pixels = true } = options;
  return Buffer.concat([
    text('\x89PNG\r\n\x1a\n'),
    pngChunk('IHDR', Buffer.concat([u32(width), u32(height), Uint8Array.of(8, 0, 0, 0, 0)])),
    pngChunk('gAMA', u32(45455)),
    ...(comment === undefined ? [] : [pngChunk('tEXt', text(`Comment\0${comment}`)), pngChunk('eXIf', text(comment))]),
    pngChunk('IDAT', deflateSync(new Uint8Array(pixels ? (width + 1) * height : 1))),
    pngChunk('IEND', new Uint8Array()),
    text(after),
  ]);
}

const subBlocks = (body: Uint8Array) => {
  const blocks: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += 255) {
    const block = body.subarray(at, at + 255);
    blocks.push(Uint8Array.of(block.length), block);
  }
  return Buffer.concat([...blocks, Uint8Array.of(0)]);
};

/** With 128 colours every code is a byte, as long as the table is cleared before it grows. */
const gifFrame = (width: number, height: number) => {
  const codes: number[] = [];
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (pixel % 100 === 0) codes.push(0x80);
    codes.push(0);
  }
  return Buffer.concat([
    Uint8Array.of(0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0),
    u16le(width),
    u16le(height),
    Uint8Array.of(0, 7),
    subBlocks(Uint8Array.from([...codes, 0x81])),
  ]);
};

/** A black GIF, animated when it has more than one frame. */
export function aGif(options: Sides & { frames?: number; comment?: string; after?: string } = {}): Uint8Array {
  const { width = 64, height = 64, frames = 1, comment, after = '' } = options;
  return Buffer.concat([
    text('GIF89a'),
    u16le(width),
    u16le(height),
    Uint8Array.of(0xf6, 0, 0),
    new Uint8Array(3 * 128),
    ...(frames > 1 ? [text('\x21\xff\x0bNETSCAPE2.0'), Uint8Array.of(3, 1, 0, 0, 0)] : []),
    ...(comment === undefined
      ? []
      : [text('\x21\xfe'), subBlocks(text(comment)), text('\x21\xff\x0bXMP DataXMP'), subBlocks(text(comment))]),
    ...Array.from({ length: frames }, () => gifFrame(width, height)),
    text(';'),
    text(after),
  ]);
}

const riffChunk = (name: string, body: Uint8Array) =>
  Buffer.concat([text(name), u32le(body.length), body, new Uint8Array(body.length % 2)]);

/** A lossless bitstream whose five prefix codes have one symbol each, so the pixels take no bit at all. */
const losslessBitstream = (width: number, height: number) => {
  const colour = (value: number) => ({ bits: 11, value: 0b101 | (value << 3) });
  const fields = [
    { bits: 14, value: width - 1 },
    { bits: 14, value: height - 1 },
    { bits: 4 + 3, value: 0 },
    colour(120),
    colour(40),
    colour(200),
    colour(255),
    { bits: 4, value: 0b0001 },
  ];
  let packed = 0n;
  let position = 0n;
  for (const { bits, value } of fields) {
    packed |= BigInt(value) << position;
    position += BigInt(bits);
  }
  const bytes = Array.from({ length: Math.ceil(Number(position) / 8) }, (_, at) =>
    Number((packed >> BigInt(8 * at)) & 0xffn),
  );
  return Uint8Array.from([0x2f, ...bytes]);
};

/** A violet lossless WebP; with a comment in its extended form, with EXIF and XMP declared and present. */
export function aWebp(options: Sides & { frames?: number; comment?: string; after?: string } = {}): Uint8Array {
  const { width = 64, height = 64, frames = 1, comment, after = '' } = options;
  const picture = riffChunk('VP8L', losslessBitstream(width, height));
  const sides = Buffer.concat([u24le(width - 1), u24le(height - 1)]);
  const isExtended = frames > 1 || comment !== undefined;
  const flags = (frames > 1 ? 0x02 : 0) | (comment === undefined ? 0 : 0x0c);
  const frame = riffChunk('ANMF', Buffer.concat([new Uint8Array(6), sides, u24le(100), Uint8Array.of(0), picture]));
  const content = Buffer.concat([
    text('WEBP'),
    ...(isExtended ? [riffChunk('VP8X', Buffer.concat([Uint8Array.of(flags, 0, 0, 0), sides]))] : []),
    ...(frames > 1 ? [riffChunk('ANIM', new Uint8Array(6)), ...Array<Uint8Array>(frames).fill(frame)] : [picture]),
    ...(comment === undefined ? [] : [riffChunk('EXIF', text(comment)), riffChunk('XMP ', text(comment))]),
  ]);
  return Buffer.concat([text('RIFF'), u32le(content.length), content, text(after)]);
}

/**
 * A PDF of blank pages. `catalog` is written into its root object (`/OpenAction …`); `packed` puts the objects into
 * a compressed object stream, as newer programs do.
 */
export function aPdf(
  options: { pages?: number; javascript?: boolean; catalog?: string; packed?: boolean; points?: [number, number] } = {},
): Uint8Array {
  const { pages = 1, javascript = false, packed = false, points = [595, 842] } = options;
  const catalog = `${options.catalog ?? ''}${javascript ? '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' : ''}`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, page) => `${page + 3} 0 R`).join(' ')}] >>`,
    ...Array<string>(pages).fill(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points.join(' ')}] >>`),
  ];
  return packed ? packedPdf(objects) : plainPdf(objects);
}

const plainPdf = (objects: string[]) => {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return text(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  );
};

const packedPdf = (objects: string[]) => {
  let body = '';
  const places = objects.map((object, index) => {
    const place = `${index + 1} ${body.length}`;
    body += `${object} `;
    return place;
  });
  const index = `${places.join(' ')} `;
  const content = deflateSync(text(index + body));
  const stream = objects.length + 1;
  const start = `%PDF-1.5\n${stream} 0 obj\n<< /Type /ObjStm /N ${objects.length} /First ${index.length} /Filter /FlateDecode /Length ${content.length} >>\nstream\n`;
  const head = Buffer.concat([text(start), content, text('\nendstream\nendobj\n')]);
  const rows = [
    [0, 0, 0, 0],
    ...objects.map((_, at) => [2, 0, stream, at]),
    [1, 0, '%PDF-1.5\n'.length, 0],
    [1, head.length >> 8, head.length & 0xff, 0],
  ];
  const table = Uint8Array.from(rows.flat());
  return Buffer.concat([
    head,
    text(
      `${stream + 1} 0 obj\n<< /Type /XRef /Size ${rows.length} /Root 1 0 R /W [1 2 1] /Length ${table.length} >>\nstream\n`,
    ),
    table,
    text(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`),
  ]);
};
