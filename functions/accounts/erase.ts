import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import type { Identity } from '#functions/platform/identity.ts';
import { isOfKind } from '#functions/platform/item-kind.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import type { Eraser } from '#functions/platform/object-store.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';

export interface SignUpErasers {
  readonly identity: Pick<Identity, 'deleteUser'>;
  readonly documents: Eraser;
}

/**
 * Erases what a sign-up has left that nobody confirmed, once its profile is gone: user, documents, tickets, files on their
 * way, counters. Each step may be repeated. Links to confirm stay until they end, because they prove the mailbox, whoever
 * signed up with it; a file that is being scanned goes with the unused ones of the night.
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

/** The scanner takes a file in hand by its state: from then on it is the scanner's to settle. */
const asFound = ({ state }: Item) =>
  state === undefined
    ? undefined
    : {
        expression: '#state = :state AND #state <> :scanning',
        names: { '#state': 'state' },
        values: { ':state': state, ':scanning': 'scanning' },
      };
