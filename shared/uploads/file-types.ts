import type { ContentType } from '../values/files.ts';
import { inForm } from '../values/typed/characters.ts';

/** A type recognised by its first bytes: an accepted one, or the one that phones write and we cannot decode. */
export type SeenType = ContentType | 'image/heic';

/** Brands of a HEIF file as phones write it. */
const heif = /^(heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/;

/**
 * The type according to the first bytes; `undefined` for unknown ones (SVG, TIFF, HTML, ZIP…). Only byte 0 counts: with
 * a signature further on, one file could pass as two types.
 */
export function typeOf(bytes: Uint8Array): SeenType | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'image/webp';
  if (start.startsWith('%PDF-')) return 'application/pdf';
  if (start.startsWith('ftyp', 4) && heif.test(start.slice(8))) return 'image/heic';
  return undefined;
}

/** Browsers silently show half of a truncated one. True for types that are not checked. */
export function hasItsEnd(bytes: Uint8Array, type: SeenType | undefined): boolean {
  if (type === 'image/jpeg') return jpegHasItsEnd(bytes);
  if (type === 'image/png') return indexOfBytes(bytes, [0x49, 0x45, 0x4e, 0x44], 8) > 0;
  if (type === 'image/webp') {
    const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true);
    return size + 8 <= bytes.length;
  }
  return true;
}

/** Finds the end of the picture itself: segments before it may contain a small complete picture. */
function jpegHasItsEnd(bytes: Uint8Array): boolean {
  const startOfScan = 0xda;
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff && bytes[at + 1] !== startOfScan) {
    // Any number of 0xff bytes may precede a marker.
    at += bytes[at + 1] === 0xff ? 1 : 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
  }
  return indexOfBytes(bytes, [0xff, 0xd9], at) >= 0;
}

function indexOfBytes(bytes: Uint8Array, wanted: readonly [number, ...number[]], from: number): number {
  for (let at = bytes.indexOf(wanted[0], from); at >= 0; at = bytes.indexOf(wanted[0], at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

const endings: Record<ContentType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'application/pdf': 'pdf',
};

/** Characters of a name without its extension; file systems take 255 bytes, four for a character. */
const longest = 50;
/** Characters with a meaning for file systems or headers. */
const meaningful = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"*/:<>?\\|%;]/gu;

/**
 * The name under which a member's file is saved (rule 208): the member's own without special characters, with the
 * extension of the real type.
 */
export function savedFileName(own: string | undefined, type: ContentType): string {
  const stem = inForm('NFC', own ?? '')
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(meaningful, ' ')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  const cut = Array.from(stem).slice(0, longest).join('').trim();
  return `${cut || (type === 'application/pdf' ? 'document' : 'image')}.${endings[type]}`;
}

/** The header of a download with this name: ASCII for old readers, complete for all others (RFC 6266). */
export const disposition = (how: 'inline' | 'attachment', name: string): string =>
  `${how}; filename="${inForm('NFKD', name).replaceAll(/[^\x20-\x7e]/g, '')}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
