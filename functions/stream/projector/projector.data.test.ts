import { expect, test } from 'vitest';
import { readStatistics } from '#functions/admin/handlers.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { partitionsOf } from '#functions/search/index/listing.ts';
import { minuteMs } from '#shared/values/time.ts';
import { alger, oran, paris } from '#test/support/factories.ts';
import { aParcel, aProfile, aStream, aTrip } from '#test/support/stream.ts';
import { showListing } from '../../search/index/listings.ts';
import { writeSnapshot } from '../../search/index/snapshot.ts';
import { suffixesOf } from './members.ts';

const owner = 'a0000000-0000-4000-8000-000000000001';
const carrier = 'a0000000-0000-4000-8000-000000000002';
const parcelId = 'b0000000-0000-4000-8000-000000000001';
const tripId = 'c0000000-0000-4000-8000-000000000001';

const routes = partitionsOf('parcel', { from: paris, to: alger });

test('a parcel is found once it is approved, by every filter that fits it', async () => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  await stream.putParcel(aParcel(parcelId, owner, { adminStatus: 'pending' }));
  await stream.project();
  expect((await stream.search().parcels({})).items).toEqual([]);

  const approved = await stream.putParcel(aParcel(parcelId, owner, { version: 2 }));
  expect(await stream.project([approved])).toEqual({ batchItemFailures: [] });
  const search = stream.search();
  for (const query of [
    {},
    { fromCity: 'PARI' },
    { fromCountry: 'fran', toCountry: 'algérie' },
    { fromPlace: '2988507', toPlace: '2507480' },
    { toCity: 'alg', date: '2026-12-20' },
  ]) {
    const { items, next } = await search.parcels(query);
    expect(items.map(({ id }) => id)).toEqual([parcelId]);
    expect(next).toBeUndefined();
  }
  for (const query of [{ fromCity: 'lyon' }, { fromCountry: 'algerie' }, { toPlace: '1' }, { date: '2026-12-21' }])
    expect((await search.parcels(query)).items).toEqual([]);
  const [card] = (await search.parcels({})).items;
  expect(card).toEqual({
    id: parcelId,
    title: 'Livres',
    pickup: paris,
    delivery: alger,
    deadline: '2026-12-20',
    weightGrams: 1500,
    size: 'small',
    isFragile: false,
    hasElectronics: false,
    createdAt: '2026-11-20T10:00:00.000Z',
    owner: { firstName: 'Yasmine', verified: true, reviewCount: 0 },
  });
});

test('a trip is found from its approval to the end of its day, on or after the given date', async () => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  await stream.putTrip(aTrip(tripId, owner));
  await stream.project();
  const search = stream.search();
  expect((await search.trips({ date: '2026-12-10' })).items.map(({ id }) => id)).toEqual([tripId]);
  expect((await search.trips({ date: '2026-12-11' })).items).toEqual([]);
  // 23:30 in Algiers, then half an hour past midnight there; the row itself is still stored.
  stream.clock.now = Date.parse('2026-12-10T22:30:00Z');
  expect((await search.trips({})).items).toHaveLength(1);
  stream.clock.now = Date.parse('2026-12-10T23:30:00Z');
  expect((await search.trips({})).items).toEqual([]);
});

test('a parcel leaves all nine routes when it is taken, and comes back when it is released', async () => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  await stream.putParcel(aParcel(parcelId, owner));
  await stream.project();
  const rows = async () => (await Promise.all(routes.map(stream.partition))).flat();
  expect(await rows()).toHaveLength(9);
  const taken = await stream.putParcel(
    aParcel(parcelId, owner, { status: 'accepted_for_delivery', carrierId: carrier, version: 2 }),
  );
  await stream.project([taken]);
  expect(await rows()).toEqual([]);
  await stream.project([await stream.putParcel(aParcel(parcelId, owner, { version: 3 }))]);
  expect(await rows()).toHaveLength(9);
});

test('rows have less than the 480 bytes that the cost of a page of 20 assumes', async () => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  const title = 'Cadeaux d’anniversaire pour ma grand-mère à remettre en mains propres svp merci';
  await stream.putParcel(aParcel(parcelId, owner, { title, price: { amount: 2500, currency: 'EUR' } }));
  await stream.project();
  for (const row of (await Promise.all(routes.map(stream.partition))).flat())
    expect(Buffer.byteLength(JSON.stringify(row))).toBeLessThan(480);
});

test('a changed route moves the rows', async () => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  await stream.putParcel(aParcel(parcelId, owner));
  await stream.project();
  await stream.project([await stream.putParcel(aParcel(parcelId, owner, { delivery: oran, version: 2 }))]);
  const search = stream.search();
  expect((await search.parcels({ toCity: 'alger' })).items).toEqual([]);
  expect((await search.parcels({ toCity: 'oran' })).items).toHaveLength(1);
  expect(await stream.partition(keys.parcelSearch('*', 'DZ.2507480'))).toEqual([]);
});

test('a blocked member is in no search until they are unblocked, and their new first name is on their cards', async () => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  await stream.putParcel(aParcel(parcelId, owner));
  await stream.putTrip(aTrip(tripId, owner));
  await stream.project();
  await stream.project([await stream.putProfile(aProfile(owner, { status: 'blocked', version: 2 }))]);
  expect((await stream.search().parcels({})).items).toEqual([]);
  expect((await stream.search().trips({})).items).toEqual([]);
  await stream.project([await stream.putProfile(aProfile(owner, { firstName: 'Inès', version: 3 }))]);
  expect((await stream.search().parcels({})).items.map((card) => card.owner.firstName)).toEqual(['Inès']);
  expect((await stream.search().trips({})).items.map((card) => card.owner.firstName)).toEqual(['Inès']);
});

test('repeated, late and shuffled events end in the same rows and counts', async () => {
  const tell = async (stream: Awaited<ReturnType<typeof aStream>>) => {
    await stream.putProfile(aProfile(owner, { status: 'pending', firstName: 'Ines' }));
    await stream.putProfile(aProfile(owner, { version: 2 }));
    await stream.putParcel(aParcel(parcelId, owner, { adminStatus: 'pending' }));
    await stream.putParcel(aParcel(parcelId, owner, { version: 2 }));
    await stream.putTrip(aTrip(tripId, owner, { adminStatus: 'pending' }));
    await stream.putTrip(aTrip(tripId, owner, { version: 2 }));
    await stream.putParcel(aParcel(parcelId, owner, { version: 3, status: 'carrier_chosen', carrierId: carrier }));
    await stream.putParcel(aParcel(parcelId, owner, { version: 4, delivery: oran }));
    await stream.put({ ...keys.inbox(owner, carrier), kind: 'inbox', record: { unread: 1 } });
    await stream.put({ ...keys.inbox(owner, carrier), kind: 'inbox', record: { unread: 3 } });
  };
  const [once, often] = [await aStream(), await aStream()];
  for (const stream of [once, often]) await tell(stream);
  await once.project();
  const shuffled = often.events.toReversed();
  await often.project([...shuffled.slice(3), ...shuffled.slice(0, 5), ...often.events]);
  await Promise.all([often.project(), often.project(shuffled)]);
  expect(await often.derived()).toEqual(await once.derived());

  expect(await once.table.get(keys.adminCounters())).toMatchObject({
    totalUsers: 1,
    pendingProfiles: 0,
    pendingParcels: 0,
    pendingTrips: 0,
  });
  expect(await once.table.get(keys.stats(owner))).toMatchObject({ unread: 3 });
  expect((await once.search().parcels({ toCity: 'oran' })).items).toHaveLength(1);
  expect((await once.search().trips({})).items).toHaveLength(1);
});

test('a first event that arrives after the listing is deleted shows nothing', async () => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  const late = await stream.putParcel(aParcel(parcelId, owner));
  await stream.putParcel(aParcel(parcelId, owner, { version: 2, status: 'cancelled' }));
  await stream.project(stream.events.slice(2));
  await stream.project([late]);
  expect(await stream.partition(keys.parcelSearch('*', '*'))).toEqual([]);
});

test('a change between reading and writing is not overwritten', async () => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  await stream.putParcel(aParcel(parcelId, owner));
  let isOvertaken = false;
  const slow: Table = {
    ...stream.table,
    transact: async (writes) => {
      if (!isOvertaken) {
        isOvertaken = true;
        await stream.putParcel(aParcel(parcelId, owner, { version: 2, status: 'cancelled' }));
        await showListing(stream.table, 'parcel', parcelId, stream.clock.now);
      }
      await stream.table.transact(writes);
    },
  };
  await showListing(slow, 'parcel', parcelId, stream.clock.now);
  expect(isOvertaken).toBe(true);
  expect(await stream.partition(keys.parcelSearch('*', '*'))).toEqual([]);
});

test('one bad event is returned alone, and the others of its batch take effect', async () => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  const poison = await stream.put({ ...keys.parcel('poison'), kind: 'parcel', version: 1, record: { id: 'poison' } });
  await stream.putParcel(aParcel(parcelId, owner));
  expect(await stream.project()).toEqual({
    batchItemFailures: [{ itemIdentifier: poison.dynamodb?.SequenceNumber }],
  });
  expect((await stream.search().parcels({})).items).toHaveLength(1);
});

test('waiting items are counted for administrators, requests and deliveries for members', async () => {
  const stream = await aStream();
  const document = { uploadId: 'u', key: 'k', contentType: 'image/jpeg', at: '2026-11-20T10:00:00.000Z' } as const;
  await stream.putProfile(aProfile(owner, { status: 'pending', facePhoto: document }));
  await stream.putProfile(aProfile(carrier, { status: 'pending' }));
  await stream.putParcel(aParcel(parcelId, owner, { adminStatus: 'pending' }));
  await stream.putTrip(aTrip(tripId, owner, { adminStatus: 'pending' }));
  await stream.project();
  expect(await stream.table.get(keys.adminCounters())).toMatchObject({
    totalUsers: 2,
    pendingProfiles: 2,
    pendingProfilesWithDocuments: 1,
    pendingParcels: 1,
    pendingTrips: 1,
  });
  const steps = [
    [{ status: 'accepted_for_delivery', carrierId: carrier }, { requests: 1 }, {}],
    [{ status: 'carrier_chosen', carrierId: carrier }, { requests: 0 }, { requests: 1 }],
    [{ status: 'pickup', carrierId: carrier }, { requests: 0 }, { requests: 0 }],
    [{ status: 'delivered', carrierId: carrier }, { parcelCount: 1 }, { requests: 0 }],
  ] as const;
  for (const [index, [change, ofOwner, ofCarrier]] of steps.entries()) {
    await stream.project([await stream.putParcel(aParcel(parcelId, owner, { ...change, version: index + 2 }))]);
    expect(await stream.table.get(keys.stats(owner))).toMatchObject(ofOwner);
    expect((await stream.table.get(keys.stats(carrier))) ?? {}).toMatchObject(ofCarrier);
  }
});

test('an account waits for administrators after its confirmation, and is counted as a member before', async () => {
  const stream = await aStream();
  const document = { uploadId: 'u', key: 'k', contentType: 'image/jpeg', at: '2026-11-20T10:00:00.000Z' } as const;
  const figures = async () => {
    const { totalUsers, pendingProfiles, pendingProfilesWithDocuments } = await readStatistics(stream.table);
    return [totalUsers, pendingProfiles, pendingProfilesWithDocuments];
  };
  const signedUp = { status: 'pending', facePhoto: document, emailConfirmedAt: undefined } as const;
  await stream.project([await stream.putProfile(aProfile(owner, signedUp))]);
  await stream.project([await stream.putProfile(aProfile(carrier, signedUp))]);
  expect(await figures()).toEqual([2, 0, 0]);
  const confirmed = aProfile(owner, { status: 'pending', facePhoto: document, version: 2 });
  await stream.project([await stream.putProfile(confirmed)]);
  expect(await figures()).toEqual([2, 1, 1]);
  await stream.project([await stream.remove(profileItem(aProfile(carrier, signedUp)))]);
  expect(await figures()).toEqual([1, 1, 1]);
});

test('administrators find a member by any part of their name, number or address, also after they changed them', async () => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner, { firstName: 'Zoé', lastName: 'Benaïssa' }));
  await stream.project();
  const find = async (text: string) =>
    (await stream.partition(keys.nameSuffix(text, '').pk))
      .filter(({ sk }) => String(sk).startsWith(text))
      .map(({ id }) => id);
  for (const text of ['zoe', 'oe benai', 'aissa', '34567', 'exemple fr']) expect(await find(text)).toContain(owner);
  await stream.project([
    await stream.putProfile(aProfile(owner, { firstName: 'Zora', lastName: 'Benaïssa', version: 2 })),
  ]);
  expect(await find('zoe')).toEqual([]);
  expect(await find('aissa')).toEqual([owner]);
  expect(await find('zora b')).toEqual([owner]);
});

test('suffixes of a long address stay short enough for a key', () => {
  const endings = suffixesOf(aProfile(owner, { email: `${'a'.repeat(200)}@exemple.fr` }));
  expect(Math.max(...[...endings].map((ending) => ending.length))).toBeLessThanOrEqual(40);
});

test('the first listing of a place is found at once, before and after the snapshot that contains it', async () => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  await stream.putParcel(aParcel(parcelId, owner));
  await stream.project();
  const running = stream.search();
  expect((await running.parcels({ toCity: 'oran' })).items).toEqual([]);

  stream.clock.now += 5000;
  const second = await stream.putParcel(aParcel(parcelId.replace(/1$/, '2'), owner, { pickup: oran, delivery: oran }));
  await stream.project([second]);
  for (const query of [{ toCity: 'oran' }, { fromPlace: '2485926' }, { fromCountry: 'algerie', toCountry: 'algerie' }])
    expect((await running.parcels(query)).items).toHaveLength(1);

  expect(await writeSnapshot(stream.table, 'parcel', () => stream.clock.now)).toBe(true);
  stream.clock.now += minuteMs;
  await stream.project([await stream.putParcel(aParcel(parcelId, owner, { version: 2, status: 'cancelled' }))]);
  expect((await stream.search().parcels({ toCity: 'oran' })).items).toHaveLength(1);
  expect((await stream.search().parcels({ toCity: 'alger' })).items).toEqual([]);
});

test('a running search uses a snapshot that another function made, and misses no listing', async () => {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  await stream.putParcel(aParcel(parcelId, owner));
  await stream.project();
  const running = stream.search();
  expect((await running.parcels({ fromCity: 'a' })).items).toHaveLength(1);

  stream.clock.now += minuteMs - 1000;
  await stream.project([await stream.putParcel(aParcel(parcelId.replace(/1$/, '2'), owner, { pickup: oran }))]);
  stream.clock.now += 1000;
  await writeSnapshot(stream.table, 'parcel', () => stream.clock.now);
  stream.clock.now -= 2000;
  expect((await running.parcels({ fromCity: 'a' })).items).toHaveLength(2);
});
