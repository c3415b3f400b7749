import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawSharePictures } from './share-pictures.ts';

test('there are twelve different pictures of 1200 × 630 pixels, a few kilobytes each', async () => {
  const pictures = await drawSharePictures();
  expect([...pictures.keys()].toSorted()).toEqual(
    ['small', 'medium', 'large']
      .flatMap((size) => [size, `${size}-fragile`])
      .concat('car', 'plane', 'train', 'bus', 'truck', 'boat')
      .map((name) => `/share/${name}.png`)
      .toSorted(),
  );
  expect(new Set([...pictures.values()].map((picture) => picture.toString('base64'))).size).toBe(12);
  for (const picture of pictures.values()) {
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(picture.byteLength).toBeLessThan(40_000);
  }
});
