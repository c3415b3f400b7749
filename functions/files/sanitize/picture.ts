import type { Limits } from './limits.ts';
import { FileRefusal } from './refusal.ts';

/** A rewritten file: `bytes` holds what a decoder needs to show it and nothing else. */
export type Cleaned = { bytes: Uint8Array; width?: number; height?: number };

/** Refuses a picture that nobody could read, or that would exhaust the memory of a phone. */
export function checkSides(width: number, height: number, limits: Limits): void {
  if (width < limits.minSide || height < limits.minSide) throw new FileRefusal('too_small');
  checkArea(width, height, limits);
}

/** The same for one frame of an animation, which may be as small as it likes. */
export function checkArea(width: number, height: number, limits: Limits): void {
  if (width * height > limits.maxPixels) throw new FileRefusal('too_large');
}
