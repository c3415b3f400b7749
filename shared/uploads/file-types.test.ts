import { expect, test } from 'vitest';
import { aGif, aJpeg, aPdf, aPng, aWebp } from '#test/support/images.ts';
import { hasItsEnd, typeOf } from './file-types.ts';

const text = (value: string) => Buffer.from(value, 'latin1');
const place = '36.7538N 3.0588E';

test.each([
  ['image/jpeg', aJpeg()],
  ['image/png', aPng()],
  ['image/gif', aGif()],
  ['image/webp', aWebp()],
  ['application/pdf', aPdf()],
  ['image/heic', text('\0\0\0\x28ftypheic\0\0\0\0mif1')],
  ['image/heic', text('\0\0\0\x18ftypmif1\0\0\0\0')],
  [undefined, text('\0\0\0\x1cftypmp42\0\0\0\0')],
  [undefined, text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  [undefined, text('\xef\xbb\xbf%PDF-1.4')],
  [undefined, text('')],
] as const)('the bytes say that a file is %s', (type, bytes) => {
  expect(typeOf(bytes)).toBe(type);
});

test.each([
  ['a JPEG', aJpeg({ width: 640, height: 480 })],
  [
    'a JPEG with the location and a small picture before it',
    aJpeg({ exif: { orientation: 6, place: `${place}\xff\xd9` } }),
  ],
  ['a PNG', aPng()],
  ['a WebP', aWebp()],
])('%s has its end, also with something behind it; without its last bytes it has none', (_, bytes) => {
  const type = typeOf(bytes);
  expect(hasItsEnd(bytes, type)).toBe(true);
  expect(hasItsEnd(Buffer.concat([bytes, text('film of a moving photo')]), type)).toBe(true);
  expect(hasItsEnd(bytes.subarray(0, -8), type)).toBe(false);
});

test('types that are not looked at count as whole', () => {
  expect(hasItsEnd(text('%PDF-1.4'), 'application/pdf')).toBe(true);
  expect(hasItsEnd(text('?'), undefined)).toBe(true);
});
