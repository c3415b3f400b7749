import { BatchWriteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import type { Item, Table } from '#functions/platform/table.ts';
import { partitionOf } from '#functions/search/index/listing.ts';
import { writeSnapshot } from '#functions/search/index/snapshot.ts';
import { openReadMeter } from '#infra/local/database/unit-meter.ts';
import { aParcel, aProfile, aStream } from '#test/support/stream.ts';

/** `SNAPSHOT_LISTINGS=60000` measures what a hundred thousand members have. */
const listings = Number(process.env['SNAPSHOT_LISTINGS'] ?? 6000);
const owner = 'a0000000-0000-4000-8000-000000000001';
const feed = partitionOf('parcel', '*', '*');

/** The table with a meter at its queries, and what they took of the feed. */
function metered(table: Table) {
  const meter = openReadMeter({ report: () => {} });
  const taken = { units: 0, pages: 0 };
  const query: Table['query'] = async (input) => {
    const page = await table.query(input);
    const key = Object.values(input.ExpressionAttributeValues ?? {}).find((value) => value === feed);
    if (key === undefined) return page;
    taken.units += page.capacity;
    taken.pages += 1;
    const wants = [{ action: '', resource: '', known: { 'dynamodb:LeadingKeys': [feed] } }];
    meter.count({ operation: 'Query', input, wants }, JSON.stringify({ CapacityUnits: page.capacity }));
    return page;
  };
  return { table: { ...table, query }, taken, peak: () => meter.peaks()[0]?.units ?? 0 };
}

/** A market of so many copies of one listing's row in the feed. */
async function aFeed() {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  await stream.putParcel(aParcel('b0000000-0000-4000-8000-000000000001', owner));
  await stream.project();
  const { documents, name } = stream.table;
  const { Items: [row] = [] } = await documents.send(
    new QueryCommand({
      TableName: name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': feed },
    }),
  );
  const ids = Array.from(
    { length: listings },
    (_, number) => `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  );
  const copies = ids.map((id): Item => ({ ...row, sk: String(row?.['sk']).replace(/b0000000-[\w-]+/, id) }));
  for (let first = 0; first < copies.length; first += 25) {
    const requests = copies.slice(first, first + 25).map((Item) => ({ PutRequest: { Item } }));
    await documents.send(new BatchWriteCommand({ RequestItems: { [name]: requests } }));
  }
  return stream;
}

test(`a snapshot of ${listings} listings takes at most 800 read units in a second, 0.04 of a listing`, async () => {
  const { table, clock } = await aFeed();
  const it = metered(table);
  expect(await writeSnapshot(it.table, 'parcel', () => clock.now)).toBe(true);
  // Half of what strongly consistent reads would take.
  expect(it.taken.units / listings).toBeGreaterThan(0.02);
  expect(it.taken.units / listings).toBeLessThanOrEqual(0.04);
  expect(it.peak()).toBeLessThanOrEqual(800);
  if (process.env['SNAPSHOT_LISTINGS'])
    console.info(
      `a snapshot of ${listings} listings: ${Math.round(it.taken.units)} read units, ${it.peak()} in the busiest second`,
    );
});

test('a key that answers at once is read at the same pace: seventeen pages, 2,200 units', async () => {
  const { table, clock } = await aStream();
  let left = 17;
  const fast: Table = {
    ...table,
    query: async (input) => {
      if (!Object.values(input.ExpressionAttributeValues ?? {}).includes(feed)) return table.query(input);
      left -= 1;
      return { items: [], count: 0, capacity: 128.5, ...(left > 0 && { last: { pk: feed, sk: String(left) } }) };
    },
  };
  const it = metered(fast);
  expect(await writeSnapshot(it.table, 'parcel', () => clock.now)).toBe(true);
  expect(it.taken.pages).toBe(17);
  expect(it.peak()).toBeLessThanOrEqual(800);
});
