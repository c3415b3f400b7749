import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { parcelItem } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { type Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Change } from '#functions/stream/change.ts';
import { moveCounters } from '#functions/stream/projector/counters.ts';
import { tripItem } from '#functions/trips/repository.ts';
import {} from '#shared/deliveries/rules.ts';
import { StatisticsPeriod } from '#shared/deliveries/statistics.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { type Chance, chanceOf, countOf, lifeOf, now } from '#test/support/machine/parcel-lives.ts';
import { meterReads } from '#test/support/meter.ts';
import { aProfile, aTrip } from '#test/support/stream.ts';
import { onDynamoDb } from '#test/support/table.ts';
import { aWorld } from '#test/support/world/world.ts';

/** `MEMBERS=200` for the full length. */
const memberCount = Number(process.env['MEMBERS'] ?? 16);

async function aServer() {
  const world = await aWorld({ start: now });
  const ask = async (memberId: string, period: StatisticsPeriod) =>
    (await world.as(memberId).myStatistics({ query: { period } })).body;
  return { ...world, ask };
}

test('figures equal a count of what happened, though the stream repeats and reorders', async () => {
  const { table, ask, seed } = await aServer();
  const chance = chanceOf(7);
  const members = Array.from({ length: memberCount }, () => randomUUID());
  await Promise.all(members.map((id) => seed(aProfile(id))));
  const lives = members.flatMap((owner) =>
    Array.from({ length: 1 + chance.below(6) }, (_, index) => {
      const others = members.filter((id) => id !== owner);
      return lifeOf(members.indexOf(owner) * 10 + index, owner, others, chance);
    }),
  );
  const changes = lives.flatMap(({ versions }) =>
    versions.map((parcel, at): Change => {
      const before = versions[at - 1];
      return { id: randomUUID(), before: before && parcelItem(before), after: parcelItem(parcel) };
    }),
  );
  const trips = members.flatMap((owner) =>
    Array.from({ length: chance.below(4) }, () =>
      aTrip(randomUUID(), owner, {
        travelDate: dayOf(now + (chance.below(800) - 500) * dayMs),
        ...(chance.is(0.2) ? { status: 'cancelled' as const } : {}),
        ...(chance.is(0.2) ? { adminStatus: 'pending' as const } : {}),
      }),
    ),
  );
  changes.push(...trips.map((trip) => ({ id: randomUUID(), before: undefined, after: tripItem(trip) })));

  for (const order of [shuffled(changes, chance), shuffled(changes, chance)]) await tell(table, order);

  const told = lives.flatMap(({ owner, steps }) => steps.map((step) => ({ ...step, owner })));
  for (const memberId of members)
    for (const period of StatisticsPeriod.options) {
      const { sender, carrier } = await ask(memberId, period);
      const { trips: made, reviewCount: _, ...rest } = carrier;
      expect({ sender, carrier: rest }).toEqual(countOf(told, memberId, period));
      const first = { '30d': dayOf(now - 29 * dayMs), '12m': '2025-12-01', all: '0' }[period];
      const isMade = (trip: (typeof trips)[number]) =>
        trip.ownerId === memberId && trip.status === 'active' && trip.adminStatus === 'approved';
      const isOver = ({ travelDate }: { travelDate: string }) => travelDate >= first && travelDate < dayOf(now);
      expect(made).toBe(trips.filter((trip) => isMade(trip) && isOver(trip)).length);
    }
  for (const memberId of members) {
    const { carriedCount } = await profileRepository(table).stats(memberId);
    expect(carriedCount).toBe(countOf(told, memberId, 'all').carrier.delivered);
  }
  expect(told.filter(({ what }) => what === 'delivered').length).toBeGreaterThan(memberCount / 2);
});

function shuffled<T>(all: readonly T[], chance: Chance): T[] {
  const order = [...all];
  for (let at = order.length - 1; at > 0; at--) {
    const other = chance.below(at + 1);
    [order[at], order[other]] = [order[other] as T, order[at] as T];
  }
  return order;
}

async function tell(table: Table, changes: readonly Change[]): Promise<void> {
  for (const change of changes) await moveCounters(table, change, now);
}

test('a new member reads real zeros, and no value where none is known', async () => {
  const { ask, seed } = await aServer();
  const memberId = randomUUID();
  await seed(aProfile(memberId));
  expect(await ask(memberId, 'all')).toEqual({
    sender: { published: 0, waiting: 0, inTransit: 0, delivered: 0 },
    carrier: { trips: 0, delivered: 0, grams: 0, onTime: 0, reviewCount: 0 },
    steps: [],
  });
});

test(
  'an answer takes at most three read units, with something on every day and in every month of five years',
  onDynamoDb(async () => {
    const { client, ask, call, seed } = await aServer();
    const memberId = randomUUID();
    await seed(aProfile(memberId));
    const busy = { p: 12, s: 9, t: 9, m: 43_210, c: 11, g: 123_456, o: 10, r: 3, a: 4 };
    for (let back = 0; back < 62; back++)
      await seed({ ...keys.dayTally(memberId, dayOf(now - back * dayMs)), ...busy, ttl: 1_800_000_000 });
    for (let month = 0; month < 60; month++) {
      const at = new Date(Date.UTC(2026, 10 - month, 1)).toISOString().slice(0, 7);
      await seed({ ...keys.monthTally(memberId, at), ...busy });
    }
    const meter = meterReads(client);
    for (const period of StatisticsPeriod.options) {
      const before = meter.units;
      expect((await ask(memberId, period)).sender.delivered).toBeGreaterThan(100);
      expect(meter.units - before).toBeLessThanOrEqual(3);
    }
    expect((await call('myStatistics', memberId, { query: { period: '1y' } })).body).toMatchObject({
      code: 'INVALID',
      fields: { period: 'Période inconnue' },
    });
  }),
);
