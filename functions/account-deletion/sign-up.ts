import { attempt } from '#functions/platform/attempt.ts';
import type { Identity } from '#functions/platform/aws/identity.ts';
import type { Eraser } from '#functions/platform/aws/object-store.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { isOfKind } from '#functions/platform/item-kind.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { keyOf } from './tools.ts';

export interface SignUpStores {
  readonly identity: Pick<Identity, 'deleteUser'>;
  readonly documents: Eraser;
}

/**
 * Deletes what remains of an unconfirmed sign-up after its profile: user, documents, tickets, unused files, counters.
 * Idempotent. Confirmation links stay until they expire, because they prove the mailbox for any sign-up with it. The
 * nightly job deletes a file that is being scanned now.
 */
export async function deleteSignUp(
  table: Table,
  { id, idDocument, facePhoto }: ProfileRecord,
  { identity, documents }: SignUpStores,
): Promise<void> {
  await identity.deleteUser(id);
  for (const document of [idDocument, facePhoto]) {
    if (!document) continue;
    await documents.erase(document.key);
    await table.transact([table.remove(keys.upload(document.uploadId))]);
  }
  const tickets = indexes.ofSignUp(id, { pk: '', sk: '' }).gs1pk;
  const unusedFiles = indexes.waitingFiles(id, '').gs1pk;
  for (const partition of [tickets, unusedFiles]) {
    for await (const item of itemsOf(table, queryOf({ index: 'gs1', partition }))) {
      if (!isOfKind(item, 'token') && typeof item['key'] === 'string') await documents.erase(item['key']);
      await attempt(table, [table.remove(keyOf(item), unchanged(item))]);
    }
  }
  await table.transact([table.remove(keys.stats(id))]);
}

/** The scanner claims a file through its state. After that only the scanner decides about it. */
const unchanged = ({ state }: Item) =>
  state === undefined
    ? undefined
    : {
        expression: '#state = :state AND #state <> :scanning',
        names: { '#state': 'state' },
        values: { ':state': state, ':scanning': 'scanning' },
      };
