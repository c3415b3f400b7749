import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentType } from '#shared/files.ts';
import { aGif, aJpeg, aPdf, aPng, aWebp } from '#test/support/images.ts';
import { orientationOf } from './exif.ts';
import { sanitize } from './sanitize.ts';

const SECRET = 'taken at 36.7538N 3.0588E';

const withMetadata: Record<ContentType, Uint8Array> = {
  'image/jpeg': aJpeg({ exif: { orientation: 6, place: SECRET }, comment: SECRET, after: SECRET }),
  'image/png': aPng({ comment: SECRET, after: SECRET }),
  'image/gif': aGif({ frames: 3, comment: SECRET, after: SECRET }),
  'image/webp': aWebp({ comment: SECRET, after: SECRET }),
  'application/pdf': aPdf({ pages: 2, packed: true }),
};
const types = Object.keys(withMetadata) as ContentType[];
const pictures = types.filter((type) => type !== 'application/pdf');

const holds = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text);
const codeOf = (bytes: Uint8Array, type: ContentType) => {
  const verdict = sanitize(bytes, type);
  return verdict.ok ? 'ok' : verdict.code;
};
const cleaned = (bytes: Uint8Array, type: ContentType) => {
  const verdict = sanitize(bytes, type);
  if (!verdict.ok) throw new Error(verdict.code);
  return verdict;
};

test.each(pictures)('%s loses its metadata and everything after its end', (type) => {
  const dirty = withMetadata[type];
  expect(holds(dirty, SECRET)).toBe(true);
  const verdict = cleaned(dirty, type);
  expect(holds(verdict.bytes, SECRET)).toBe(false);
  expect(verdict).toMatchObject({ contentType: type, width: 64, height: 64 });
});

test.each(types)('%s that is clean already is not changed again', (type) => {
  const once = cleaned(withMetadata[type], type);
  expect(cleaned(once.bytes, type)).toEqual(once);
});

test.each([
  ['image/jpeg', aJpeg()],
  ['image/png', aPng({ width: 50, height: 70 })],
  ['image/gif', aGif()],
  ['image/gif', aGif({ frames: 200, width: 50, height: 50 })],
  ['image/webp', aWebp()],
  ['image/webp', aWebp({ frames: 2 })],
  ['application/pdf', aPdf({ pages: 20 })],
  ['application/pdf', aPdf({ packed: true })],
] as const)('a plain %s is taken', (type, bytes) => {
  expect(codeOf(bytes, type)).toBe('ok');
});

test('a turned photo keeps its orientation alone, and its sides are those a person sees', () => {
  const dirty = aJpeg({ width: 80, height: 60, exif: { orientation: 6, place: SECRET } });
  const { bytes, width, height } = cleaned(dirty, 'image/jpeg');
  const exif = Buffer.from(bytes).indexOf('Exif\0\0');
  expect(orientationOf(bytes.subarray(exif))).toBe(6);
  expect({ width, height }).toEqual({ width: 60, height: 80 });
  expect(holds(cleaned(aJpeg({ exif: { orientation: 1, place: SECRET } }), 'image/jpeg').bytes, 'Exif')).toBe(false);
});

test('the loop of an animation stays, the flags of a WebP announce nothing that is gone', () => {
  expect(holds(cleaned(aGif({ frames: 2, comment: SECRET }), 'image/gif').bytes, 'NETSCAPE2.0')).toBe(true);
  const webp = cleaned(withMetadata['image/webp'], 'image/webp').bytes;
  expect(Buffer.from(webp).toString('latin1', 12, 16)).toBe('VP8X');
  expect(webp[20]).toBe(0);
});

test.each([
  ['an empty file', new Uint8Array(), 'image/png', 'empty'],
  ['a file over 5 MB', aPng({ after: 'x'.repeat(5 * 1024 * 1024) }), 'image/png', 'too_heavy'],
  ['a PNG called JPEG', aPng(), 'image/jpeg', 'wrong_type'],
  ['a page called PNG', Buffer.from('<html><script>alert(1)</script></html>'), 'image/png', 'wrong_type'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 'wrong_type'],
  ['a ZIP', Buffer.from('PK\x03\x04'), 'application/pdf', 'wrong_type'],
  ['a HEIC', Buffer.from('\0\0\0\x18ftypheic'), 'image/jpeg', 'wrong_type'],
  ['a TIFF', Buffer.from('II*\0'), 'image/jpeg', 'wrong_type'],
  ['a PDF that does not begin with one', Buffer.concat([aGif(), aPdf()]), 'application/pdf', 'wrong_type'],
  [
    'the test string of anti-virus programs',
    aPng({ comment: 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*' }),
    'image/png',
    'malware',
  ],
  ['a thumbnail', aJpeg({ width: 49 }), 'image/jpeg', 'too_small'],
  ['more than 40 megapixels', aJpeg({ width: 8000, height: 5001 }), 'image/jpeg', 'too_large'],
  ['a PNG that unpacks to gigabytes', aPng({ width: 60_000, height: 60_000, pixels: false }), 'image/png', 'too_large'],
  ['a WebP of 16,384 pixels a side', aWebp({ width: 16_384, height: 16_384 }), 'image/webp', 'too_large'],
  ['201 frames', aGif({ frames: 201 }), 'image/gif', 'too_many_frames'],
  ['201 frames of WebP', aWebp({ frames: 201 }), 'image/webp', 'too_many_frames'],
  ['a truncated JPEG', aJpeg().subarray(0, -2), 'image/jpeg', 'damaged'],
  ['a PNG with one bit turned', aPng().map((byte, at) => (at === 20 ? byte ^ 1 : byte)), 'image/png', 'damaged'],
  ['a truncated PDF', aPdf().subarray(0, -8), 'application/pdf', 'damaged'],
  ['a PDF without pages', aPdf({ pages: 0 }), 'application/pdf', 'damaged'],
  ['21 pages', aPdf({ pages: 21 }), 'application/pdf', 'too_many_pages'],
  ['21 compressed pages', aPdf({ pages: 21, packed: true }), 'application/pdf', 'too_many_pages'],
  ['a PDF with a script', aPdf({ javascript: true }), 'application/pdf', 'active'],
  ['a PDF with a compressed script', aPdf({ javascript: true, packed: true }), 'application/pdf', 'active'],
  ['a PDF with a disguised script', aPdf({ catalog: '/Names << /J#61vaScript 9 0 R >>' }), 'application/pdf', 'active'],
  ['a PDF that starts a program', aPdf({ catalog: '/A << /S /Launch >>' }), 'application/pdf', 'active'],
  ['a PDF that carries files', aPdf({ catalog: '/Names << /EmbeddedFiles 9 0 R >>' }), 'application/pdf', 'active'],
  ['a PDF with triggers', aPdf({ catalog: '/AA << >>', packed: true }), 'application/pdf', 'active'],
  ['a PDF with a film', aPdf({ catalog: '/RichMedia 9 0 R' }), 'application/pdf', 'active'],
  ['a locked PDF', aPdf({ catalog: '/Encrypt 9 0 R' }), 'application/pdf', 'encrypted'],
] as const)('%s is refused', (_, bytes, type, code) => {
  expect(codeOf(bytes, type)).toBe(code);
});

test('objects hidden in a stream that stands inside another are found', () => {
  const hidden = Buffer.from(aPdf({ javascript: true, packed: true })).toString('latin1');
  const nested = hidden.replace('%PDF-1.5\n', '%PDF-1.5\n9 0 obj\n(stream\n)\nendobj\n');
  expect(codeOf(Buffer.from(nested, 'latin1'), 'application/pdf')).toBe('active');
});

test('short names that occur by chance in a picture do not refuse a PDF', () => {
  const scan = Buffer.from(aPdf()).toString('latin1');
  const image = '9 0 obj\n<< /Length 9 >>\nstream\n\x01/JS \x02/AA \nendstream\nendobj\nxref';
  expect(codeOf(Buffer.from(scan.replace('xref', image), 'latin1'), 'application/pdf')).toBe('ok');
});

test('the reason is a French sentence for the member', () => {
  expect(sanitize(aJpeg({ width: 20 }), 'image/jpeg')).toMatchObject({
    reason: "L'image est trop petite : 50 pixels de côté au minimum.",
  });
});

/** Taken or refused with a reason; what is taken holds nothing that a second check would still take out. */
const isSettled = (bytes: Uint8Array, type: ContentType) => {
  const verdict = sanitize(bytes, type);
  return verdict.ok ? isDeepStrictEqual(sanitize(verdict.bytes, type), verdict) : verdict.reason !== '';
};

test.each(types)('no damage to a %s makes the check fail, and what it takes is clean and stays so', (type) => {
  const source = withMetadata[type];
  const damage = fc.record({
    length: fc.oneof(fc.constant(source.length), fc.nat(source.length)),
    flips: fc.array(fc.tuple(fc.nat(source.length - 1), fc.integer({ min: 1, max: 255 })), { maxLength: 4 }),
  });
  const damaged = fc.property(damage, ({ length, flips }) => {
    const bytes = Uint8Array.from(source.subarray(0, length));
    for (const [at, mask] of flips) if (at < length) bytes[at] = (bytes[at] ?? 0) ^ mask;
    return isSettled(bytes, type);
  });
  expect(fc.check(damaged, { numRuns: 1500 })).toMatchObject({ failed: false });
});

test.each(types)('bytes that only begin like a %s never make the check fail', (type) => {
  const begun = fc.property(fc.nat(40), fc.uint8Array({ maxLength: 300 }), (kept, rest) =>
    isSettled(Buffer.concat([withMetadata[type].subarray(0, kept), rest]), type),
  );
  expect(fc.check(begun)).toMatchObject({ failed: false });
});
