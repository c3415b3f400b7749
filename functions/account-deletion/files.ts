import { archiveRepository } from '#functions/exports/repository.ts';
import { uploadIdIn } from '#functions/platform/aws/object-store.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { uploadKinds } from '#shared/values/files.ts';
import { type DeletionTools, each, keyOf, removeIfThere } from './tools.ts';

/**
 * Every file of the member but those of others' parcels and of receipts: what was never used, and all that is stored
 * under their id or was their picture.
 */
export async function* files(
  { id, avatarKey }: ProfileRecord,
  { table, files: stores }: DeletionTools,
): AsyncGenerator<void> {
  const unused = queryOf({ index: 'gs1', partition: indexes.waitingFiles(id, '').gs1pk });
  yield* each(itemsOf(table, unused), async (item) => {
    const kind = item['kind'] as keyof typeof uploadKinds;
    if (typeof item['key'] === 'string') await stores[uploadKinds[kind].bucket].erase(item['key']);
    return removeIfThere(table, keyOf(item));
  });
  const prefixes = [
    ...Object.keys(uploadKinds).map((kind) => ['quarantine', `quarantine/${kind}/${id}/`] as const),
    ['identity', `documents/${id}/`] as const,
    ['identity', `photos/${id}/`] as const,
    ['private', `parcels/${id}/`] as const,
  ];
  for (const [bucket, prefix] of prefixes)
    for await (const key of stores[bucket].under(prefix)) {
      await table.transact([table.remove(keys.upload(uploadIdIn(key)))]);
      await stores[bucket].erase(key);
      yield;
    }
  if (!avatarKey) return;
  await stores.media.erase(avatarKey);
  if (await removeIfThere(table, keys.upload(uploadIdIn(avatarKey)))) yield;
}

/** Copies of their data that they asked for; a part may be stored that its row does not name yet. */
export async function* archives(
  { id }: ProfileRecord,
  { table, files: { private: store } }: DeletionTools,
): AsyncGenerator<void> {
  for (const archive of await archiveRepository(table).archivesOf(id)) {
    for await (const key of store.under(`exports/${archive.id}/`)) await store.erase(key);
    if (await removeIfThere(table, keys.archive(id, archive.requestedAt))) yield;
  }
}
