import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import type { Item, Table } from '#functions/platform/table.ts';
import { hourMs, minuteMs } from '#shared/values/time.ts';
import { dyingAt } from '#test/support/search/dying-table.ts';
import { aParcel, aProfile, aStream } from '#test/support/stream.ts';
import { refreshSnapshot, removeFormerBuilds, writeSnapshot } from './snapshot.ts';
import { readParts, snapshotNow } from './snapshot-parts.ts';

const owner = 'a0000000-0000-4000-8000-000000000001';
const idOf = (number: number) => `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const oran = { country: 'Algérie', countryCode: 'DZ', city: 'Oran', placeId: '2485926' };

type Stream = Awaited<ReturnType<typeof aStream>>;

async function aMarket(count = 3): Promise<Stream> {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  for (let number = 0; number < count; number++)
    await stream.putParcel(aParcel(idOf(number), owner, number === 0 ? {} : { delivery: oran }));
  await stream.project();
  return stream;
}

const made = ({ table, clock }: Stream) => writeSnapshot(table, 'parcel', () => clock.now);

/** Wide on both sides and by date, so that it reads the counts, the index and the changes. */
async function found(search: ReturnType<Stream['search']>): Promise<number> {
  const { items } = await search.parcels({ fromCity: 'a', toCity: 'r', date: '2026-12-01' });
  return items.length;
}

async function stored({ table }: Stream): Promise<Item[]> {
  const { Items = [] } = await table.documents.send(new ScanCommand({ TableName: table.name, ConsistentRead: true }));
  return Items.filter(({ pk, sk }) => String(pk).startsWith('VOC#') && !String(pk).endsWith('#NEW') && sk !== 'NOW');
}

test('a maker that dies at any of its writes leaves the earlier snapshot in use, and what it left is removed', async () => {
  const stream = await aMarket();
  expect(await made(stream)).toBe(true);
  const first = await snapshotNow(stream.table, 'parcel', { consistent: true });
  const inUse = (await stored(stream)).length;
  await stream.project([await stream.putParcel(aParcel(idOf(7), owner))]);
  const killed = async (nth: number) => {
    const dying = dyingAt(stream.table, nth);
    await expect(writeSnapshot(dying, 'parcel', () => stream.clock.now)).rejects.toThrow('killed');
    expect(await snapshotNow(stream.table, 'parcel', { consistent: true })).toEqual(first);
    expect(await found(stream.search())).toBe(4);
  };
  // During its claim, its name, the counts, the index, the corridors, the head.
  for (const nth of [0, 1, 2, 3, 4, 5]) {
    await killed(nth);
    // A claim is valid while its owner may still run.
    expect(nth === 0 || !(await made(stream))).toBe(true);
    stream.clock.now += 6 * minuteMs;
  }
  expect((await stored(stream)).length).toBeGreaterThan(inUse);
  stream.clock.now += 30 * minuteMs;
  await removeFormerBuilds(stream.table, 'parcel', stream.clock.now);
  expect(await stored(stream)).toHaveLength(inUse);
  expect(await made(stream)).toBe(true);
  expect(await found(stream.search())).toBe(4);
});

test('two makers at once: one makes it, and a maker that was overtaken changes nothing', async () => {
  const stream = await aMarket();
  const both = await Promise.all([made(stream), made(stream)]);
  expect(both.toSorted()).toEqual([false, true]);

  let wake = () => {};
  const asleep = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const slow: Table = {
    ...stream.table,
    async transact(writes) {
      // The head is written last.
      if (JSON.stringify(writes).includes('madeAt')) await asleep;
      await stream.table.transact(writes);
    },
  };
  const overtaken = writeSnapshot(slow, 'parcel', () => stream.clock.now);
  await expect.poll(async () => (await stored(stream)).length).toBe(8);
  stream.clock.now += 7 * minuteMs;
  await stream.project([await stream.putParcel(aParcel(idOf(7), owner))]);
  expect(await made(stream)).toBe(true);
  const newest = await snapshotNow(stream.table, 'parcel', { consistent: true });
  wake();
  expect(await overtaken).toBe(false);
  expect(await snapshotNow(stream.table, 'parcel', { consistent: true })).toEqual(newest);
  expect(await found(stream.search())).toBe(4);
});

test('a search that knows a snapshot reads all of it after the next one is in use, and goes on when it is gone', async () => {
  const stream = await aMarket();
  await made(stream);
  const before = await snapshotNow(stream.table, 'parcel', { consistent: true });
  if (!before) throw new Error('There is no snapshot');
  const running = stream.search();
  // It has read the counts, but not the index.
  expect((await running.parcels({ fromPlace: '2988507' })).items).toHaveLength(3);
  stream.clock.now += 30 * minuteMs;
  await stream.project([await stream.putParcel(aParcel(idOf(7), owner))]);
  await made(stream);
  await removeFormerBuilds(stream.table, 'parcel', stream.clock.now);
  expect(await readParts(stream.table, 'parcel', before, 'index', true)).toBeDefined();
  stream.clock.now -= 30 * minuteMs;
  expect(await found(running)).toBe(4);
  stream.clock.now += 41 * minuteMs;
  await removeFormerBuilds(stream.table, 'parcel', stream.clock.now);
  expect(await readParts(stream.table, 'parcel', before, 'index', true)).toBeUndefined();
  stream.clock.now -= 41 * minuteMs;
  expect(await found(running)).toBe(4);
});

test('a change that was stored late, or while a snapshot was made, is found', async () => {
  const stream = await aMarket();
  const during: Table = {
    ...stream.table,
    async query(input) {
      const page = await stream.table.query(input);
      // The listings were just read.
      if (String(input.ProjectionExpression).includes('card'))
        await stream.project([await stream.putParcel(aParcel(idOf(8), owner))]);
      return page;
    },
  };
  expect(await writeSnapshot(during, 'parcel', () => stream.clock.now)).toBe(true);
  // A projector that started half a minute ago.
  stream.clock.now -= minuteMs / 2;
  await stream.project([await stream.putParcel(aParcel(idOf(9), owner))]);
  stream.clock.now += minuteMs / 2;
  expect(await found(stream.search())).toBe(5);
});

test('a snapshot is made when enough has changed, once a day in any case, and again after a clock was set back', async () => {
  const stream = await aMarket();
  const look = async () => {
    const before = await snapshotNow(stream.table, 'parcel', { consistent: true });
    expect(await refreshSnapshot(stream.table, 'parcel', () => stream.clock.now)).toBe(true);
    return (await snapshotNow(stream.table, 'parcel', { consistent: true }))?.build !== before?.build;
  };
  stream.clock.now += 1000;
  expect(await look()).toBe(true);
  stream.clock.now += minuteMs;
  expect(await look()).toBe(false);
  await stream.project([await stream.putParcel(aParcel(idOf(1), owner, { version: 2, status: 'cancelled' }))]);
  stream.clock.now += minuteMs;
  expect(await look()).toBe(true);
  expect(await look()).toBe(false);
  stream.clock.now += 24 * hourMs;
  expect(await look()).toBe(true);
  stream.clock.now -= 5 * hourMs;
  await stream.project([await stream.putParcel(aParcel(idOf(2), owner, { version: 2, delivery: oran }))]);
  expect(await found(stream.search())).toBe(2);
  expect(await look()).toBe(true);
});
