import * as z from 'zod/mini';
import { indexes, keys } from '#functions/platform/keys.ts';
import { absent, expression, present, type Table, type Write } from '#functions/platform/table.ts';
import { ProofStage } from '#shared/deliveries/contract.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { documentDays } from '#shared/values/ageing.ts';
import { type ContentType, contentTypes, type UploadKind, uploadKinds } from '#shared/values/files.ts';
import { dayMs, dayOf, minuteMs } from '#shared/values/time.ts';

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
function usable(
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

const alreadyUsed = () =>
  refused('Fichier déjà utilisé', 'Ce fichier a déjà été utilisé. Choisissez-le encore une fois.');

const refused = (title: string, detail: string) => new Refusal('FILE_REFUSED', { title, detail });

async function readUpload(table: Table, id: string): Promise<UploadItem | undefined> {
  const item = await table.get(keys.upload(id), { consistent: true });
  return item && UploadItem.parse(item);
}

/** Attaches a clean file: it cannot be attached again, and no longer expires or expires on another day. */
const attachUpload = (table: Table, upload: CleanUpload, keptUntil?: string): Write =>
  table.update(
    keys.upload(upload.id),
    keptUntil
      ? expression`SET #state = ${'attached'}, gs2pk = ${indexes.keptUntil(keptUntil, '').gs2pk} REMOVE #ttl, gs1pk, gs1sk`
      : expression`SET #state = ${'attached'} REMOVE #ttl, gs1pk, gs1sk, gs2pk, gs2sk`,
    expression`#state = ${'clean'}`,
    alreadyUsed,
  );

/**
 * Expiry of an unattached file, after a day: the daily job erases row and file. The table's own TTL is only a second
 * guard.
 */
const unusedMs = dayMs;
const lifetimeSeconds = (30 * dayMs) / 1000;

export function uploadRepository(table: Table) {
  return {
    issue: (
      upload: {
        id: string;
        kind: UploadKind;
        ownerId: string;
        contentType: ContentType;
        size: number;
        sha256: string;
        target?: string;
        stage?: ProofStage;
        fileName?: string | undefined;
      },
      now: number,
    ): Write =>
      table.put(
        {
          ...keys.upload(upload.id),
          ...upload,
          ...indexes.keptUntil(dayOf(now + unusedMs), upload.id),
          ...indexes.waitingFiles(upload.ownerId, upload.id),
          state: 'issued',
          createdAt: new Date(now).toISOString(),
          ttl: Math.floor(now / 1000) + lifetimeSeconds,
        },
        absent,
      ),

    /** Number and bytes of the member's files that are in progress or clean and unused. */
    async waiting(ownerId: string): Promise<{ files: number; bytes: number }> {
      const { items } = await table.query({
        IndexName: 'gs1',
        KeyConditionExpression: 'gs1pk = :waiting',
        ExpressionAttributeValues: { ':waiting': indexes.waitingFiles(ownerId, '').gs1pk },
      });
      return { files: items.length, bytes: items.reduce((bytes, { size }) => bytes + Number(size ?? 0), 0) };
    },

    /**
     * One file of the member: clean with the write that attaches it, or still being scanned; FILE_REFUSED otherwise.
     */
    async take(
      id: string,
      ownerId: string,
      kind: UploadKind,
      about: { now: number; target?: string },
    ): Promise<{ upload: CleanUpload; attach: Write } | 'scanning'> {
      const upload = usable(await readUpload(table, id), ownerId, kind, about);
      return upload === 'scanning' ? upload : { upload, attach: attachUpload(table, upload) };
    },

    keepUntil: (id: string, day: string): Write => {
      const { gs2pk, gs2sk } = indexes.keptUntil(day, id);
      return table.update(keys.upload(id), expression`SET gs2pk = ${gs2pk}, gs2sk = ${gs2sk}`, present);
    },

    keepDocuments: (owner: Parameters<typeof keepDocuments>[1], day: string) => keepDocuments(table, owner, day),
    documents: (ownerId: string, sent: Parameters<typeof takeDocuments>[2], now: number) =>
      takeDocuments(table, ownerId, sent, now),
  };
}

type Documents = Pick<ProfileRecord, 'idDocument' | 'facePhoto'>;

/** The identity documents that a member sends, with the writes that attach them. FILE_REFUSED names each bad one. */
async function takeDocuments(
  table: Table,
  ownerId: string,
  sent: { idDocument?: string | undefined; facePhoto?: string | undefined },
  now: number,
): Promise<{ found: Documents; attach: Write[] } | 'scanning'> {
  if (!sent.idDocument && !sent.facePhoto) {
    throw new Refusal('INVALID', {
      title: 'Documents manquants',
      detail: "Documents manquants (pièce d'identité ou photo de visage)",
    });
  }
  const refused: Record<string, string> = {};
  /** Both files are checked, so that the member sees both problems together. */
  const check = async (field: keyof Documents, kind: UploadKind) => {
    const id = sent[field];
    if (!id) return undefined;
    try {
      return usable(await readUpload(table, id), ownerId, kind, { now });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'FILE_REFUSED') throw error;
      refused[field] = error.sentence.detail;
      return undefined;
    }
  };
  const [idDocument, facePhoto] = await Promise.all([
    check('idDocument', 'id_document'),
    check('facePhoto', 'face_photo'),
  ]);
  if (Object.keys(refused).length > 0) throw new Refusal('FILE_REFUSED', undefined, { fields: refused });
  if (idDocument === 'scanning' || facePhoto === 'scanning') return 'scanning';
  const undecided = dayOf(now + documentDays.undecided * dayMs);
  return {
    found: {
      ...(idDocument ? { idDocument: stored(idDocument) } : {}),
      ...(facePhoto ? { facePhoto: stored(facePhoto) } : {}),
    },
    attach: [idDocument, facePhoto].flatMap((upload) => (upload ? [attachUpload(table, upload, undecided)] : [])),
  };
}

/** Sets the last day of a member's documents, after the decision about them (`shared/values/ageing.ts`). */
const keepDocuments = (
  table: Table,
  { id, idDocument, facePhoto }: Pick<ProfileRecord, 'id'> & Documents,
  day: string,
): Write[] =>
  [
    { kind: 'id_document', document: idDocument },
    { kind: 'face_photo', document: facePhoto },
  ].flatMap(({ kind, document }) => {
    if (!document) return [];
    const { gs2pk, gs2sk } = indexes.keptUntil(day, document.uploadId);
    return table.update(
      keys.upload(document.uploadId),
      expression`SET gs2pk = ${gs2pk}, gs2sk = ${gs2sk}, id = ${document.uploadId}, kind = ${kind}, ownerId = ${id}, #key = ${document.key}`,
    );
  });

const stored = ({ id, key, contentType, createdAt }: CleanUpload) => ({
  uploadId: id,
  key,
  contentType,
  at: createdAt,
});
