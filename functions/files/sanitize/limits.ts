import { maxFileBytes } from '#shared/files.ts';

/** What a file may be at most, and a picture at least. */
export type Limits = {
  /** Bytes of the file. */
  maxBytes: number;
  /** Pixels of one picture, width × height: what a phone decodes without running out of memory. */
  maxPixels: number;
  /** Pixels of the shorter side. */
  minSide: number;
  /** Pictures of one animation. */
  maxFrames: number;
  /** Pages of a PDF. */
  maxPages: number;
};

export const LIMITS: Limits = {
  maxBytes: maxFileBytes,
  maxPixels: 40_000_000,
  minSide: 50,
  maxFrames: 200,
  maxPages: 20,
};
