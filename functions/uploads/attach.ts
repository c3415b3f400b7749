import { indexes, keys } from '#functions/platform/keys.ts';
import type { Table, Write } from '#functions/platform/table.ts';
import { alreadyUsed, type CleanUpload, UploadItem } from './upload.ts';

export async function readUpload(table: Table, id: string): Promise<UploadItem | undefined> {
  const item = await table.get(keys.upload(id), { consistent: true });
  return item && UploadItem.parse(item);
}

/** Attaches a clean file: it cannot be attached again, and no longer expires or expires on another day. */
export const attachUpload = (table: Table, upload: CleanUpload, keptUntil?: string): Write =>
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
    alreadyUsed,
  );
