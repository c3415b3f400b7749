import { expect, test } from 'vitest';
import { dayTallies, monthTallies, sumOf, type TallyName } from '#functions/deliveries/tallies.ts';
import { parcelItem } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { parseStats } from '#functions/profiles/repository.ts';
import { tripItem } from '#functions/trips/repository.ts';
import { aCard } from '#test/support/factories.ts';
import { aParcel, aProfile, aStream, aTrip } from '#test/support/stream.ts';

const [owner, carrier] = ['a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000002'];
const id = 'b0000000-0000-4000-8000-000000000001';
type Stream = Awaited<ReturnType<typeof aStream>>;

/** A member's counters of lists, and all months of one figure. */
async function figuresOf({ table }: Stream, memberId: string, name: TallyName) {
  const stats = parseStats(await table.get(keys.stats(memberId), { consistent: true }));
  return { stats, months: sumOf(await monthTallies(table, memberId), name) };
}

/** The records once, or late, twice and in any order. */
const orders = {
  'in order': (stream: Stream) => stream.project(),
  'repeated and reordered': async (stream: Stream) => {
    await stream.project(stream.events.toReversed());
    await stream.project([...stream.events, ...stream.events.slice(2)]);
  },
};

test.each(Object.entries(orders))('a deleted listing leaves search and queue: records %s', async (_, project) => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  await stream.putParcel(aParcel(id, owner, { adminStatus: 'pending' }));
  const parcel = aParcel(id, owner, { version: 2 });
  const trip = aTrip(id, owner, { adminStatus: 'pending' });
  await stream.project([await stream.putParcel(parcel), await stream.putTrip(trip)]);
  await stream.remove(parcelItem(parcel));
  await stream.remove(tripItem(trip));
  await project(stream);
  expect((await stream.search().parcels({})).items).toEqual([]);
  expect(await stream.table.get(keys.adminCounters())).toMatchObject({ pendingParcels: 0, pendingTrips: 0 });
  expect((await figuresOf(stream, owner, 'planned')).months).toBe(0);
  expect((await figuresOf(stream, owner, 'trips')).months).toBe(0);
});

test.each(Object.entries(orders))(
  'a deleted parcel leaves the lists of both; that it was delivered stays counted: records %s',
  async (_, project) => {
    const stream = await aStream();
    await stream.putProfile(aProfile(owner));
    await stream.putProfile(aProfile(carrier));
    await stream.putParcel(aParcel(id, owner));
    const parcel = aParcel(id, owner, {
      version: 2,
      status: 'delivered',
      carrierId: carrier,
      carrier: aCard({ id: carrier }),
      assignedAt: '2026-11-28T10:00:00.000Z',
      pickedUpAt: '2026-11-29T10:00:00.000Z',
      deliveredAt: '2026-12-01T10:00:00.000Z',
    });
    await stream.putParcel(parcel);
    await stream.remove(parcelItem(parcel));
    await project(stream);
    const [sent, carried] = [await figuresOf(stream, owner, 'sent'), await figuresOf(stream, carrier, 'carried')];
    expect(sent).toMatchObject({
      months: 1,
      stats: { parcelCount: 1, parcelsTodo: 0, parcelsGoing: 0, parcelsOver: 0 },
    });
    expect(carried).toMatchObject({ months: 1, stats: { completed: 0, toCollect: 0 } });
    expect((await figuresOf(stream, owner, 'published')).months).toBe(1);
  },
);

test.each(Object.entries(orders))('a return counts until its owner confirms it: records %s', async (_, project) => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  const returned = aParcel(id, owner, { version: 2, status: 'returned', carrierId: carrier });
  await stream.putParcel(aParcel(id, owner));
  await stream.putParcel(returned);
  await project(stream);
  expect((await figuresOf(stream, owner, 'sent')).stats.toConfirm).toBe(1);
  await stream.putParcel({ ...returned, version: 3, returnConfirmedAt: '2026-12-01T10:00:00.000Z' });
  await project(stream);
  expect((await figuresOf(stream, owner, 'sent')).stats.toConfirm).toBe(0);
});

test.each(Object.entries(orders))('a listing counts until its owner corrects it: records %s', async (_, project) => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  const at = '2026-11-30T10:00:00.000Z';
  const contentsRefused = { by: aCard({ id: carrier }), reason: 'Un drone', at };
  const waiting = aParcel(id, owner, { version: 2, adminStatus: 'pending', contentsRefused });
  const toCorrect = async () => (await figuresOf(stream, owner, 'sent')).stats.toCorrect;
  await stream.putParcel(aParcel(id, owner));
  await stream.putParcel(waiting);
  await project(stream);
  expect(await toCorrect()).toBe(1);
  await stream.putParcel({ ...waiting, version: 3, contentsRefused: { ...contentsRefused, correctedAt: at } });
  await project(stream);
  expect(await toCorrect()).toBe(0);
  await stream.putParcel({ ...waiting, version: 4, adminStatus: 'rejected' });
  await project(stream);
  expect(await toCorrect()).toBe(1);
  await stream.putParcel({ ...waiting, version: 5, status: 'cancelled', adminStatus: 'rejected' });
  await project(stream);
  expect(await toCorrect()).toBe(0);
});

test.each(Object.entries(orders))(
  'a problem counts for both of its members until it is over, and what can be confirmed beside it: records %s',
  async (_, project) => {
    const stream = await aStream();
    await stream.putProfile(aProfile(owner));
    await stream.putProfile(aProfile(carrier));
    const at = '2026-11-30T10:00:00.000Z';
    const declared = aParcel(id, owner, { version: 2, status: 'delivery', carrierId: carrier, declaredAt: at });
    const counts = async () => [
      (await figuresOf(stream, owner, 'sent')).stats,
      (await figuresOf(stream, carrier, 'sent')).stats,
    ];
    await stream.putParcel({ ...declared, version: 3, problem: { reportId: 'r', kind: 'not_arrived', by: owner, at } });
    await project(stream);
    expect(await counts()).toMatchObject([{ toConfirm: 1, ownProblems: 1 }, { carriedProblems: 1 }]);
    await stream.putParcel({ ...declared, version: 4 });
    await project(stream);
    expect(await counts()).toMatchObject([{ toConfirm: 1, ownProblems: 0 }, { carriedProblems: 0 }]);
    await stream.putParcel({ ...declared, version: 5, problem: { reportId: 's', kind: 'content', by: carrier, at } });
    await project(stream);
    expect(await counts()).toMatchObject([{ toConfirm: 1, ownProblems: 1 }, { carriedProblems: 1 }]);
  },
);

test.each(Object.entries(orders))(
  'a trip whose day was over stays counted as made when it is deleted: records %s',
  async (_, project) => {
    const stream = await aStream();
    await stream.putProfile(aProfile(owner));
    const trip = aTrip(id, owner);
    await stream.project([...stream.events, await stream.putTrip(trip)]);
    stream.clock.now = Date.parse('2026-12-11T00:05:00Z');
    await stream.remove(tripItem(trip));
    await project(stream);
    const { stats, months } = await figuresOf(stream, owner, 'trips');
    expect({ tripCount: stats.tripCount, months }).toEqual({ tripCount: 1, months: 1 });
    expect(sumOf(await dayTallies(stream.table, owner, '2026-12-10', '2026-12-10'), 'planned')).toBe(0);
  },
);
