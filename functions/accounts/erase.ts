import { attempt } from '#functions/platform/attempt.ts';
import type { Identity } from '#functions/platform/aws/identity.ts';
import type { Eraser } from '#functions/platform/aws/object-store.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { isOfKind } from '#functions/platform/item-kind.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';

export interface SignUpErasers {
  readonly identity: Pick<Identity, 'deleteUser'>;
  readonly documents: Eraser;
}

/**
 * Erases the rest of an unconfirmed sign-up, once its profile is deleted: user, documents, tickets, files in
 * progress, counters. Each step may be repeated. Confirmation links stay until they expire, because they prove the
 * mailbox for any sign-up with it. A file that is being scanned is erased with the unused files of the night.
 */
export async function eraseSignUp(
  table: Table,
  { id, idDocument, facePhoto }: ProfileRecord,
  { identity, documents }: SignUpErasers,
): Promise<void> {
  await identity.deleteUser(id);
  for (const document of [idDocument, facePhoto]) {
    if (!document) continue;
    await documents.erase(document.key);
    await table.transact([table.remove(keys.upload(document.uploadId))]);
  }
  const given = indexes.ofSignUp(id, { pk: '', sk: '' }).gs1pk;
  for (const partition of [given, indexes.waitingFiles(id, '').gs1pk]) {
    for await (const item of itemsOf(table, queryOf({ index: 'gs1', partition }))) {
      if (!isOfKind(item, 'token') && typeof item['key'] === 'string') await documents.erase(item['key']);
      await attempt(table, [table.remove(keyOf(item), asFound(item))]);
    }
  }
  await table.transact([table.remove(keys.stats(id))]);
}

const keyOf = ({ pk, sk }: Item) => ({ pk: String(pk), sk: String(sk) });

/** The scanner claims a file through its state. After that only the scanner decides about it. */
const asFound = ({ state }: Item) =>
  state === undefined
    ? undefined
    : {
        expression: '#state = :state AND #state <> :scanning',
        names: { '#state': 'state' },
        values: { ':state': state, ':scanning': 'scanning' },
      };
