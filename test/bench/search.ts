import { openTable, type Table } from '#functions/platform/table.ts';
import { searchHandlers } from '#functions/search/handlers.ts';
import { parcelSpot, tripSpot } from '#functions/search/listing.ts';
import { foldPlace } from '#shared/places.ts';
import type { SearchQuery } from '#shared/search/contract.ts';
import { dayMs, dayOf } from '#shared/time.ts';
import { fillSearch, someListings } from '#test/support/listings.ts';
import { onTable } from './database.ts';
import type { Figure } from './figure.ts';

/** Searches as members make them, and the most read units that a page of each may cost. */
const scenarios = (now: number) =>
  ({
    'no filter': { query: {}, limit: 1.5 },
    'city pair, chosen from the list': { query: { fromPlace: '2507480', toPlace: '2988507' }, limit: 1.5 },
    'city, chosen from the list': { query: { fromPlace: '2988507' }, limit: 1.5 },
    'country, typed': { query: { fromCountry: 'France' }, limit: 1.5 },
    'two countries, typed': { query: { fromCountry: 'france', toCountry: 'algerie' }, limit: 1.5 },
    'wide text': { query: { fromCity: 'al' }, limit: 15 },
    'wide text on both sides': { query: { fromCity: 'al', toCity: 'ar' }, limit: 50 },
    // Each place that a text matches is a partition of its own, half a unit at least.
    'four texts': { query: { fromCity: 'par', fromCountry: 'fran', toCity: 'alg', toCountry: 'alg' }, limit: 15 },
    'no match': { query: { fromCity: 'zzzz' }, limit: 1.5 },
    'date, all match': { query: { date: dayOf(now) }, limit: 20 },
    'date, 1 in 20 matches': { query: { date: dayOf(now + 114 * dayMs) }, limit: 20 },
    'country and date, 1 in 20': { query: { fromCountry: 'France', date: dayOf(now + 114 * dayMs) }, limit: 20 },
  }) as const satisfies Record<string, { query: SearchQuery; limit: number }>;

export interface Measured {
  readonly scenario: string;
  readonly kind: 'parcel' | 'trip';
  readonly units: number;
  readonly calls: number;
  readonly rows: number;
  readonly isExact: boolean;
  readonly milliseconds: number;
  readonly limit: number;
}

/**
 * First pages of all scenarios over `count` parcels and trips, in read units by AWS's formula: DynamoDB Local takes
 * nothing for an empty answer where AWS takes half a unit. The vocabulary is in memory, as in a warm function.
 */
export async function measureSearch(table: Table, count: number, now: number, rounds = 1): Promise<Measured[]> {
  const listings = someListings(count, now);
  await fillSearch(table, listings, now);
  const meter = metered(table);
  const handlers = searchHandlers({ table: meter.table, now: () => now, newId: () => crypto.randomUUID() });
  const search = {
    parcel: (query: SearchQuery) => handlers.searchParcels(callOf(query)),
    trip: (query: SearchQuery) => handlers.searchTrips(callOf(query)),
  };
  await Promise.all([search.parcel({ fromCity: 'a' }), search.trip({ fromCity: 'a' })]);

  const measured: Measured[] = [];
  for (const [scenario, { query, limit }] of Object.entries(scenarios(now))) {
    for (const kind of ['parcel', 'trip'] as const) {
      const times: number[] = [];
      let ids: string[] = [];
      for (let round = 0; round < rounds; round++) {
        meter.reset();
        const start = performance.now();
        ids = (await search[kind](query)).reply.items.map(({ id }) => id);
        times.push(performance.now() - start);
      }
      const expected = naive(listings, kind, query, dayOf(now));
      measured.push({
        scenario,
        kind,
        ...meter.read(),
        rows: ids.length,
        isExact: ids.every((id, at) => id === expected[at]) && (ids.length > 0 || expected.length === 0),
        milliseconds: times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0,
        limit,
      });
    }
  }
  return measured;
}

const callOf = (query: SearchQuery) =>
  ({
    params: {},
    body: undefined,
    query,
    actor: undefined,
    subject: undefined,
    version: undefined,
    idempotencyKey: undefined,
  }) as never;

/** What a search means, said as plainly as possible. */
export function naive(
  { parcels, trips }: ReturnType<typeof someListings>,
  kind: 'parcel' | 'trip',
  query: SearchQuery,
  today: string,
): string[] {
  const has = (text: string, part: string | undefined) => foldPlace(text).includes(foldPlace(part ?? ''));
  const listings =
    kind === 'parcel'
      ? parcels.map((card) => ({ id: card.id, ...parcelSpot(card) }))
      : trips.map((card) => ({ id: card.id, ...tripSpot(card) }));
  const found = listings.filter(
    ({ from, to, day }) =>
      (query.fromPlace
        ? from.placeId === query.fromPlace
        : has(from.city, query.fromCity) && has(from.country, query.fromCountry)) &&
      (query.toPlace ? to.placeId === query.toPlace : has(to.city, query.toCity) && has(to.country, query.toCountry)) &&
      day >= today &&
      day >= (query.date ?? today),
  );
  const sorted = found.sort((a, b) => (a.order < b.order ? -1 : 1));
  return (kind === 'parcel' ? sorted.reverse() : sorted).map(({ id }) => id);
}

/** The same table, counting what its reads cost. */
function metered(table: Table) {
  let units = 0;
  let calls = 0;
  const count = (cost: number) => {
    units += Math.max(0.5, cost);
    calls += 1;
  };
  const counting: Table = {
    ...table,
    get: async (key, options) => {
      const item = await table.get(key, options);
      // Eventually consistent, half a unit for each 4 kB.
      count(
        Math.ceil(
          JSON.stringify(item ?? {}, (_, value: unknown) => (value instanceof Set ? [...value] : value)).length / 4096,
        ) / 2,
      );
      return item;
    },
    query: async (input) => {
      const page = await table.query(input);
      count(page.capacity);
      return page;
    },
  };
  return {
    table: counting,
    reset: () => {
      units = 0;
      calls = 0;
    },
    read: () => ({ units, calls }),
  };
}

/** What pages of one allowance have in common. */
const groups: Readonly<Record<number, string>> = {
  1.5: 'no text or a text that means one place',
  15: 'wide or several texts',
  20: 'with a date',
  50: 'wide text on both sides',
};

/** The dearest page of each allowance at every size, and pages that were not exactly what a plain filter finds. */
export async function benchSearch(sizes: readonly number[] = [1000, 10_000]): Promise<Figure[]> {
  const results: (Measured & { size: number })[] = [];
  for (const size of sizes) {
    const measured = await onTable(({ name, client }) => measureSearch(openTable(name, client), size, Date.now(), 5));
    console.log(`\n${size} parcels and ${size} trips`);
    console.table(
      measured.map(({ scenario, kind, units, calls, rows, isExact, milliseconds, limit }) => ({
        scenario,
        kind,
        'read units': units,
        'at most': limit,
        calls,
        rows,
        exact: isExact,
        'p50 ms': Number(milliseconds.toFixed(1)),
      })),
    );
    results.push(...measured.map((one) => ({ ...one, size })));
  }
  const limits = [...new Set(results.map(({ limit }) => limit))].toSorted((a, b) => a - b);
  const dearest = limits.flatMap((limit) =>
    sizes.map((size) => ({
      what: `search page at ${size.toLocaleString('en')} listings, ${groups[limit]}`,
      measured: Math.max(
        ...results.filter((one) => one.limit === limit && one.size === size).map(({ units }) => units),
      ),
      atMost: limit,
      unit: 'RCU',
    })),
  );
  const wrong = results.filter(({ isExact }) => !isExact).length;
  return [...dearest, { what: 'search pages that differ from a plain filter', measured: wrong, atMost: 0, unit: '' }];
}
