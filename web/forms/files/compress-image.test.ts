import { expect, test } from 'vitest';
import { sidesOf } from '#web/forms/files/compress-image.ts';

test.each([
  ['a photo', [4032, 3024], [1600, 1200]],
  ['a portrait', [3024, 4032], [1200, 1600]],
  ['a small picture', [640, 480], [640, 480]],
  ['a square', [3000, 3000], [1600, 1600]],
  ['a capture of a whole scrolled page', [1080, 13_395], [1080, 13_395]],
  ['a panorama', [12_000, 2400], [6000, 1200]],
] as const)('%s is drawn so large that its text stays readable', (_, [width, height], [wide, high]) => {
  expect(sidesOf({ width, height })).toEqual({ width: wide, height: high });
});

test('no picture is larger than the oldest phones draw, and none vanishes', () => {
  const { width, height } = sidesOf({ width: 1080, height: 40_000 });
  expect(width * height).toBeLessThanOrEqual(16_000_000);
  expect(height).toBeLessThanOrEqual(16_384);
  expect(width).toBeGreaterThan(400);
  expect(sidesOf({ width: 2, height: 60_000 })).toEqual({ width: 1, height: 16_384 });
});
