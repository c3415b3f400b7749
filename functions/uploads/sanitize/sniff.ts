import type { ContentType } from '#shared/values/files.ts';

const startsWith = (bytes: Uint8Array, signature: string, at = 0): boolean =>
  Buffer.from(signature, 'latin1').equals(bytes.subarray(at, at + signature.length));

/**
 * The type that the first bytes tell, `undefined` for everything we do not take (SVG, HEIC, TIFF, HTML, ZIP…).
 * Only byte 0 counts: a signature further on is how one file passes for two.
 */
export function sniff(bytes: Uint8Array): ContentType | undefined {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp';
  if (startsWith(bytes, '%PDF-')) return 'application/pdf';
  return undefined;
}
