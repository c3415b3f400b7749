import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { writeSnapshot } from '#functions/search/index/snapshot.ts';
import { searchItems, type someListings } from '../search/listings.ts';
import { memoryTable } from '../search/memory-table.ts';
import { now } from './examples.ts';

/** Listings as searches find them: their rows, and a snapshot of each kind with the name `build`. */
export async function listed(listings: ReturnType<typeof someListings>): Promise<Item[]> {
  const table = memoryTable();
  const rows = searchItems(listings);
  table.fill(rows);
  const snapshots = (['parcel', 'trip'] as const).map(async (kind) => {
    await writeSnapshot(table, kind, () => now);
    const head = (await table.get(keys.snapshotNow(kind))) ?? {};
    const build = String(head['build']);
    const named = (item: Item): Item =>
      Object.fromEntries(
        Object.entries(item).map(([name, value]) => [
          name,
          typeof value === 'string' ? value.replace(build, 'build') : value,
        ]),
      );
    const parts = (['counts', 'index', 'corridors'] as const).flatMap((of) =>
      table.partition(keys.snapshotPart(kind, build, of, 0).pk),
    );
    return [head, ...parts].map(named);
  });
  return [...rows, ...(await Promise.all(snapshots)).flat()];
}
