import { attempt } from '#functions/platform/attempt.ts';
import type { Identity } from '#functions/platform/aws/identity.ts';
import type { FileStore } from '#functions/platform/aws/object-store.ts';
import { type List, queryOf } from '#functions/platform/http/list.ts';
import { type Key, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { type Item, present, type Table, type Write } from '#functions/platform/table.ts';
import type { Deps } from '#functions/serve.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';

/** What the steps work with. */
export interface ErasingTools extends Deps {
  readonly identity: Pick<Identity, 'isThere' | 'deleteUser'>;
  readonly files: Readonly<Record<'quarantine' | 'identity' | 'private' | 'media', FileStore>>;
}

/**
 * One part of what a member leaves. It yields after each thing that it erased, so it may be stopped there, and it
 * begins with what is left when it is called again: what leads to a thing goes last. Nothing yielded: nothing was left.
 */
export type Step = (member: ProfileRecord, tools: ErasingTools) => AsyncGenerator<void>;

export const keyOf = ({ pk, sk }: Item): Key => ({ pk: String(pk), sk: String(sk) });
export const own = (id: string, beginsWith: string) => ({
  ...queryOf({ partition: keys.member(id), sort: { beginsWith } }),
  ConsistentRead: true,
});

/** Things that are erased side by side. */
const atOnce = 10;

/** Erases what a query finds, some at a time; yields for each that was there. */
export async function* each(items: AsyncIterable<Item>, erase: (item: Item) => Promise<boolean>): AsyncGenerator<void> {
  let batch: Item[] = [];
  const end = async function* () {
    const erased = await Promise.all(batch.map(erase));
    batch = [];
    for (const isErased of erased) if (isErased) yield;
  };
  for await (const item of items) {
    batch.push(item);
    if (batch.length === atOnce) yield* end();
  }
  yield* end();
}

/** An index may still show an item for a moment that is gone already. */
export const removeIfThere = (table: Table, key: Key, ...more: Write[]) =>
  attempt(table, [table.remove(key, present), ...more]);

/** A list, item by item. */
export const eraseList = (list: List): Step =>
  async function* (_member, { table }) {
    yield* each(itemsOf(table, queryOf(list)), (item) => removeIfThere(table, keyOf(item)));
  };

/** Everything under one partition key. */
export async function erasePartition(table: Table, pk: string): Promise<void> {
  const query = { ...queryOf({ partition: pk }), ConsistentRead: true };
  for await (const _ of each(itemsOf(table, query), (item) => removeIfThere(table, keyOf(item))));
}
