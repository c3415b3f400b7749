import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, test } from 'vitest';
import { parcelItem } from '#functions/parcels/repository.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { memoryTable } from '#test/support/search/memory-table.ts';
import { aParcel, aProfile } from '#test/support/stream.ts';
import { showListing } from './listings.ts';

const owner = 'a0000000-0000-4000-8000-000000000001';
const now = Date.parse('2026-12-01T12:00:00Z');
const changesEachSecond = 50;

/** Write units of a transaction, by key: two for each kilobyte. */
function meteredTable() {
  const memory = memoryTable();
  const units = new Map<string, number>();
  const table: Table = {
    ...memory,
    async transact(writes) {
      for (const { item } of writes) {
        const stored = (item.Put?.Item ?? item.Delete?.Key ?? item.Update?.Key) as Item;
        const kilobytes = Math.ceil(Buffer.byteLength(JSON.stringify(marshall(stored))) / 1024);
        units.set(String(stored['pk']), (units.get(String(stored['pk'])) ?? 0) + 2 * kilobytes);
      }
      await memory.transact(writes);
    },
  };
  return { table, units };
}

test('fifty listing changes of one kind and route a second take at most 500 write units of any key', async () => {
  const { table, units } = meteredTable();
  await table.transact([table.put(profileItem(aProfile(owner)))]);
  const ids = Array.from({ length: changesEachSecond }, (_, number) => `b${String(number).padStart(35, '0')}`);
  for (const id of ids) {
    await table.transact([table.put(parcelItem(aParcel(id, owner)))]);
    await showListing(table, 'parcel', id, now);
  }
  units.clear();
  // The most expensive change: every row moves.
  for (const [number, id] of ids.entries()) {
    const createdAt = new Date(now - number * 1000).toISOString();
    await table.transact([table.put(parcelItem(aParcel(id, owner, { version: 2, createdAt })))]);
    await showListing(table, 'parcel', id, now);
  }
  const dearest = [...units].reduce((a, b) => (b[1] > a[1] ? b : a));
  expect(dearest[1]).toBeLessThanOrEqual(500);
  expect(units.get('VOC#parcel#NEW')).toBe(2 * changesEachSecond);
});
