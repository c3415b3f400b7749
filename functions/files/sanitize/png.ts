import { crc32 } from 'node:zlib';
import type { Limits } from './limits.ts';
import { type Cleaned, checkSides } from './picture.ts';
import { Reader } from './reader.ts';
import { FileRefusal } from './refusal.ts';

const SIGNATURE_LENGTH = 8;
/** What the pixels and their colours need. Text, time, EXIF, animation and private chunks are dropped. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'sRGB']);
/** A decoder must refuse a file with a critical chunk (capital initial) that it does not know. */
const isCritical = (name: string) => /^[A-Z]/.test(name);

/** Rewrites a PNG with its necessary chunks, every checksum verified, and nothing after the end. */
export function cleanPng(bytes: Uint8Array, limits: Limits): Cleaned {
  const reader = new Reader(bytes);
  const kept = [reader.take(SIGNATURE_LENGTH)];
  let size: { width: number; height: number } | undefined;
  let hasPixels = false;

  for (let name = ''; name !== 'IEND'; ) {
    const start = reader.at;
    const length = reader.u32();
    const named = reader.take(4 + length);
    if (crc32(named) !== reader.u32()) throw new FileRefusal('damaged');
    name = new Reader(named).ascii(4);
    if ((name === 'IHDR') === (size !== undefined)) throw new FileRefusal('damaged');
    size ??= sizeOf(named.subarray(4));
    hasPixels ||= name === 'IDAT';
    if (KEPT.has(name)) kept.push(bytes.subarray(start, reader.at));
    else if (isCritical(name)) throw new FileRefusal('damaged');
  }
  if (!size || !hasPixels) throw new FileRefusal('damaged');
  checkSides(size.width, size.height, limits);
  return { bytes: Buffer.concat(kept), ...size };
}

const sizeOf = (header: Uint8Array): { width: number; height: number } => {
  if (header.length !== 13) throw new FileRefusal('damaged');
  const reader = new Reader(header);
  return { width: reader.u32(), height: reader.u32() };
};
