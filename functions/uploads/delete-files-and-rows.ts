import { attempt } from '#functions/platform/attempt.ts';
import type { FileStore } from '#functions/platform/aws/object-store.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { keys } from '#functions/platform/keys.ts';
import { isOfKind } from '#functions/platform/kinds.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { type Condition, type Item, keyOf, present, type Table, type Write } from '#functions/platform/table.ts';
import { ProofRecord } from '#shared/deliveries/record.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { type UploadKind, uploadKinds } from '#shared/values/files.ts';
import type { FileBucket } from './file-keys.ts';

export type FileStores = Readonly<Record<FileBucket, Pick<FileStore, 'delete'>>>;

export interface FileTools {
  readonly table: Table;
  readonly files: FileStores;
}

/**
 * Deletes objects of one bucket. Each deletion in this module is idempotent and removes the row that leads to an object
 * after the object, so a repeated call finishes an interrupted one.
 */
export async function deleteObjects(
  store: Pick<FileStore, 'delete'>,
  objectKeys: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  for await (const key of objectKeys) await store.delete(key);
}

/** Deletes a clean file, then its upload record, which names its owner. True if the record was there. */
export async function deleteFile(
  { table, files }: FileTools,
  { kind, key, uploadId }: { kind: UploadKind; key: string; uploadId: string },
): Promise<boolean> {
  await files[uploadKinds[kind].bucket].delete(key);
  return attempt(table, [table.remove(keys.upload(uploadId), present)]);
}

/** Deletes an upload: its file, unless it is unscanned, then its record. False if the condition fails. */
export async function deleteUpload(
  { table, files }: FileTools,
  upload: Item,
  condition: Condition = present,
): Promise<boolean> {
  const { kind, key } = upload;
  if (typeof key === 'string') await files[uploadKinds[kind as UploadKind].bucket].delete(key);
  return attempt(table, [table.remove(keyOf(upload), condition)]);
}

/** Deletes the photo of a hand-over, then writes its row and removes its upload record. */
export async function deleteProofPhoto(
  { table, files }: FileTools,
  { id, key }: Pick<ProofRecord, 'id' | 'key'>,
  row: Write,
): Promise<void> {
  if (key) await files.private.delete(key);
  await table.transact([row, table.remove(keys.upload(id))]);
}

/** Deletes the file of a parcel, the photos of its hand-overs and its history: all but the parcel itself. */
export async function deleteParcelContents(tools: FileTools, { id, file }: ParcelRecord): Promise<void> {
  const { table } = tools;
  if (file) await deleteFile(tools, { kind: 'parcel_file', ...file });
  const { pk, sk } = keys.parcel(id);
  for await (const item of itemsOf(table, { ...queryOf({ partition: pk }), ConsistentRead: true })) {
    if (item['sk'] === sk) continue;
    const row = table.remove(keyOf(item));
    if (isOfKind(item, 'proof')) await deleteProofPhoto(tools, ProofRecord.parse(item['record']), row);
    else await table.transact([row]);
  }
}
