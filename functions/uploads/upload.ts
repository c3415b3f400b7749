import * as z from 'zod/mini';
import { ProofStage } from '#shared/deliveries/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { contentTypes, type UploadKind, uploadKinds } from '#shared/values/files.ts';
import { minuteMs } from '#shared/values/time.ts';

/**
 * An upload: issued → scanning → clean | rejected | failed, clean → attached. `functions/uploads/scan-states.ts`
 * scans; a scan that failed at its last try can be repeated (`npm run redrive`).
 */
export const UploadItem = z.object({
  id: z.string(),
  kind: z.enum(Object.keys(uploadKinds) as [UploadKind, ...UploadKind[]]),
  ownerId: z.string(),
  contentType: z.enum(contentTypes),
  sha256: z.string(),
  state: z.enum(['issued', 'scanning', 'clean', 'rejected', 'failed', 'attached']),
  key: z.optional(z.string()),
  reason: z.optional(z.string()),
  createdAt: z.string(),
  target: z.optional(z.string()),
  stage: z.optional(ProofStage),
  /** Kept if a list shows it; it never becomes part of a key. */
  fileName: z.optional(z.string()),
});
export type UploadItem = z.infer<typeof UploadItem>;

export type CleanUpload = UploadItem & { readonly key: string };

/**
 * Age at which a file without a verdict counts as failed. It is longer than the upload target's validity and all tries
 * of a scan, so that a member never waits forever, even when the scanner cannot report.
 */
export const scanDeadlineMs = 15 * minuteMs;

/** The upload if it is the member's own, of this kind and clean; `scanning` during the scan. Throws FILE_REFUSED. */
export function usable(
  upload: UploadItem | undefined,
  ownerId: string,
  kind: UploadKind,
  { now, target }: { now: number; target?: string | undefined },
): CleanUpload | 'scanning' {
  if (!upload || upload.ownerId !== ownerId || upload.kind !== kind || upload.target !== target)
    throw refused('Fichier introuvable', 'Ce fichier est introuvable. Envoyez-le à nouveau.');
  if (upload.state === 'rejected')
    throw refused('Fichier refusé', upload.reason ?? "Ce fichier n'a pas pu être accepté.");
  if (upload.state === 'attached') throw alreadyUsed();
  if (upload.state === 'clean' && upload.key !== undefined) return { ...upload, key: upload.key };
  if (upload.state === 'failed' || Date.parse(upload.createdAt) + scanDeadlineMs <= now)
    throw refused('Vérification impossible', "La vérification de ce fichier n'a pas abouti. Envoyez-le à nouveau.");
  return 'scanning';
}

export const alreadyUsed = () =>
  refused('Fichier déjà utilisé', 'Ce fichier a déjà été utilisé. Choisissez-le encore une fois.');

const refused = (title: string, detail: string) => new Refusal('FILE_REFUSED', { title, detail });
