import { Reader } from './reader.ts';
import { FileRefusal } from './refusal.ts';

const ORIENTATION = 0x0112;
const SHORT = 3;

/**
 * The orientation (1 upright to 8) that the body of an APP1 segment tells. A segment that is not EXIF, or not
 * well formed, tells nothing: it is about to be dropped, so it is no reason to refuse the photo.
 */
export function orientationOf(body: Uint8Array): number {
  try {
    return readOrientation(body);
  } catch (error) {
    if (error instanceof FileRefusal) return 1;
    throw error;
  }
}

const readOrientation = (body: Uint8Array): number => {
  if (new Reader(body).ascii(6) !== 'Exif\0\0') return 1;
  const tiff = new Reader(body.subarray(6));
  const order = tiff.ascii(2);
  if (order !== 'II' && order !== 'MM') return 1;
  const littleEndian = order === 'II';
  tiff.skip(2);
  tiff.at = tiff.u32(littleEndian);
  for (let left = tiff.u16(littleEndian); left > 0; left -= 1) {
    const tag = tiff.u16(littleEndian);
    const type = tiff.u16(littleEndian);
    tiff.skip(4);
    const value = tiff.u16(littleEndian);
    tiff.skip(2);
    if (tag === ORIENTATION) return type === SHORT && value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
};

/** The smallest EXIF body that says how a photo is turned: one directory, one entry. */
export const orientationSegment = (orientation: number): Uint8Array =>
  Buffer.concat([
    Buffer.from('Exif\0\0MM\0*', 'latin1'),
    Uint8Array.of(0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, SHORT, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0),
  ]);
