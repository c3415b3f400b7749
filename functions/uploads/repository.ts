import * as z from 'zod/mini';
import { indexes, keys } from '#functions/platform/keys.ts';
import { absent, type Item, present, type Table, type Write } from '#functions/platform/table.ts';
import { documentDays } from '#shared/accounts/retention.ts';
import { ProofStage } from '#shared/deliveries/contract.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { type ContentType, contentTypes, type UploadKind, uploadKinds } from '#shared/values/files.ts';
import { dayMs, dayOf, minuteMs } from '#shared/values/time.ts';

/**
 * An upload: issued → scanning → clean | rejected | failed, clean → attached. `functions/uploads/upload-states.ts`
 * scans; a scan that failed at its last try can be repeated (`npm run redrive`).
 */
const UploadItem = z.object({
  id: z.string(),
  kind: z.enum(Object.keys(uploadKinds) as [UploadKind, ...UploadKind[]]),
  ownerId: z.string(),
  contentType: z.enum(contentTypes),
  sha256: z.string(),
  state: z.enum(['issued', 'scanning', 'clean', 'rejected', 'failed', 'attached']),
  key: z.optional(z.string()),
  reason: z.optional(z.string()),
  createdAt: z.string(),
  /** The parcel of a delivery proof, and its stage. */
  target: z.optional(z.string()),
  stage: z.optional(ProofStage),
  /** Kept if a list shows it; it never becomes part of a key. */
  fileName: z.optional(z.string()),
});
export type UploadItem = z.infer<typeof UploadItem>;

/** A clean file that can become part of something. */
export type CleanUpload = UploadItem & { readonly key: string };

/**
 * Expiry of an unattached file, after a day: the daily job erases row and file. The table's own TTL is only a second
 * guard.
 */
const unusedMs = dayMs;
const lifetimeSeconds = (30 * dayMs) / 1000;

/**
 * Age at which a file without a verdict counts as failed. It is longer than the upload target's validity and all tries
 * of a scan, so that a member never waits forever, even when the scanner cannot report.
 */
export const scanDeadlineMs = 15 * minuteMs;

const parseUpload = (item: Item | undefined): UploadItem | undefined => (item ? UploadItem.parse(item) : undefined);

export function uploadRepository(table: Table) {
  /** The upload if it is the member's own, of this kind and clean; `scanning` while the scan runs. */
  function usable(
    upload: UploadItem | undefined,
    ownerId: string,
    kind: UploadKind,
    { now, target }: { now: number; target?: string | undefined },
  ): CleanUpload | 'scanning' {
    if (!upload || upload.ownerId !== ownerId || upload.kind !== kind || upload.target !== target) {
      throw new Refusal('FILE_REFUSED', {
        title: 'Fichier introuvable',
        detail: 'Ce fichier est introuvable. Envoyez-le à nouveau.',
      });
    }
    if (upload.state === 'rejected') {
      throw new Refusal('FILE_REFUSED', {
        title: 'Fichier refusé',
        detail: upload.reason ?? "Ce fichier n'a pas pu être accepté.",
      });
    }
    if (upload.state === 'attached') {
      throw new Refusal('FILE_REFUSED', {
        title: 'Fichier déjà utilisé',
        detail: 'Ce fichier a déjà été utilisé. Envoyez-le à nouveau.',
      });
    }
    if (upload.state === 'clean' && upload.key !== undefined) return { ...upload, key: upload.key };
    if (upload.state === 'failed' || Date.parse(upload.createdAt) + scanDeadlineMs <= now) {
      throw new Refusal('FILE_REFUSED', {
        title: 'Vérification impossible',
        detail: "La vérification de ce fichier n'a pas abouti. Envoyez-le à nouveau.",
      });
    }
    return 'scanning';
  }

  const read = async (id: string) => parseUpload(await table.get(keys.upload(id), { consistent: true }));

  /** Attaches a clean file: it cannot be attached again, and no longer expires or expires on another day. */
  const attach = (upload: CleanUpload, keptUntil?: string): Write =>
    table.update(
      keys.upload(upload.id),
      {
        expression: keptUntil
          ? 'SET #state = :attached, gs2pk = :gs2pk REMOVE #ttl, gs1pk, gs1sk'
          : 'SET #state = :attached REMOVE #ttl, gs1pk, gs1sk, gs2pk, gs2sk',
        names: { '#state': 'state', '#ttl': 'ttl' },
        values: { ':attached': 'attached', ...(keptUntil ? { ':gs2pk': indexes.keptUntil(keptUntil, '').gs2pk } : {}) },
      },
      { expression: '#state = :clean', values: { ':clean': 'clean' } },
      () => new Refusal('FILE_REFUSED'),
    );

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
      const upload = usable(await read(id), ownerId, kind, about);
      return upload === 'scanning' ? upload : { upload, attach: attach(upload) };
    },

    /** The last day of an attached file. */
    keepUntil: (id: string, day: string): Write => {
      const { gs2pk, gs2sk } = indexes.keptUntil(day, id);
      return table.update(
        keys.upload(id),
        { expression: 'SET gs2pk = :gs2pk, gs2sk = :gs2sk', values: { ':gs2pk': gs2pk, ':gs2sk': gs2sk } },
        present,
      );
    },

    /** The last day of a member's documents, after the decision about them (`shared/accounts/retention.ts`). */
    keepDocuments: (
      { id, idDocument, facePhoto }: Pick<ProfileRecord, 'id' | 'idDocument' | 'facePhoto'>,
      day: string,
    ): Write[] =>
      [
        { kind: 'id_document', document: idDocument },
        { kind: 'face_photo', document: facePhoto },
      ].flatMap(({ kind, document }) => {
        if (!document) return [];
        const { gs2pk, gs2sk } = indexes.keptUntil(day, document.uploadId);
        return table.update(keys.upload(document.uploadId), {
          // The key is enough to erase it, even if the row has nothing else.
          expression: 'SET gs2pk = :gs2pk, gs2sk = :gs2sk, id = :id, kind = :kind, ownerId = :owner, #key = :key',
          names: { '#key': 'key' },
          values: {
            ':gs2pk': gs2pk,
            ':gs2sk': gs2sk,
            ':id': document.uploadId,
            ':kind': kind,
            ':owner': id,
            ':key': document.key,
          },
        });
      }),

    /**
     * The identity documents that a member sends, with the writes that attach them; FILE_REFUSED names each bad one.
     */
    async documents(
      ownerId: string,
      sent: { idDocument?: string | undefined; facePhoto?: string | undefined },
      now: number,
    ): Promise<{ found: Pick<ProfileRecord, 'idDocument' | 'facePhoto'>; attach: Write[] } | 'scanning'> {
      if (!sent.idDocument && !sent.facePhoto) {
        throw new Refusal('INVALID', {
          title: 'Documents manquants',
          detail: "Documents manquants (pièce d'identité ou photo de visage)",
        });
      }
      const refused: Record<string, string> = {};
      /** Both files are checked, so that the member sees both problems together. */
      const judged = async (field: 'idDocument' | 'facePhoto', kind: UploadKind) => {
        const id = sent[field];
        if (!id) return undefined;
        try {
          return usable(await read(id), ownerId, kind, { now });
        } catch (error) {
          if (!(error instanceof Refusal) || error.code !== 'FILE_REFUSED') throw error;
          refused[field] = error.sentence.detail;
          return undefined;
        }
      };
      const [idDocument, facePhoto] = await Promise.all([
        judged('idDocument', 'id_document'),
        judged('facePhoto', 'face_photo'),
      ]);
      if (Object.keys(refused).length > 0) throw new Refusal('FILE_REFUSED', undefined, { fields: refused });
      if (idDocument === 'scanning' || facePhoto === 'scanning') return 'scanning';
      const undecided = dayOf(now + documentDays.undecided * dayMs);
      const stored = (upload: CleanUpload) => ({
        uploadId: upload.id,
        key: upload.key,
        contentType: upload.contentType,
        at: upload.createdAt,
      });
      return {
        found: {
          ...(idDocument ? { idDocument: stored(idDocument) } : {}),
          ...(facePhoto ? { facePhoto: stored(facePhoto) } : {}),
        },
        attach: [idDocument, facePhoto].flatMap((upload) => (upload ? [attach(upload, undecided)] : [])),
      };
    },
  };
}
