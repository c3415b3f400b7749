import { attempt } from '#functions/platform/attempt.ts';
import type { Identity } from '#functions/platform/aws/identity.ts';
import type { FileStore } from '#functions/platform/aws/object-store.ts';
import { bodyOf } from '#functions/platform/http/idempotency.ts';
import { type List, queryOf, where } from '#functions/platform/http/list.ts';
import { type Key, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { expression, type Item, keyOf, present, type Table, type Write } from '#functions/platform/table.ts';
import type { Deps } from '#functions/serve.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';

export interface DeletionTools extends Deps {
  readonly identity: Pick<Identity, 'isThere' | 'deleteUser'>;
  readonly files: Readonly<Record<'quarantine' | 'identity' | 'private' | 'media', FileStore>>;
}

/**
 * Deletes one part of a member's data. Yields after each deleted thing, where the caller may stop it. A step may be
 * repeated: it deletes last what leads to a thing, so it finds the rest again. If it yields nothing, nothing was left.
 */
export type DeletionStep = (member: ProfileRecord, tools: DeletionTools) => AsyncGenerator<void>;

export const own = (id: string, beginsWith: string) => ({
  ...queryOf({ partition: keys.member(id), sort: { beginsWith } }),
  ConsistentRead: true,
});

const parallelDeletions = 10;

/** Calls `remove` for each item, several in parallel. Yields for each call that returned true. */
export async function* each(
  items: AsyncIterable<Item>,
  remove: (item: Item) => Promise<boolean>,
): AsyncGenerator<void> {
  let batch: Item[] = [];
  const flush = async function* () {
    const results = await Promise.all(batch.map(remove));
    batch = [];
    for (const isRemoved of results) if (isRemoved) yield;
  };
  for await (const item of items) {
    batch.push(item);
    if (batch.length === parallelDeletions) yield* flush();
  }
  yield* flush();
}

/** False if the item no longer exists: an index may be stale. */
export const removeIfThere = (table: Table, key: Key, ...more: Write[]) =>
  attempt(table, [table.remove(key, present), ...more]);

export const deleteList = (list: List): DeletionStep =>
  async function* (_member, { table }) {
    yield* each(itemsOf(table, queryOf(list)), (item) => removeIfThere(table, keyOf(item)));
  };

/**
 * Removes another member's notices that name the member, or their address, and their stored answers with the member's
 * card. Yields for each. A repeat of such an act is refused by its own state.
 */
export async function* forgetIn(
  otherId: string,
  { id, email }: ProfileRecord,
  { table }: Pick<DeletionTools, 'table'>,
): AsyncGenerator<void> {
  const naming = where(
    own(otherId, keys.notice(otherId, '').sk),
    expression`#record.#data.otherId = ${id} OR #record.#data.email = ${email}`,
  );
  yield* each(itemsOf(table, naming), (notice) => removeIfThere(table, keyOf(notice)));
  const answers = { ...queryOf({ partition: keys.idempotency(otherId, '').pk }), ConsistentRead: true };
  yield* each(itemsOf(table, answers), async (item) =>
    bodyOf(item).includes(id) ? removeIfThere(table, keyOf(item)) : false,
  );
}

export async function deletePartition(table: Table, pk: string): Promise<void> {
  const query = { ...queryOf({ partition: pk }), ConsistentRead: true };
  for await (const _ of each(itemsOf(table, query), (item) => removeIfThere(table, keyOf(item))));
}
