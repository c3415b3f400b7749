import { indexes, keys } from '#functions/platform/keys.ts';
import { absent, expression, present, type Table, type Write } from '#functions/platform/table.ts';
import { documentDays } from '#shared/accounts/retention.ts';
import type { ProofStage } from '#shared/deliveries/contract.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import type { ContentType, UploadKind } from '#shared/values/files.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { attachUpload, readUpload } from './attach.ts';
import { type CleanUpload, usable } from './upload.ts';

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

/** Sets the last day of a member's documents, after the decision about them (`shared/accounts/retention.ts`). */
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
