import { maxFileBytes } from '#shared/values/files.ts';

/** Upper limits of files, and the lower limit of pictures. */
export interface Limits {
  /** Bytes of the file. */
  maxBytes: number;
  /** Pixels of a picture, of all frames together: what a phone decodes without running out of memory. */
  maxPixels: number;
  /** Pixels of the shorter side. */
  minSide: number;
  /** Pictures of one animation. */
  maxFrames: number;
  /** Pages of a PDF. */
  maxPages: number;
  /** How long the drawing of a file may take, well below the scanner's own timeout. */
  seconds: number;
}

export const scanLimits: Limits = {
  maxBytes: maxFileBytes,
  maxPixels: 40_000_000,
  minSide: 50,
  maxFrames: 200,
  maxPages: 20,
  seconds: 20,
};
