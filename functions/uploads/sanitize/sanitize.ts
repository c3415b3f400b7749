import { typeOf } from '#shared/uploads/file-types.ts';
import type { ContentType } from '#shared/values/files.ts';
import { type Limits, scanLimits } from './limits.ts';
import { drawPdf } from './pdf.ts';
import { type Drawn, drawPicture } from './picture.ts';
import { FileRefusal, type FileRefusalCode } from './refusal.ts';

export type FileVerdict =
  | { ok: true; bytes: Uint8Array; contentType: ContentType; width?: number; height?: number }
  | { ok: false; reason: string; code: FileRefusalCode };

/** Every anti-virus program recognises this harmless string, so it replaces a real virus in tests. */
const eicar = ['EICAR', 'STANDARD', 'ANTIVIRUS', 'TEST', 'FILE!'].join('-');

/**
 * Checks a sent file and redraws it (decision 020). In: all bytes of the file and its declared type. Out: a file of the
 * same type that looks the same, or a code and a French sentence for the member. Rejects only for faults of ours.
 */
export async function sanitize(
  bytes: Uint8Array,
  declared: ContentType,
  limits: Limits = scanLimits,
): Promise<FileVerdict> {
  try {
    return { ok: true, contentType: declared, ...(await draw(bytes, declared, limits)) };
  } catch (error) {
    if (error instanceof FileRefusal) return { ok: false, reason: error.message, code: error.code };
    throw error;
  }
}

function draw(bytes: Uint8Array, declared: ContentType, limits: Limits): Promise<Drawn> {
  if (bytes.length === 0) throw new FileRefusal('empty');
  if (bytes.length > limits.maxBytes) throw new FileRefusal('too_heavy');
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(eicar)) throw new FileRefusal('malware');
  if (typeOf(bytes) !== declared) throw new FileRefusal('wrong_type');
  return declared === 'application/pdf' ? drawPdf(bytes, limits) : drawPicture(bytes, declared, limits);
}
