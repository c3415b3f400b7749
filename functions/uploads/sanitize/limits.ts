import { maxFileBytes } from '#shared/values/files.ts';

export interface Limits {
  maxBytes: number;
  /** Pixels of a picture, all frames together, that a phone can decode without running out of memory. */
  maxPixels: number;
  minSide: number;
  maxFrames: number;
  maxPages: number;
  /** Seconds for drawing a file, well below the scanner's own timeout. */
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
