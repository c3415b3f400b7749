const longestSide = 1600;
const quality = 0.8;

/**
 * A photo as a JPEG of at most 1600 px, without the location and device data of the camera; mobile data costs
 * money on prepaid plans. Other files, and images this browser cannot read, are returned unchanged.
 */
export async function compressImage(file: File): Promise<File> {
  if (!['image/jpeg', 'image/png', 'image/webp'].includes(file.type)) return file;
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) return file;
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const jpeg = await toJpeg(bitmap, Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
  bitmap.close();
  return jpeg ? asJpeg(jpeg, file.name) : file;
}

/** The middle of a picture as a square JPEG of at most `side` px; an unreadable picture is returned unchanged. */
export async function squareImage(file: File, side: number): Promise<File> {
  if (!file.type.startsWith('image/')) return file;
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!bitmap) return file;
  const shortest = Math.min(bitmap.width, bitmap.height);
  const [x, y] = [(bitmap.width - shortest) / 2, (bitmap.height - shortest) / 2];
  const middle = await createImageBitmap(bitmap, Math.round(x), Math.round(y), shortest, shortest);
  bitmap.close();
  const target = Math.min(side, shortest);
  const jpeg = await toJpeg(middle, target, target);
  middle.close();
  return jpeg ? asJpeg(jpeg, file.name) : file;
}

const asJpeg = (jpeg: Blob, name: string) =>
  new File([jpeg], `${name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });

/** Draws an image, or a frame of a video, on white and encodes it. */
export async function toJpeg(source: CanvasImageSource, width: number, height: number): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(source, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
