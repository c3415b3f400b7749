import type { ContentType } from '#shared/values/files.ts';

const startsWith = (bytes: Uint8Array, signature: string, at = 0): boolean =>
  Buffer.from(signature, 'latin1').equals(bytes.subarray(at, at + signature.length));

/**
 * The type according to the first bytes, `undefined` for every type we do not accept (SVG, HEIC, TIFF, HTML, ZIP…).
 * Only byte 0 counts: with a signature further on, one file could pass as two types.
 */
export function sniff(bytes: Uint8Array): ContentType | undefined {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp';
  if (startsWith(bytes, '%PDF-')) return 'application/pdf';
  return undefined;
}
