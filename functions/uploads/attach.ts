import { indexes, keys } from '#functions/platform/keys.ts';
import { expression, type Table, type Write } from '#functions/platform/table.ts';
import { alreadyUsed, type CleanUpload, UploadItem } from './upload.ts';

export async function readUpload(table: Table, id: string): Promise<UploadItem | undefined> {
  const item = await table.get(keys.upload(id), { consistent: true });
  return item && UploadItem.parse(item);
}

/** Attaches a clean file: it cannot be attached again, and no longer expires or expires on another day. */
export const attachUpload = (table: Table, upload: CleanUpload, keptUntil?: string): Write =>
  table.update(
    keys.upload(upload.id),
    keptUntil
      ? expression`SET #state = ${'attached'}, gs2pk = ${indexes.keptUntil(keptUntil, '').gs2pk} REMOVE #ttl, gs1pk, gs1sk`
      : expression`SET #state = ${'attached'} REMOVE #ttl, gs1pk, gs1sk, gs2pk, gs2sk`,
    expression`#state = ${'clean'}`,
    alreadyUsed,
  );
