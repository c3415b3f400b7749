import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { typeOf } from '#shared/uploads/file-types.ts';
import type { ContentType } from '#shared/values/files.ts';
import { FileRefusal, type FileRefusalCode, type Limits, scanLimits } from './limits.ts';

/** Pixels of an A4 page at 150 dpi, where the small print of a card is readable. */
const a4 = { shorter: 1240, longer: 1754 };
const most = { pixels: 16_000_000, side: 16_384 };

let library: Promise<PDFiumLibrary> | undefined;

/**
 * Draws each page to pixels and makes a new document of these pictures. Values of forms stay visible; scripts, actions,
 * attached files, hidden layers, authors and locations are removed, wherever they are.
 */
async function drawPdf(bytes: Uint8Array, limits: Limits): Promise<Drawn> {
  library ??= PDFiumLibrary.init();
  const pdfium = await library;
  const document = await open(pdfium, bytes);
  try {
    return { bytes: await drawn(document, limits) };
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    library = undefined;
    throw new FileRefusal('damaged');
  } finally {
    if (library) document.destroy();
  }
}

async function open(pdfium: PDFiumLibrary, bytes: Uint8Array): Promise<PDFiumDocument> {
  try {
    return await pdfium.loadDocument(bytes);
  } catch (error) {
    throw new FileRefusal(/password|security/i.test(String(error)) ? 'encrypted' : 'damaged');
  }
}

async function drawn(document: PDFiumDocument, limits: Limits): Promise<Uint8Array> {
  const count = document.getPageCount();
  if (count < 1) throw new FileRefusal('damaged');
  if (count > limits.maxPages) throw new FileRefusal('too_many_pages');
  const endsAt = performance.now() + limits.seconds * 1000;
  const pages = [];
  for (const page of document.pages()) {
    if (performance.now() > endsAt) throw new FileRefusal('too_complex');
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = scaleOf(originalWidth, originalHeight);
    const sides = { width: Math.ceil(originalWidth * scale), height: Math.ceil(originalHeight * scale) };
    if (!(sides.width > 0 && sides.height > 0)) throw new FileRefusal('damaged');
    const { data, width, height } = await page.render({ ...sides, render: 'bitmap', renderFormFields: true });
    pages.push({ jpeg: await encodePage(data, width, height), width, height, points: originalWidth });
  }
  return pdfOfPages(pages);
}

/** Pixels per point. A receipt as long as five pages keeps letters of the same size. */
function scaleOf(width: number, height: number): number {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  const wanted = Math.max(a4.longer / longer, a4.shorter / shorter);
  return Math.min(wanted, Math.sqrt(most.pixels / (width * height)), most.side / longer);
}

/** A page as one picture. `points` is its width on paper, in 1/72 inch. */
interface PicturedPage {
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly points: number;
}

/**
 * The smallest PDF that shows these pictures, one on each page (ISO 32000-1 §7.5): no information, no metadata, no
 * names.
 */
function pdfOfPages(pages: readonly PicturedPage[]): Uint8Array {
  const kids = pages.map((_, index) => `${3 + index * 3} 0 R`).join(' ');
  const objects = [
    object('<< /Type /Catalog /Pages 2 0 R >>'),
    object(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`),
    ...pages.flatMap((page, index) => pageObjects(page, 3 + index * 3)),
  ];
  const head = Buffer.from('%PDF-1.4\n', 'latin1');
  let offset = head.length;
  const numbered = objects.map((body, index) => {
    const whole = Buffer.concat([text(`${index + 1} 0 obj\n`), body, text('\nendobj\n')]);
    const entry = `${String(offset).padStart(10, '0')} 00000 n \n`;
    offset += whole.length;
    return { whole, entry };
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${numbered.map(({ entry }) => entry).join('')}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`;
  return Buffer.concat([head, ...numbered.map(({ whole }) => whole), text(table + trailer)]);
}

function pageObjects({ jpeg, width, height, points }: PicturedPage, number: number): Buffer[] {
  const box = [points, (points * height) / width].map((side) => side.toFixed(2)).join(' ');
  const drawing = `q ${box.replace(' ', ' 0 0 ')} 0 0 cm /P Do Q`;
  return [
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${box}] /Contents ${number + 1} 0 R /Resources << /XObject << /P ${number + 2} 0 R >> >> >>`,
    ),
    stream(`<< /Length ${drawing.length} >>`, text(drawing)),
    stream(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>`,
      jpeg,
    ),
  ];
}

const text = (value: string) => Buffer.from(value, 'latin1');
const object = text;
const stream = (dictionary: string, content: Uint8Array) =>
  Buffer.concat([text(`${dictionary}\nstream\n`), content, text('\nendstream')]);

/** A redrawn file: `bytes` contains only the visible picture. */
interface Drawn {
  bytes: Uint8Array;
  width?: number;
  height?: number;
}
type PictureType = Exclude<ContentType, 'application/pdf'>;

// The library reads many formats; we accept four.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
});
sharp.cache(false);

const encoders: Record<PictureType, (picture: Sharp) => Sharp> = {
  'image/jpeg': (picture) => picture.jpeg({ quality: 85 }),
  'image/png': (picture) => picture.png(),
  'image/gif': (picture) => picture.gif(),
  'image/webp': (picture) => picture.webp({ quality: 85 }),
};

/**
 * Decodes a picture to its pixels, upright and in sRGB, and encodes them again in the same format. That removes camera
 * data, location, comments, thumbnails and any bytes after the end. A picture without pixels is `damaged`.
 */
async function drawPicture(bytes: Uint8Array, type: PictureType, limits: Limits): Promise<Drawn> {
  const isAnimated = type === 'image/gif' || type === 'image/webp';
  const options = { failOn: 'error', animated: isAnimated, limitInputPixels: false } as const;
  try {
    check(await sharp(bytes, options).metadata(), limits);
    const upright = sharp(bytes, options).autoOrient().timeout({ seconds: limits.seconds });
    const { data, info } = await encoders[type](upright).toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height };
  } catch (error) {
    if (error instanceof FileRefusal || !(error instanceof Error)) throw error;
    throw new FileRefusal(error.message.startsWith('timeout') ? 'too_complex' : 'damaged');
  }
}

/** A page of a document as JPEG, from its bare pixels (red, green, blue, opacity). */
const encodePage = (pixels: Uint8Array, width: number, height: number): Promise<Uint8Array> =>
  sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 80 })
    .toBuffer();

/** Checks the header before decoding. Refuses unreadable files and pictures too large for a phone. */
function check({ width, height, pages = 1, pageHeight = height }: Metadata, limits: Limits): void {
  if (width < limits.minSide || pageHeight < limits.minSide) throw new FileRefusal('too_small');
  if (width * pageHeight > limits.maxPixels) throw new FileRefusal('too_large');
  if (pages > limits.maxFrames) throw new FileRefusal('too_many_frames');
  if (width * pageHeight * pages > limits.maxPixels) throw new FileRefusal('too_much_animation');
}

export type FileVerdict =
  | { ok: true; bytes: Uint8Array; contentType: ContentType; width?: number; height?: number }
  | { ok: false; reason: string; code: FileRefusalCode };

/** Every anti-virus program recognises this harmless string, so it replaces a real virus in tests. */
const eicar = ['EICAR', 'STANDARD', 'ANTIVIRUS', 'TEST', 'FILE!'].join('-');

/**
 * Checks a sent file and redraws it (decision 020). In: all bytes of the file and its declared type. Out: a file of the
 * same type that looks the same, or a code and a French sentence for the member. Rejects only for faults of ours.
 */
export async function sanitize(
  bytes: Uint8Array,
  declared: ContentType,
  limits: Limits = scanLimits,
): Promise<FileVerdict> {
  try {
    return { ok: true, contentType: declared, ...(await draw(bytes, declared, limits)) };
  } catch (error) {
    if (error instanceof FileRefusal) return { ok: false, reason: error.message, code: error.code };
    throw error;
  }
}

function draw(bytes: Uint8Array, declared: ContentType, limits: Limits): Promise<Drawn> {
  if (bytes.length === 0) throw new FileRefusal('empty');
  if (bytes.length > limits.maxBytes) throw new FileRefusal('too_heavy');
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(eicar)) throw new FileRefusal('malware');
  if (typeOf(bytes) !== declared) throw new FileRefusal('wrong_type');
  return declared === 'application/pdf' ? drawPdf(bytes, limits) : drawPicture(bytes, declared, limits);
}
