import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ContentType } from '#shared/values/files.ts';
import { aGif, aJpeg, aPdf, aPng, aWebp } from '#test/support/images.ts';
import { sanitize } from './sanitize.ts';

const secret = 'taken at 36.7538N 3.0588E';
const pdf = 'application/pdf';
const text = (value: string) => Buffer.from(value, 'latin1');

const withMetadata: Record<ContentType, Uint8Array> = {
  'image/jpeg': aJpeg({ exif: { orientation: 6, place: secret }, comment: secret, after: secret }),
  'image/png': aPng({ comment: secret, after: secret }),
  'image/gif': aGif({ frames: 3, comment: secret, after: secret }),
  'image/webp': aWebp({ comment: secret, after: secret }),
  [pdf]: Buffer.concat([aPdf({ pages: 2, catalog: `/Lang (${secret})` }), text(`PK\x03\x04${secret}`)]),
};
const types = Object.keys(withMetadata) as ContentType[];

const holds = (bytes: Uint8Array, value: string) => Buffer.from(bytes).includes(value);
const codeOf = async (bytes: Uint8Array, type: ContentType) => {
  const verdict = await sanitize(bytes, type);
  return verdict.ok ? 'ok' : verdict.code;
};
const drawn = async (bytes: Uint8Array, type: ContentType) => {
  const verdict = await sanitize(bytes, type);
  if (!verdict.ok) throw new Error(verdict.code);
  return verdict;
};

/** All names of a PDF outside its streams: a PDF reader can only do what they name. */
const namesIn = (bytes: Uint8Array) =>
  new Set(
    Buffer.from(bytes)
      .toString('latin1')
      .replaceAll(/\/Length (\d+) >>\nstream\n/g, '')
      .replaceAll(/(?:\xff\xd8[\s\S]*?|q [\d. ]+ cm \/P Do Q)\nendstream/g, '')
      .match(/\/[^\s/<>[\]()]+/g),
  );
const namesOfPictures = new Set(
  '/Type /Catalog /Pages /Count /Kids /Page /Parent /MediaBox /Contents /Resources /XObject /P /Subtype /Image /Width /Height /ColorSpace /DeviceRGB /BitsPerComponent /Filter /DCTDecode /Size /Root'.split(
    ' ',
  ),
);

test.each(types)('%s loses its metadata and everything after its end', async (type) => {
  const dirty = withMetadata[type];
  expect(holds(dirty, secret)).toBe(true);
  const verdict = await drawn(dirty, type);
  expect(holds(verdict.bytes, secret)).toBe(false);
  expect(verdict).toMatchObject({ contentType: type, ...(type === pdf ? {} : { width: 64, height: 64 }) });
});

test.each(types)('a %s that was drawn again is accepted again', async (type) => {
  const { bytes, ...facts } = await drawn(withMetadata[type], type);
  expect(await drawn(bytes, type)).toMatchObject(facts);
});

test.each([
  ['a page of A4', [595, 842], 1240],
  ['a page on its side', [842, 595], 1754],
  ['a receipt as long as a phone can scroll', [390, 7000], 900],
  ['a strip', [20, 14_000], 20],
] as const)('%s keeps letters that can be read', async (_, [width, height], atLeast) => {
  const { bytes } = await drawn(aPdf({ points: [width, height] }), pdf);
  const [, wide] = /\/Width (\d+)/.exec(Buffer.from(bytes).toString('latin1')) ?? [];
  expect(Number(wide)).toBeGreaterThanOrEqual(atLeast);
  expect(Number(wide)).toBeLessThan(1800);
});

test.each([
  ['image/jpeg', aJpeg()],
  ['image/png', aPng({ width: 50, height: 70 })],
  ['image/gif', aGif()],
  ['image/gif', aGif({ frames: 200, width: 50, height: 50 })],
  ['image/webp', aWebp()],
  ['image/webp', aWebp({ frames: 2 })],
  [pdf, aPdf({ pages: 3 })],
  [pdf, aPdf({ packed: true })],
] as const)('a plain %s is taken', async (type, bytes) => {
  expect(await codeOf(bytes, type)).toBe('ok');
});

test('a turned photo is stored upright', async () => {
  const dirty = aJpeg({ width: 80, height: 60, exif: { orientation: 6, place: secret } });
  const { bytes, width, height } = await drawn(dirty, 'image/jpeg');
  expect({ width, height, turned: holds(bytes, 'Exif') }).toEqual({ width: 60, height: 80, turned: false });
});

test('an animation keeps its frames, their timing and its loop', async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 60, height: 60, channels: 3, background } })
      .png()
      .toBuffer();
  const moving = await sharp([await frame('red'), await frame('blue')], { join: { animated: true } })
    .gif({ loop: 3, delay: [100, 200] })
    .toBuffer();
  const { bytes, height } = await drawn(moving, 'image/gif');
  expect(height).toBe(60);
  expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({ pages: 2, loop: 3, delay: [100, 200] });
});

const gif = aGif();
test.each([
  ['an empty file', new Uint8Array(), 'image/png', 'empty'],
  ['a file over 5 MB', aPng({ after: 'x'.repeat(5 * 1024 * 1024) }), 'image/png', 'too_heavy'],
  ['a PNG called JPEG', aPng(), 'image/jpeg', 'wrong_type'],
  ['a page called PNG', text('<html><script>alert(1)</script></html>'), 'image/png', 'wrong_type'],
  ['an SVG', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 'wrong_type'],
  ['a ZIP', text('PK\x03\x04'), pdf, 'wrong_type'],
  ['a HEIC', text('\0\0\0\x18ftypheic'), 'image/jpeg', 'wrong_type'],
  ['a TIFF', text('II*\0'), 'image/jpeg', 'wrong_type'],
  ['a PDF that does not begin with one', Buffer.concat([aGif(), aPdf()]), pdf, 'wrong_type'],
  [
    'the test string of anti-virus programs',
    aPng({ comment: 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*' }),
    'image/png',
    'malware',
  ],
  ['a thumbnail', aJpeg({ width: 49 }), 'image/jpeg', 'too_small'],
  ['more than 40 megapixels', aJpeg({ width: 8000, height: 5001 }), 'image/jpeg', 'too_large'],
  ['a PNG that unpacks to gigabytes', aPng({ width: 60_000, height: 60_000, pixels: false }), 'image/png', 'too_large'],
  ['a WebP of 16,383 pixels a side', aWebp({ width: 16_383, height: 16_383 }), 'image/webp', 'too_large'],
  ['201 frames', aGif({ frames: 201 }), 'image/gif', 'too_many_frames'],
  ['201 frames of WebP', aWebp({ frames: 201 }), 'image/webp', 'too_many_frames'],
  [
    'an animation of more than 40 megapixels',
    aWebp({ frames: 3, width: 4000, height: 4000 }),
    'image/webp',
    'too_much_animation',
  ],
  ['a truncated JPEG', aJpeg().subarray(0, -2), 'image/jpeg', 'damaged'],
  [
    'a JPEG whose scan is empty',
    Buffer.concat([aJpeg({ width: 400, height: 400 }).subarray(0, -630), Uint8Array.of(0xff, 0xd9)]),
    'image/jpeg',
    'damaged',
  ],
  ['a PNG without pixels', aPng({ pixels: false }), 'image/png', 'damaged'],
  ['a GIF without pixels', Buffer.concat([gif.subarray(0, 13 + 3 * 128), text(';')]), 'image/gif', 'damaged'],
  ['a WebP without pixels', aWebp().subarray(0, 24), 'image/webp', 'damaged'],
  ['a PNG with one bit turned', aPng().map((byte, at) => (at === 70 ? byte ^ 1 : byte)), 'image/png', 'damaged'],
  ['the beginning of a PDF', aPdf().subarray(0, 100), pdf, 'damaged'],
  ['a PDF without pages', aPdf({ pages: 0 }), pdf, 'damaged'],
  ['21 pages', aPdf({ pages: 21 }), pdf, 'too_many_pages'],
  ['21 compressed pages', aPdf({ pages: 21, packed: true }), pdf, 'too_many_pages'],
  ['a PDF behind a password', aLockedPdf(), pdf, 'encrypted'],
] as const)('%s is refused', async (_, bytes, type, code) => {
  expect(await codeOf(bytes, type)).toBe(code);
});

/** Encrypted by the standard handler; its password is unknown. */
function aLockedPdf(): Uint8Array {
  const lock = `<< /Filter /Standard /V 1 /R 2 /P -4 /O <${'a5'.repeat(32)}> /U <${'5a'.repeat(32)}> >>`;
  const id = `<${'01'.repeat(16)}>`;
  return text(
    Buffer.from(aPdf()).toString('latin1').replace('trailer\n<<', `trailer\n<< /Encrypt ${lock} /ID [${id} ${id}]`),
  );
}

test.each([
  ['a script', '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'],
  ['a disguised script', '/Names << /J#61vaScript 9 0 R >>'],
  ['a program to start', '/OpenAction << /S /Launch /F (calc.exe) >>'],
  ['attached files', '/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /EF << /F 9 0 R >> >>] >> >>'],
  ['triggers', '/AA << /WC << /S /JavaScript /JS (1) >> >>'],
  ['a film', '/RichMedia 9 0 R'],
  ['a form of XFA', '/AcroForm << /Fields [] /XFA [(template) 9 0 R] >>'],
  ['a form that is sent', '/OpenAction << /S /SubmitForm /F (https://example.com) >>'],
  ['a way into an attached document', '/OpenAction << /S /GoToE /T << /R /C /N (a) >> >>'],
  ['a way to another document', '/OpenAction << /S /GoToR /F (\\\\\\\\example.com\\\\a.pdf) /D [0 /Fit] >>'],
  ['data to fill in', '/OpenAction << /S /ImportData /F (a.fdf) >>'],
  ['an author and a place', `/Metadata 9 0 R /PieceInfo << /A (${secret}) >>`],
])('a PDF with %s keeps only its pages, compressed or not', async (_, catalog) => {
  for (const packed of [false, true]) {
    const { bytes } = await drawn(aPdf({ catalog, packed }), pdf);
    expect(namesIn(bytes)).toEqual(namesOfPictures);
  }
});

test('the values of a filled form stay visible', async () => {
  const look =
    '<< /Type /XObject /Subtype /Form /BBox [0 0 300 300] /Length 26 >>\nstream\n1 0 0 rg 0 0 300 300 re f \nendstream';
  const field = '<< /Type /Annot /Subtype /Widget /FT /Tx /T (nom) /F 4 /Rect [100 100 400 400] /AP << /N 9 0 R >> >>';
  const filled = Buffer.from(aPdf({ catalog: '/AcroForm << /Fields [8 0 R] >>' }))
    .toString('latin1')
    .replace('/MediaBox', '/Annots [8 0 R] /MediaBox')
    .replace('xref\n', `8 0 obj\n${field}\nendobj\n9 0 obj\n${look}\nendobj\nxref\n`);
  const picture = async (bytes: Uint8Array) => {
    const { bytes: out } = await drawn(bytes, pdf);
    const start = Buffer.from(out).indexOf('\xff\xd8', 0, 'latin1');
    return (await sharp(Buffer.from(out.subarray(start))).stats()).channels.map(({ mean }) => Math.round(mean));
  };
  expect(await picture(aPdf())).toEqual([255, 255, 255]);
  const [red = 0, green = 0] = await picture(text(filled));
  expect(red - green).toBeGreaterThan(20);
});

test('the reason is a French sentence for the member', async () => {
  expect(await sanitize(aJpeg({ width: 20 }), 'image/jpeg')).toMatchObject({
    reason: "L'image est trop petite : 50 pixels de côté au minimum.",
  });
});

/** Accepted or refused with a reason. An accepted file is a picture, or contains only pictures. */
const isSettled = async (bytes: Uint8Array, type: ContentType) => {
  const verdict = await sanitize(bytes, type);
  if (!verdict.ok) return verdict.reason !== '';
  if (holds(verdict.bytes, secret)) return false;
  if (type === pdf) return [...namesIn(verdict.bytes)].every((name) => namesOfPictures.has(name));
  return (await sanitize(verdict.bytes, type)).ok;
};

/** A document with everything that must be removed. */
const hostile: Record<ContentType, Uint8Array> = {
  ...withMetadata,
  [pdf]: aPdf({ javascript: true, catalog: '/AA << >> /AcroForm << /XFA 9 0 R >> /Names << /EmbeddedFiles 9 0 R >>' }),
};
const runs = (type: ContentType) => (type === pdf ? 30 : 120);

test.each(types)('no damage to a %s makes the check fail, hang, or let anything through', async (type) => {
  const source = hostile[type];
  const damage = fc.record({
    length: fc.oneof(fc.constant(source.length), fc.nat(source.length)),
    flips: fc.array(fc.tuple(fc.nat(source.length - 1), fc.integer({ min: 1, max: 255 })), { maxLength: 4 }),
  });
  const damaged = fc.asyncProperty(damage, async ({ length, flips }) => {
    const bytes = Uint8Array.from(source.subarray(0, length));
    for (const [at, mask] of flips) if (at < length) bytes[at] = (bytes[at] ?? 0) ^ mask;
    return isSettled(bytes, type);
  });
  expect(await fc.check(damaged, { numRuns: runs(type) })).toMatchObject({ failed: false });
});

test.each(types)('bytes that only start like a %s never make the check fail', async (type) => {
  const begun = fc.asyncProperty(fc.nat(40), fc.uint8Array({ maxLength: 300 }), (kept, rest) =>
    isSettled(Buffer.concat([withMetadata[type].subarray(0, kept), rest]), type),
  );
  expect(await fc.check(begun, { numRuns: 60 })).toMatchObject({ failed: false });
});
