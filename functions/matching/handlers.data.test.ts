import { expect, test } from 'vitest';
import type { ParcelCard, TripCard } from '#shared/search/contract.ts';
import { aParcel, aProfile, aTrip, memberIds } from '#test/access/people.ts';
import { alger, paris } from '#test/support/factories.ts';
import { fillSearch, someListings } from '#test/support/search/listings.ts';
import { aWorld } from '#test/support/world/world.ts';

const now = Date.parse('2026-12-01T12:00:00Z');
const { O: owner } = memberIds;
const place = (city: string, countryCode: string, placeId?: string) => ({
  city,
  country: countryCode,
  countryCode,
  ...(placeId ? { placeId } : {}),
});
const lyon = place('Lyon', 'FR', '2996944');
const room = { maxWeightKg: 10, acceptsFragile: true, acceptsElectronics: true };

const aTripCard = (id: string, change: Partial<TripCard> = {}): TripCard => {
  const { ownerId: _1, status: _2, adminStatus: _3, version: _4, ...facts } = aTrip(1, 'C');
  return { ...facts, depart: paris, arrival: alger, travelDate: '2026-12-10', ...room, ...change, id };
};
const aParcelCard = (id: string, change: Partial<ParcelCard> = {}): ParcelCard => {
  const { ownerId: _1, status: _2, adminStatus: _3, version: _4, description: _5, ...facts } = aParcel(1, 'C');
  return { ...facts, pickup: paris, delivery: alger, deadline: '2026-12-20', ...change, id };
};

async function market({ parcels = [], trips = [] }: { parcels?: ParcelCard[]; trips?: TripCard[] }) {
  const world = await aWorld({ people: ['O'], start: now });
  await fillSearch(world.table, { parcels, trips }, now);
  return world;
}

const idsIn = (body: Record<string, unknown>) =>
  (body['items'] as { id: string; closeness: string }[]).map(({ id, closeness }) => `${id} ${closeness}`);

const query = {
  fromCountry: 'FR',
  fromCity: 'Paris',
  fromPlace: '2988507',
  toCountry: 'DZ',
  toCity: 'Alger',
  toPlace: '2507480',
  deadline: '2026-12-20',
  weight: '2,5',
  size: 'medium',
};

test('a sender is shown the trips that could take their parcel, best match first, and no others', async () => {
  const { call, seed } = await market({
    trips: [
      aTripCard('far', { depart: place('Lille', 'FR', '2998324'), travelDate: '2026-12-05' }),
      aTripCard('byLyon', { depart: place('Lille', 'FR', '2998324'), stops: [paris], travelDate: '2026-12-06' }),
      aTripCard('exact', { travelDate: '2026-12-09' }),
      aTripCard('later', { travelDate: '2026-12-11' }),
      aTripCard('tooLate', { travelDate: '2026-12-21' }),
      aTripCard('tooWeak', { maxWeightKg: 2 }),
      aTripCard('tooSmall', { maxSize: 'small' }),
      aTripCard('elsewhere', { arrival: place('Tunis', 'TN', '2464470') }),
      aTripCard(aTrip(5, 'O').id),
    ],
  });
  await seed(aTrip(5, 'O'));
  const { status, body } = await call('matchingTrips', owner, { query });
  expect(status).toBe(200);
  expect(idsIn(body)).toEqual(['exact exact', 'later exact', 'byLyon onTheWay', 'far sameCountries']);
  expect(JSON.stringify(body)).not.toMatch(/ownerId|lastName|avatar/);
});

test('a parcel from an unlisted city, or a fragile one, is matched too', async () => {
  const village = place('Beni Quelquepart', 'DZ');
  const { call } = await market({
    trips: [
      aTripCard('exact', { arrival: village }),
      aTripCard('careless', { arrival: village, acceptsFragile: false }),
    ],
  });
  const { body } = await call('matchingTrips', owner, {
    query: { ...query, toCity: 'beni quelquepart', toPlace: '', isFragile: 'true' } as Record<string, string>,
  });
  expect(body).toMatchObject({ code: 'INVALID' });
  const { toPlace: _none, ...typed } = query;
  const found = await call('matchingTrips', owner, {
    query: { ...typed, toCity: 'beni quelquepart', isFragile: 'true' },
  });
  expect(idsIn(found.body)).toEqual(['exact exact']);
});

test('a traveller is shown the parcels they could take on their way, never their own', async () => {
  const trip = aTrip(7, 'O', {
    depart: paris,
    stops: [lyon],
    arrival: alger,
    travelDate: '2026-12-10',
    maxWeightKg: 5,
  });
  const { call, seed } = await market({
    parcels: [
      aParcelCard('exact'),
      aParcelCard('fromLyon', { pickup: lyon }),
      aParcelCard('toLyon', { delivery: lyon }),
      aParcelCard('countries', { pickup: place('Lille', 'FR', '2998324') }),
      aParcelCard('backwards', { pickup: alger, delivery: paris }),
      aParcelCard('tooEarly', { deadline: '2026-12-09' }),
      aParcelCard('heavy', { weightGrams: 5001 }),
      aParcelCard('fragile', { isFragile: true }),
      aParcelCard(aParcel(9, 'O').id),
    ],
  });
  await seed(trip);
  await seed(aParcel(9, 'O'));
  const { body } = await call('matchingParcels', owner, { params: { tripId: trip.id } });
  expect(new Set(idsIn(body))).toEqual(
    new Set(['exact exact', 'fromLyon onTheWay', 'toLyon onTheWay', 'countries sameCountries']),
  );
  expect(idsIn(body)[0]).toBe('exact exact');
});

test('suggestions cost the same in a market of any size', async () => {
  const { table, call } = await market(someListings(40, now));
  let units = 0;
  const send = table.documents.send.bind(table.documents);
  table.documents.send = (async (command: never) => {
    const answer = (await send(command)) as { ConsumedCapacity?: { CapacityUnits?: number } };
    units += answer.ConsumedCapacity?.CapacityUnits ?? 0;
    return answer;
  }) as typeof table.documents.send;
  await call('matchingTrips', owner, { query });
  expect(units).toBeGreaterThan(0);
  expect(units).toBeLessThanOrEqual(10);
});

test('a block of either side, and a missing verification, keep listings out of the suggestions', async () => {
  const [mine, theirs] = [aTrip(31, 'C', room), aTrip(32, 'M', room)];
  const cards = [mine, theirs].map(({ id }) => aTripCard(id));
  const unverified = aTripCard('unverified', {
    owner: { firstName: 'X', verified: false, reviewCount: 0 },
  });
  const { call, seed, as } = await market({ trips: [...cards, unverified] });
  await seed(mine, theirs, ...(['C', 'M'] as const).map((role) => aProfile(role)));
  const found = async () => idsIn((await call('matchingTrips', owner, { query })).body);
  expect(await found()).toEqual([`${mine.id} exact`, `${theirs.id} exact`]);
  await as(owner).blockMember({ params: { userId: memberIds.C } });
  expect(await found()).toEqual([`${theirs.id} exact`]);
  await as(memberIds.M).blockMember({ params: { userId: owner } });
  expect(await found()).toEqual([]);
  await as(owner).unblockMember({ params: { userId: memberIds.C } });
  expect(await found()).toEqual([`${mine.id} exact`]);
});

test('a parcel of a blocked member is not suggested for a trip', async () => {
  const [trip, parcel] = [
    aTrip(33, 'O', { ...room, depart: paris, arrival: alger, travelDate: '2026-12-10' }),
    aParcel(31, 'C'),
  ];
  const { call, seed, as } = await market({ parcels: [aParcelCard(parcel.id)] });
  await seed(trip, parcel, aProfile('C'));
  const found = async () => idsIn((await call('matchingParcels', owner, { params: { tripId: trip.id } })).body);
  expect(await found()).toHaveLength(1);
  await as(memberIds.C).blockMember({ params: { userId: owner } });
  expect(await found()).toEqual([]);
});
