import type { ContentType } from '../values/files.ts';
import { inForm } from '../values/typed/characters.ts';

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
