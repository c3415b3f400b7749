import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { parcelItem, parseParcel } from '#functions/parcels/repository.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { refreshSnapshots } from '#functions/search/index/snapshot.ts';
import { parseTrip, tripItem } from '#functions/trips/repository.ts';
import { isListed as isParcelListed } from '#shared/parcels/rules.ts';
import { isListed as isTripListed } from '#shared/trips/rules.ts';
import type { Place } from '#shared/values/fields.ts';
import { minuteMs } from '#shared/values/time.ts';
import { amountOf } from '#test/prove/amounts.ts';
import { diceOf, seed } from '#test/prove/dice.ts';
import { fewSlugs } from '#test/support/search/slugs.ts';
import { aParcel, aProfile, aStream, aTrip } from '#test/support/stream.ts';
import { corridorHandlers } from './handlers.ts';

const owner = 'a0000000-0000-4000-8000-000000000001';
const site = 'https://envoyage.example';

/** Places by their slugs; a village is in no list. */
const slugs: Readonly<Record<string, Place>> = {
  paris: { city: 'Paris', placeId: '2988507', countryCode: 'FR', country: 'France' },
  lyon: { city: 'Lyon', placeId: '2996944', countryCode: 'FR', country: 'France' },
  'saint-denis': { city: 'Saint-Denis', placeId: '2980916', countryCode: 'FR', country: 'France' },
  alger: { city: 'Alger', placeId: '2507480', countryCode: 'DZ', country: 'Algérie' },
  'ain-temouchent': { city: 'Aïn Témouchent', placeId: '2507901', countryCode: 'DZ', country: 'Algérie' },
};
const places = [...Object.values(slugs), { city: 'Un hameau', countryCode: 'FR', country: 'France' }];
const slugOfPlace = (place: Place) => Object.keys(slugs).find((slug) => slugs[slug]?.placeId === place.placeId) ?? '';

/** The pages that the listings of the table deserve, counted from the listings themselves. */
async function pagesOf(table: Table, now: number): Promise<string[]> {
  const { Items = [] } = await table.documents.send(new ScanCommand({ TableName: table.name, ConsistentRead: true }));
  const pages = (Items as Item[]).flatMap((item) => {
    if (item['kind'] === 'parcel') {
      const parcel = parseParcel(item);
      return isParcelListed(parcel, now) ? pageOf('colis', parcel.pickup, parcel.delivery) : [];
    }
    if (item['kind'] !== 'trip') return [];
    const trip = parseTrip(item);
    return isTripListed(trip, now) ? pageOf('trajets', trip.depart, trip.arrival) : [];
  });
  return [...new Set(pages)].toSorted();
}

const pageOf = (kind: string, from: Place, to: Place) =>
  from.placeId && to.placeId && from.placeId !== to.placeId
    ? [`${site}/${kind}/${slugOfPlace(from)}-${slugOfPlace(to)}`]
    : [];

test('after random changes of listings, the site map is what the table holds once the next snapshot is made', async () => {
  const stream = await aStream();
  const { table, clock } = stream;
  const now = () => clock.now;
  await stream.putProfile(aProfile(owner));
  const deps = { table, now, newId: randomUUID, slugs: fewSlugs, site: async () => site };
  const { corridorsSitemap } = corridorHandlers(deps);
  const dice = diceOf();
  const listed: { kind: 'parcel' | 'trip'; id: string; version: number }[] = [];

  const store = (kind: 'parcel' | 'trip', id: string, version: number, status?: 'cancelled') => {
    const [from, to] = [dice.pick(places), dice.pick(places)];
    const change = { version, ...(status ? { status } : {}) };
    return kind === 'parcel'
      ? stream.putParcel(aParcel(id, owner, { ...change, pickup: from, delivery: to }))
      : stream.putTrip(aTrip(id, owner, { ...change, depart: from, arrival: to }));
  };
  const changeOne = async () => {
    const at = dice.roll(listed.length * 2);
    const one = listed[at];
    if (!one) {
      const fresh = { kind: dice.pick(['parcel', 'trip'] as const), id: randomUUID(), version: 1 };
      listed.push(fresh);
      return store(fresh.kind, fresh.id, 1);
    }
    one.version += 1;
    const act = dice.pick(['move', 'cancel', 'remove']);
    if (act === 'move') return store(one.kind, one.id, one.version);
    listed.splice(at, 1);
    if (act === 'cancel') return store(one.kind, one.id, one.version, 'cancelled');
    const item = one.kind === 'parcel' ? parcelItem(aParcel(one.id, owner)) : tripItem(aTrip(one.id, owner));
    return stream.remove(item);
  };

  const changes = amountOf(500, 50);
  for (let done = 1; done <= changes; done++) {
    await stream.project([await changeOne()]);
    if (done % 25 > 0) continue;
    clock.now += minuteMs;
    await refreshSnapshots(table, now);
    const { reply } = await corridorsSitemap({} as never);
    const addresses = [...reply.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
    expect(addresses.toSorted(), `after ${done} changes, seed ${seed}`).toEqual(await pagesOf(table, clock.now));
  }
  expect(changes % 25).toBe(0);
}, 240_000);
