import type { Identity } from '#functions/platform/aws/identity.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { expression, type Item, keyOf, type Table } from '#functions/platform/table.ts';
import { deleteFile, deleteUpload, type FileStores } from '#functions/uploads/delete-files-and-rows.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';

export interface SignUpStores {
  readonly identity: Pick<Identity, 'deleteUser'>;
  readonly files: FileStores;
}

/**
 * Deletes what remains of an unconfirmed sign-up after its profile: user, documents, tickets, unused files, counters.
 * Idempotent. Confirmation links stay until they expire, because they prove the mailbox for any sign-up with it. The
 * nightly job deletes a file that is being scanned now.
 */
export async function deleteSignUp(
  table: Table,
  { id, idDocument, facePhoto }: ProfileRecord,
  { identity, files }: SignUpStores,
): Promise<void> {
  await identity.deleteUser(id);
  if (idDocument) await deleteFile({ table, files }, { kind: 'id_document', ...idDocument });
  if (facePhoto) await deleteFile({ table, files }, { kind: 'face_photo', ...facePhoto });
  const partition = (gs1pk: string) => itemsOf(table, queryOf({ index: 'gs1', partition: gs1pk }));
  for await (const ticket of partition(indexes.ofSignUp(id, { pk: '', sk: '' }).gs1pk))
    await table.transact([table.remove(keyOf(ticket))]);
  for await (const file of partition(indexes.waitingFiles(id, '').gs1pk))
    await deleteUpload({ table, files }, file, notScanning(file));
  await table.transact([table.remove(keys.stats(id))]);
}

/** The scanner claims a file through its state. After that only the scanner decides about it. */
const notScanning = ({ state }: Item) => expression`#state = ${state} AND #state <> ${'scanning'}`;
