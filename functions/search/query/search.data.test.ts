import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { openTable } from '#functions/platform/table.ts';
import { searchHandlers } from '#functions/search/handlers.ts';
import { writeSnapshot } from '#functions/search/index/snapshot.ts';
import { placeCountsReader } from '#functions/search/query/place-counts-reader.ts';
import { openSearch } from '#functions/search/query/search.ts';
import { searchRoutes } from '#shared/search/contract.ts';
import { dayOf, minuteMs } from '#shared/values/time.ts';
import { measureSearch, naive } from '#test/bench/search-scenarios.ts';
import { pipelineOf } from '#test/support/pipeline.ts';
import { fillSearch, someListings } from '#test/support/search/listings.ts';
import { aParcel, aProfile, aStream, aTrip } from '#test/support/stream.ts';
import { freshTable } from '#test/support/table.ts';

test('a page of 1,000 listings stays within its read units and is what a plain filter finds', async () => {
  const fresh = await freshTable();
  const table = openTable(fresh.name, fresh.client);
  const now = Date.parse('2026-12-01T12:00:00Z');
  const listings = someListings(1000, now);
  await fillSearch(table, listings, now);
  for (const { scenario, kind, units, limit, isExact } of await measureSearch(table, listings, now)) {
    expect(units, `${scenario}, ${kind}`).toBeLessThanOrEqual(limit);
    expect(isExact, `${scenario}, ${kind}`).toBe(true);
  }

  const search = openSearch(
    table,
    () => now,
    placeCountsReader(table, () => now),
  );
  for (const query of [{ fromCity: 'al' }, { fromCountry: 'france', toCity: 'ar' }, { date: '2027-03-20' }]) {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search.parcels({ ...query, cursor });
      found.push(...page.items.map(({ title, createdAt }) => `${createdAt} ${title}`));
      cursor = page.next;
    } while (cursor);
    const byId = new Map(listings.parcels.map((parcel) => [parcel.id, parcel]));
    const expected = naive(listings, 'parcel', query, dayOf(now)).map((id) => byId.get(id));
    expect(found).toEqual(expected.map((parcel) => `${parcel?.createdAt} ${parcel?.title}`));
  }
});

const owner = 'a0000000-0000-4000-8000-000000000001';
const parcelId = 'b0000000-0000-4000-8000-000000000001';
const tripId = 'c0000000-0000-4000-8000-000000000001';

/** The public rows behind the complete pipeline, over one parcel and one trip from Paris to Algiers. */
async function publicSearch() {
  const stream = await aStream();
  await stream.putProfile(aProfile(owner));
  await stream.putParcel(aParcel(parcelId, owner));
  await stream.putTrip(aTrip(tripId, owner));
  await stream.project();
  const deps = { table: stream.table, now: () => stream.clock.now, newId: () => crypto.randomUUID() };
  const call = pipelineOf(searchRoutes, searchHandlers(deps), deps);
  return {
    stream,
    find: (name: 'searchParcels' | 'searchTrips', query: Record<string, string>) => call(name, owner, { query }),
  };
}

const position = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('bad input of a search is refused in French, or finds nothing, and is never a fault', async () => {
  const { find } = await publicSearch();
  const refused: [field: string, value: string, sentence: string][] = [
    ['cursor', 'x', 'Page inconnue'],
    ['cursor', position({ after: 'zzz' }), 'Page inconnue'],
    ['cursor', position({ after: '' }), 'Page inconnue'],
    ['cursor', position({ pk: 'U#1', sk: 'A#PROFILE' }), 'Page inconnue'],
    ['cursor', 'a'.repeat(2001), 'Page inconnue'],
    ['date', '2026-02-31', 'Date incorrecte'],
    ['date', 'demain', 'Date incorrecte'],
    ['fromPlace', 'Paris', 'Lieu inconnu'],
    ...['', 'zzz', 'verified.size-small', 'size-large.size-small', 'verified.verified', 'weight-3', 'Verified'].map(
      (filter): [string, string, string] => ['filter', filter, 'Filtre inconnu'],
    ),
    ['fromCity', 'a'.repeat(81), 'Ce texte est trop long (80 caractères au maximum)'],
  ];
  for (const name of ['searchParcels', 'searchTrips'] as const) {
    for (const [field, value, sentence] of refused) {
      const { status, body } = await find(name, { [field]: value });
      expect({ field, value, status, fields: body['fields'] }).toEqual({
        field,
        value,
        status: 400,
        fields: { [field]: sentence },
      });
    }
    for (const query of [
      { fromCity: 'Atlantide' },
      { fromPlace: '999999', toPlace: '999999' },
      { fromPlace: '2988507', toPlace: '2988507' },
      { fromCity: 'paris', toCity: 'paris' },
      { fromCountry: 'zzz' },
      { date: '2099-12-31' },
    ] as Record<string, string>[]) {
      const { status, body } = await find(name, query);
      expect({ query, status, body }).toEqual({ query, status: 200, body: { items: [] } });
    }
    for (const query of [
      { fromCountry: 'FRANCE' },
      { fromCountry: 'fr', toCountry: 'alg' },
      { fromCity: '  ', toCity: '|#>*~\u0000' },
      { toCity: 'ALGÉR' },
      { date: '2000-01-01' },
    ] as Record<string, string>[])
      expect((await find(name, query)).body['items'], JSON.stringify(query)).toHaveLength(1);
  }
});

test('a position of another search is valid in this one, and one of the other kind is refused', async () => {
  const { find } = await publicSearch();
  const later = position({ after: '2026-11-21T00:00:00.000Z#x' });
  expect((await find('searchParcels', { cursor: later, fromCity: 'a' })).body['items']).toHaveLength(1);
  const earlier = position({ after: '2026-11-19T00:00:00.000Z#x' });
  expect((await find('searchParcels', { cursor: earlier, fromCity: 'a' })).body).toEqual({ items: [] });
  expect((await find('searchTrips', { cursor: later })).status).toBe(400);
});

test('an expired listing leaves the search at midnight, before any job has run', async () => {
  const { stream, find } = await publicSearch();
  const found = async (name: 'searchParcels' | 'searchTrips') => {
    const queries: Record<string, string>[] = [
      {},
      { fromPlace: '2988507' },
      { fromCity: 'a', toCity: 'a' },
      { toCountry: 'alg' },
    ];
    const pages = await Promise.all(queries.map((query) => find(name, query)));
    return pages.map(({ body }) => (body['items'] as unknown[]).length);
  };
  // 23:59 of the last day in Algiers, and the minute after.
  stream.clock.now = Date.parse('2026-12-10T22:59:00Z');
  expect(await found('searchTrips')).toEqual([1, 1, 1, 1]);
  stream.clock.now += minuteMs;
  expect(await found('searchTrips')).toEqual([0, 0, 0, 0]);
  stream.clock.now = Date.parse('2026-12-20T22:59:00Z');
  expect(await found('searchParcels')).toEqual([1, 1, 1, 1]);
  stream.clock.now += minuteMs;
  expect(await found('searchParcels')).toEqual([0, 0, 0, 0]);

  // The row still exists; the test of the daily job covers its removal.
  expect(await stream.partition(keys.parcelSearch('*', '*'))).toHaveLength(1);
});

test('listings follow their owner who loses the badge, and one who gets it, in a search that runs', async () => {
  const { stream, find } = await publicSearch();
  const found = async () => {
    const pages = await Promise.all([
      find('searchParcels', { filter: 'verified' }),
      find('searchTrips', { filter: 'newest.verified' }),
    ]);
    return pages.map(({ body }) => (body['items'] as unknown[]).length);
  };
  for (const kind of ['parcel', 'trip'] as const) await writeSnapshot(stream.table, kind, () => stream.clock.now);
  expect(await found()).toEqual([1, 1]);
  await stream.project([await stream.putProfile(aProfile(owner, { status: 'pending', version: 2 }))]);
  expect(await found()).toEqual([0, 0]);
  for (const kind of ['parcel', 'trip'] as const) await writeSnapshot(stream.table, kind, () => stream.clock.now);
  stream.clock.now += 2 * minuteMs;
  expect(await found()).toEqual([0, 0]);
  await stream.project([await stream.putProfile(aProfile(owner, { status: 'approved', version: 3 }))]);
  expect(await found()).toEqual([1, 1]);
});
