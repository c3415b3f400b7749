import { queryOf } from '#functions/platform/http/list.ts';
import { keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Table } from '#functions/platform/table.ts';
import { dayMs } from '#shared/values/time.ts';

const work = 'old-snapshots';
/** Until then, a rollback finds the data of its release. */
const keptMs = 30 * dayMs;

/**
 * Removes, once, the search data of releases before decision 037: the counts of places and their snapshots. Searches
 * use a current snapshot as soon as there is one, and after a month no rollback to such a release is expected. Returns
 * the number of removed items.
 */
export async function dropOldSnapshots(table: Table, now: number): Promise<number> {
  const kinds = ['parcel', 'trip'] as const;
  if (await table.get(keys.done(work), { consistent: true })) return 0;
  const current = await table.getMany(kinds.map(keys.snapshotNow), { consistent: true });
  const former = await table.getMany(
    kinds.map((kind) => keys.oldSnapshot(kind, 'META')),
    { consistent: true },
  );
  if (current.some((head) => head?.['build'] === undefined)) return 0;
  if (former.some((head) => now - Number(head?.['claimedAt'] ?? 0) < keptMs)) return 0;
  let removed = 0;
  for (const kind of kinds)
    for (const beginning of ['W#', 'PART#', 'ROLL#', 'META', 'NEW'])
      for await (const { pk, sk } of itemsOf(
        table,
        queryOf({ partition: keys.snapshots(kind), sort: { beginsWith: beginning } }),
      )) {
        await table.transact([table.remove({ pk: String(pk), sk: String(sk) })]);
        removed += 1;
      }
  await table.transact([table.put({ ...keys.done(work), record: {} })]);
  return removed;
}
