/** Minimum sides of a photo; one of them suffices. The shorter side counts for captures of a whole scrolled page. */
const photo = { longer: 1600, shorter: 1200 };
/** The most pixels that the oldest phones can draw. */
const mostPixels = 16_000_000;
const longestSide = 16_384;
const quality = 0.8;
/** The limit `maxFileBytes` with some margin, in bytes. */
const heaviest = 4_900_000;

/**
 * A picture as a JPEG with readable text, without the camera's location and device data, and small because mobile data
 * costs money. Undefined if this browser gives pages no pixels.
 */
export async function shrunk(bitmap: ImageBitmap, name: string): Promise<File | undefined> {
  for (let scale = 1; ; scale *= 0.8) {
    const { width, height } = sidesOf(bitmap, scale);
    const jpeg = await jpegOf(bitmap, width, height);
    if (!jpeg || jpeg.size <= heaviest) return jpeg && asJpeg(jpeg, name);
  }
}

interface Sides {
  width: number;
  height: number;
}

/** The sides of a sent picture, times `scale`. */
export function sidesOf({ width, height }: Sides, scale = 1): Sides {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  const wanted = Math.max(photo.longer / longer, photo.shorter / shorter);
  const most = Math.min(1, wanted, Math.sqrt(mostPixels / (width * height)), longestSide / longer);
  const side = (length: number) => Math.max(1, Math.floor(length * most * scale + 1e-6));
  return { width: side(width), height: side(height) };
}

/** The middle of a picture as a square JPEG of at most `side` px; undefined as for `shrunk`. */
export async function square(bitmap: ImageBitmap, name: string, side: number): Promise<File | undefined> {
  const shortest = Math.min(bitmap.width, bitmap.height);
  const [x, y] = [(bitmap.width - shortest) / 2, (bitmap.height - shortest) / 2];
  const middle = await createImageBitmap(bitmap, Math.round(x), Math.round(y), shortest, shortest);
  const target = Math.min(side, shortest);
  const jpeg = await jpegOf(middle, target, target);
  middle.close();
  return jpeg && asJpeg(jpeg, name);
}

const asJpeg = (jpeg: Blob, name: string) =>
  new File([jpeg], `${name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });

const jpegOf = async (source: CanvasImageSource, width: number, height: number): Promise<Blob | undefined> =>
  (await givesPixels()) ? ((await toJpeg(source, width, height)) ?? undefined) : undefined;

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

let pixels: Promise<boolean> | undefined;

/** Browsers that prevent fingerprinting return noise or one colour, which would be sent as the member's document. */
const givesPixels = (): Promise<boolean> => (pixels ??= drawsWhatItIsTold().catch(() => false));

async function drawsWhatItIsTold(): Promise<boolean> {
  const side = 16;
  const drawn = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const pen = drawn.getContext('2d');
  if (!pen) return false;
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, side, side);
  pen.fillStyle = 'black';
  pen.fillRect(0, 0, side / 2, side);
  const blob = await new Promise<Blob | null>((resolve) => drawn.toBlob(resolve, 'image/png'));
  if (!blob) return false;
  const again = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const eye = again.getContext('2d');
  if (!eye) return false;
  eye.drawImage(await createImageBitmap(blob), 0, 0);
  const { data } = eye.getImageData(0, 0, side, side);
  // Some add an invisible amount to each value.
  return data.every((value, index) => {
    if (index % 4 === 3) return value > 223;
    const isDark = Math.floor(index / 4) % side < side / 2;
    return isDark ? value < 32 : value > 223;
  });
}
