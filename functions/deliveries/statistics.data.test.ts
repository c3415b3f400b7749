import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { parcelItem } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { openTable, type Table } from '#functions/platform/table.ts';
import { profileItem, profileRepository } from '#functions/profiles/repository.ts';
import type { Change } from '#functions/stream/change.ts';
import { moveCounters } from '#functions/stream/projector/counters.ts';
import { tripItem } from '#functions/trips/repository.ts';
import { deliveryRoutes } from '#shared/deliveries/contract.ts';
import {
  acceptDelivery,
  carry,
  chooseCarrier,
  confirmReturn,
  releaseCarrier,
  returnParcel,
} from '#shared/deliveries/rules.ts';
import { type Statistics, StatisticsPeriod } from '#shared/deliveries/statistics.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { cancelParcel, pauseParcel } from '#shared/parcels/rules.ts';
import { dayMs, dayOf, hourMs, minuteMs } from '#shared/values/time.ts';
import { aCard } from '#test/support/factories.ts';
import { meterReads } from '#test/support/meter.ts';
import { pipelineOf, put } from '#test/support/pipeline.ts';
import { aParcel, aProfile, aTrip } from '#test/support/stream.ts';
import { freshTable } from '#test/support/table.ts';
import { deliveryListHandlers } from './lists.ts';

/** `MEMBERS=200` for the full length. */
const memberCount = Number(process.env['MEMBERS'] ?? 16);
const now = Date.parse('2026-11-22T12:00:00Z');

/** Only the lists: this test calls no acts of deliveries. */
const { myStatistics, myDeliveries } = deliveryRoutes;
const routes = { myStatistics, myDeliveries };

async function aServer() {
  const { name, client } = await freshTable();
  const table = openTable(name, client);
  const deps = { table, now: () => now, newId: randomUUID };
  const handlers = deliveryListHandlers(deps);
  const call = pipelineOf(routes, { myStatistics: handlers.myStatistics, myDeliveries: handlers.myDeliveries }, deps);
  const ask = async (memberId: string, period: StatisticsPeriod) =>
    (await call('myStatistics', memberId, { query: { period } })).body as unknown as Statistics;
  return { table, client, call, ask };
}

/** Numbers that look random and are the same in each run. */
function chanceOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
  return { below: (limit: number) => Math.floor(next() * limit), is: (share: number) => next() < share };
}
type Chance = ReturnType<typeof chanceOf>;

/** The facts of a history. The model counts only these. */
type Told =
  | { what: 'published' | 'agreed' | 'letGo' | 'pickedUp' | 'gone' | 'back' | 'paused'; parcel: number; at: number }
  | { what: 'delivered'; parcel: number; at: number; since: number; grams: number; deadline: string; carrier: string };

/** The life of one parcel by the rules of the product: its versions and its facts. */
function lifeOf(parcel: number, owner: string, carriers: readonly string[], chance: Chance) {
  const steps: Told[] = [];
  let time = now - chance.below(420 * 24) * hourMs;
  const wait = () => {
    time += (1 + chance.below(5 * 24 * 60)) * minuteMs;
    return time;
  };
  const deadline = dayOf(time + (3 + chance.below(20)) * dayMs);
  let record = aParcel(randomUUID(), owner, {
    createdAt: new Date(time).toISOString(),
    deadline,
    weightGrams: 100 + chance.below(9000),
  });
  const versions: ParcelRecord[] = [record];
  const become = (changed: ParcelRecord) => {
    record = changed;
    versions.push(changed);
  };
  steps.push({ what: 'published', parcel, at: time });
  while (wait() <= now) {
    const { status } = record;
    const card = aCard({ id: carriers[chance.below(carriers.length)] ?? owner, firstName: 'Karim' });
    const carrierId = record.carrierId ?? '';
    if (chance.is(0.06) && ['active', 'accepted_for_delivery', 'carrier_chosen', 'pickup'].includes(status)) {
      become(cancelParcel(record, owner, 'Envoyé autrement'));
      steps.push({ what: 'gone', parcel, at: time });
      break;
    }
    if (status === 'active' && chance.is(0.05)) {
      become(pauseParcel(record));
      steps.push({ what: 'paused', parcel, at: time });
      break;
    }
    if (status === 'active' && dayOf(time) > deadline) break;
    if (status === 'active') {
      become(
        chance.is(0.5) ? acceptDelivery(record, card, time).parcel : chooseCarrier(record, owner, card, time).parcel,
      );
      steps.push({ what: 'agreed', parcel, at: time });
    } else if (['accepted_for_delivery', 'carrier_chosen', 'pickup'].includes(status) && chance.is(0.25)) {
      become(releaseCarrier(record, owner).parcel);
      steps.push({ what: 'letGo', parcel, at: time });
    } else if (status === 'accepted_for_delivery') {
      become(chooseCarrier(record, owner, aCard({ id: carrierId }), time).parcel);
    } else if (status === 'carrier_chosen') {
      become(acceptDelivery(record, aCard({ id: carrierId }), time).parcel);
    } else if (status === 'pickup') {
      become(carry('validatePickup', record, carrierId, time).parcel);
      steps.push({ what: 'pickedUp', parcel, at: time });
    } else if ((status === 'in_transit' || status === 'delivery') && chance.is(0.1)) {
      become(returnParcel(record, owner, 'Destinataire absent').parcel);
    } else if (status === 'in_transit') {
      become(carry('startDelivery', record, carrierId, time).parcel);
    } else if (status === 'delivery') {
      become(carry('validateDelivery', record, carrierId, time).parcel);
      const since = steps.findLast(({ what }) => what === 'pickedUp')?.at ?? 0;
      const { weightGrams: grams } = record;
      steps.push({ what: 'delivered', parcel, at: time, since, grams, deadline, carrier: carrierId });
      break;
    } else if (status === 'returned') {
      become(confirmReturn(record, owner, time).parcel);
      steps.push({ what: 'back', parcel, at: time });
      break;
    }
  }
  return { owner, versions, steps };
}

/** Counts the facts and knows nothing about their storage. */
function countOf(told: readonly (Told & { owner: string })[], memberId: string, period: StatisticsPeriod) {
  const today = dayOf(now);
  const first = { '30d': dayOf(now - 29 * dayMs), '12m': '2025-12-01', all: '0' }[period];
  const isIn = ({ at }: { at: number }) => dayOf(at) >= first && dayOf(at) <= today;
  const own = told.filter(({ owner }) => owner === memberId);
  const deliveries = told.flatMap((step) => (step.what === 'delivered' && isIn(step) ? [step] : []));
  const sent = deliveries.filter(({ owner }) => owner === memberId);
  const carried = deliveries.filter(({ carrier }) => carrier === memberId);
  const lastOf = [...new Set(own.map(({ parcel }) => parcel))].map((parcel) =>
    own.filter((step) => step.parcel === parcel).at(-1),
  );
  const isLast = (...words: Told['what'][]) => lastOf.filter((step) => step && words.includes(step.what)).length;
  const minutes = sent.reduce((sum, { at, since }) => sum + Math.round((at - since) / minuteMs), 0);
  return {
    sender: {
      published: own.filter((step) => step.what === 'published' && isIn(step)).length,
      waiting: isLast('published', 'agreed', 'letGo'),
      inTransit: isLast('pickedUp'),
      delivered: sent.length,
      ...(sent.length > 0 ? { meanDays: Math.round((minutes / sent.length / 1440) * 10) / 10 } : {}),
    },
    carrier: {
      delivered: carried.length,
      grams: carried.reduce((sum, { grams }) => sum + grams, 0),
      onTime: carried.filter(({ at, deadline }) => dayOf(at) <= deadline).length,
    },
  };
}

test('figures equal a count of what happened, though the stream repeats and reorders', async () => {
  const { table, ask } = await aServer();
  const chance = chanceOf(7);
  const members = Array.from({ length: memberCount }, () => randomUUID());
  await Promise.all(members.map((id) => put(table, profileItem(aProfile(id)))));
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
  const { table, ask } = await aServer();
  const memberId = randomUUID();
  await put(table, profileItem(aProfile(memberId)));
  expect(await ask(memberId, 'all')).toEqual({
    sender: { published: 0, waiting: 0, inTransit: 0, delivered: 0 },
    carrier: { trips: 0, delivered: 0, grams: 0, onTime: 0, reviewCount: 0 },
    steps: [],
  });
});

test('an answer takes at most three read units, with something on every day and in every month of five years', async () => {
  const { table, client, ask, call } = await aServer();
  const memberId = randomUUID();
  await put(table, profileItem(aProfile(memberId)));
  const busy = { p: 12, s: 9, t: 9, m: 43_210, c: 11, g: 123_456, o: 10, r: 3, a: 4 };
  for (let back = 0; back < 62; back++)
    await put(table, { ...keys.dayTally(memberId, dayOf(now - back * dayMs)), ...busy, ttl: 1_800_000_000 });
  for (let month = 0; month < 60; month++) {
    const at = new Date(Date.UTC(2026, 10 - month, 1)).toISOString().slice(0, 7);
    await put(table, { ...keys.monthTally(memberId, at), ...busy });
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
});
