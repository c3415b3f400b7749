import sharp, { type Metadata, type Sharp } from 'sharp';
import type { ContentType } from '#shared/values/files.ts';
import type { Limits } from './limits.ts';
import { FileRefusal } from './refusal.ts';

/** A redrawn file: `bytes` contains only the visible picture. */
export interface Drawn {
  bytes: Uint8Array;
  width?: number;
  height?: number;
}
export type PictureType = Exclude<ContentType, 'application/pdf'>;

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
export async function drawPicture(bytes: Uint8Array, type: PictureType, limits: Limits): Promise<Drawn> {
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
export const encodePage = (pixels: Uint8Array, width: number, height: number): Promise<Uint8Array> =>
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
