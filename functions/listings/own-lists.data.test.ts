import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { rowsOf, storeRow } from '#functions/deliveries/rows.ts';
import { parcelItem } from '#functions/parcels/repository.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { moveCounters } from '#functions/stream/projector/counters.ts';
import { tripItem } from '#functions/trips/repository.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { sectionOf } from '#shared/situation/stages.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { amountOf } from '#test/prove/amounts.ts';
import { aCard } from '#test/support/factories.ts';
import { meterReads } from '#test/support/meter.ts';
import { putAll } from '#test/support/search/listings.ts';
import { aParcel, aProfile, aTrip } from '#test/support/stream.ts';
import { onDynamoDb } from '#test/support/table.ts';
import { aWorld } from '#test/support/world/world.ts';

const owner = 'a0000000-0000-4000-8000-000000000001';
const karim = aCard({ id: 'a0000000-0000-4000-8000-000000000002', firstName: 'Karim' });
const now = Date.parse('2026-11-22T12:00:00Z');

const aMember = () => aWorld({ people: [aProfile(owner)], start: now });

/** The counters of these listings, as the projector changes them. */
async function count(table: Table, items: readonly Item[]): Promise<void> {
  for (const after of items) await moveCounters(table, { id: randomUUID(), before: undefined, after }, now);
}

/** Parcels of the owner, one a day back from now, with a long description. */
const parcelsWith = (size: number, facts: (at: number, createdAt: string) => Partial<ParcelRecord>) =>
  Array.from({ length: size }, (_, at) => {
    const createdAt = new Date(now - at * dayMs).toISOString();
    const description = 'Trois livres et un cadre, bien emballés. '.repeat(8);
    return aParcel(randomUUID(), owner, { description, createdAt, ...facts(at, createdAt) });
  });

/** Half agreements, each with its own carrier: the most expensive ones to show. */
const manyHalfAgreed = (size: number) =>
  parcelsWith(size, (at, assignedAt) => {
    const carrier = { ...karim, id: randomUUID() };
    const status = at % 2 ? 'accepted_for_delivery' : 'carrier_chosen';
    return { status, carrier, carrierId: carrier.id, assignedAt };
  });

const states = [
  { status: 'delivered', carrier: karim, carrierId: karim.id },
  { status: 'active' },
  { status: 'accepted_for_delivery', carrier: karim, carrierId: karim.id },
  { status: 'active', adminStatus: 'rejected', rejectionReason: 'Photo floue' },
] as const;
const manyParcels = (size: number) => parcelsWith(size, (at) => states[at % 4] ?? {}).map(parcelItem);

test('own parcels are listed with waiting ones first, each section newest first, page by page', async () => {
  const { table, call } = await aMember();
  const items = manyParcels(50);
  await putAll(table, items);
  await count(table, items);
  const seen: Parcel[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await call('myParcels', owner, cursor ? { query: { cursor } } : {});
    seen.push(...(body['items'] as Parcel[]));
    expect(body['counts']).toEqual({ todo: 24, going: 13, over: 13 });
    cursor = body['next'] as string | undefined;
  } while (cursor);
  const phases = seen.map(({ situation }) => situation && sectionOf(situation));
  expect(phases).toEqual([...Array(24).fill('todo'), ...Array(13).fill('going'), ...Array(13).fill('over')]);
  for (const phase of ['todo', 'going', 'over']) {
    const days = seen.filter((_, at) => phases[at] === phase).map(({ createdAt }) => createdAt);
    expect(days).toEqual(days.toSorted().reverse());
  }
});

test('upcoming and past trips are counted, and today’s trips are upcoming', async () => {
  const { table, call } = await aMember();
  const items = [-400, -30, -1, 0, 1, 9, 60].map((days) =>
    tripItem(aTrip(randomUUID(), owner, { travelDate: dayOf(now + days * dayMs) })),
  );
  await putAll(table, items);
  await count(table, items);
  for (const when of ['upcoming', 'past'])
    expect((await call('myTrips', owner, { query: { when } })).body['counts']).toEqual({ upcoming: 4, past: 3 });
});

test(
  'a page of own parcels costs at most six read units when each one is half agreed with somebody else',
  onDynamoDb(async () => {
    const { table, client, seed, call } = await aMember();
    const halfAgreed = manyHalfAgreed(40);
    await putAll(table, halfAgreed.map(parcelItem));
    for (const parcel of halfAgreed) {
      await table.transact(rowsOf(parcel, now).map((row) => storeRow(table, row)));
      await seed(aProfile(parcel.carrierId ?? ''));
    }
    const meter = meterReads(client);
    const before = meter.units;
    expect((await call('myParcels', owner)).body['items']).toHaveLength(20);
    expect(meter.units - before).toBeLessThanOrEqual(6);
  }),
);

test(
  'a page of own parcels and of own trips costs at most six read units, the same with a hundred and with many more',
  onDynamoDb(async () => {
    const costs = await Promise.all(
      // By day enough for a read of all of them to cost more.
      [100, amountOf(1000, 250)].map(async (size) => {
        const { table, client, call } = await aMember();
        const ways = Array.from({ length: size }, (_, at) =>
          tripItem(
            aTrip(randomUUID(), owner, { travelDate: dayOf(now + (at - size / 2) * dayMs), notes: 'x'.repeat(200) }),
          ),
        );
        await putAll(table, [...manyParcels(size), ...ways]);
        await count(table, ways.slice(size / 2 - 40, size / 2 + 40));
        const meter = meterReads(client);
        const cost = async (ask: () => Promise<{ status: number }>) => {
          const before = meter.units;
          expect(await ask()).toMatchObject({ status: 200 });
          return meter.units - before;
        };
        return [
          await cost(() => call('myParcels', owner)),
          await cost(() => call('myTrips', owner, { query: { when: 'upcoming' } })),
          await cost(() => call('myTrips', owner, { query: { when: 'past' } })),
        ];
      }),
    );
    const [few = [], many = []] = costs;
    expect(many).toEqual(few);
    expect(Math.max(...many)).toBeLessThanOrEqual(6);
  }),
);
