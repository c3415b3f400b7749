import { archiveRepository } from '#functions/exports/repository.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { deleteFile, deleteObjects, deleteUpload } from '#functions/uploads/delete-files-and-rows.ts';
import { archivePrefix, memberPrefixes, uploadIdIn } from '#functions/uploads/file-keys.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { type DeletionTools, each, removeIfThere } from './tools.ts';

/**
 * All files of the member except those of others' parcels and of receipts: unused files, files stored under their id,
 * and their picture.
 */
export async function* files({ id, avatarKey }: ProfileRecord, tools: DeletionTools): AsyncGenerator<void> {
  const { table, files: stores } = tools;
  const unused = queryOf({ index: 'gs1', partition: indexes.waitingFiles(id, '').gs1pk });
  yield* each(itemsOf(table, unused), (item) => deleteUpload(tools, item));
  for (const [bucket, prefix] of memberPrefixes(id))
    for await (const key of stores[bucket].under(prefix)) {
      await table.transact([table.remove(keys.upload(uploadIdIn(key)))]);
      await deleteObjects(stores[bucket], [key]);
      yield;
    }
  if (avatarKey && (await deleteFile(tools, { kind: 'avatar', key: avatarKey, uploadId: uploadIdIn(avatarKey) })))
    yield;
}

/** Archives of the member's data. By prefix, because a part may be stored before its row names it. */
export async function* archives({ id }: ProfileRecord, { table, files }: DeletionTools): AsyncGenerator<void> {
  for (const archive of await archiveRepository(table).archivesOf(id)) {
    await deleteObjects(files.private, files.private.under(archivePrefix(archive.id)));
    if (await removeIfThere(table, keys.archive(id, archive.requestedAt))) yield;
  }
}
