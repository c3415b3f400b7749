import type { ContentType } from '#shared/files.ts';
import { cleanGif } from './gif.ts';
import { cleanJpeg } from './jpeg.ts';
import { LIMITS, type Limits } from './limits.ts';
import { cleanPdf } from './pdf.ts';
import type { Cleaned } from './picture.ts';
import { cleanPng } from './png.ts';
import { FileRefusal, type FileRefusalCode } from './refusal.ts';
import { sniff } from './sniff.ts';
import { cleanWebp } from './webp.ts';

const cleaners = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/gif': cleanGif,
  'image/webp': cleanWebp,
  'application/pdf': cleanPdf,
} satisfies Record<ContentType, (bytes: Uint8Array, limits: Limits) => Cleaned>;

export type Verdict =
  | { ok: true; bytes: Uint8Array; contentType: ContentType; width?: number; height?: number }
  | { ok: false; reason: string; code: FileRefusalCode };

/** Every anti-virus program knows this harmless string, so the way of a real one can be rehearsed with it. */
const EICAR = ['EICAR', 'STANDARD', 'ANTIVIRUS', 'TEST', 'FILE!'].join('-');

/**
 * Judges a file that a member sent and rewrites it without anything that does not belong to the picture.
 * In: all bytes of the file and the type it was announced with. Out: the clean bytes, or a code and a French
 * sentence for the member. Never throws, whatever the bytes.
 */
export function sanitize(bytes: Uint8Array, declared: ContentType, limits: Limits = LIMITS): Verdict {
  try {
    return { ok: true, contentType: declared, ...clean(bytes, declared, limits) };
  } catch (error) {
    if (error instanceof FileRefusal) return { ok: false, reason: error.message, code: error.code };
    throw error;
  }
}

const clean = (bytes: Uint8Array, declared: ContentType, limits: Limits): Cleaned => {
  if (bytes.length === 0) throw new FileRefusal('empty');
  if (bytes.length > limits.maxBytes) throw new FileRefusal('too_heavy');
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(EICAR)) throw new FileRefusal('malware');
  if (sniff(bytes) !== declared) throw new FileRefusal('wrong_type');
  return cleaners[declared](bytes, limits);
};
