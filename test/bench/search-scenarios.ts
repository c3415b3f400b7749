import { keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { searchHandlers } from '#functions/search/handlers.ts';
import { type Kind, parcelPosition, tripPosition } from '#functions/search/index/listing.ts';
import { writeSnapshot } from '#functions/search/index/snapshot.ts';
import { pageSize } from '#functions/search/query/search.ts';
import type { ParcelCard, SearchQuery, TripCard } from '#shared/search/contract.ts';
import { freeGrams } from '#shared/trips/fields.ts';
import { containsName } from '#shared/values/place-names.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { searchItems, type someListings } from '#test/support/search/listings.ts';
import { memoryTable } from '#test/support/search/memory-table.ts';

/** Searches as members make them, and the most read units that a page of each may cost. */
const scenarios = (now: number) =>
  ({
    'no filter': { query: {}, limit: 1.5 },
    'city pair, chosen from the list': { query: { fromPlace: '2507480', toPlace: '2988507' }, limit: 1.5 },
    'city, chosen from the list': {
      query: { fromPlace: '2988507', fromCity: 'Paris', fromCountry: 'France' },
      limit: 1.5,
    },
    'country, typed': { query: { fromCountry: 'France' }, limit: 1.5 },
    'two countries, typed': { query: { fromCountry: 'france', toCountry: 'algerie' }, limit: 1.5 },
    'wide text': { query: { fromCity: 'al' }, limit: 15 },
    'wide text on both sides': { query: { fromCity: 'al', toCity: 'ar' }, limit: 15 },
    'four texts': { query: { fromCity: 'par', fromCountry: 'fran', toCity: 'alg', toCountry: 'alg' }, limit: 15 },
    'no match': { query: { fromCity: 'zzzz' }, limit: 1.5 },
    'date, all match': { query: { date: dayOf(now) }, limit: 15 },
    'date, 1 in 20 matches': { query: { date: dayOf(now + 114 * dayMs) }, limit: 15 },
    'country and date, 1 in 20': { query: { fromCountry: 'France', date: dayOf(now + 114 * dayMs) }, limit: 15 },
    verified: { query: {}, filter: { parcel: 'verified', trip: 'verified' }, limit: 15 },
    'one size, light, verified': { query: {}, filter: dearFilter, limit: 15 },
    'country, one size, light, verified': { query: { fromCountry: 'France' }, filter: dearFilter, limit: 15 },
    'second order': { query: {}, filter: { parcel: 'soonest', trip: 'newest' }, limit: 15 },
    'second order, city chosen from the list': {
      query: { fromPlace: '2988507' },
      filter: { parcel: 'soonest', trip: 'newest' },
      limit: 15,
    },
    'second order, wide text, one size, verified': {
      query: { fromCity: 'al' },
      filter: { parcel: 'size-small.soonest.verified', trip: 'newest.size-large.verified' },
      limit: 15,
    },
  }) as const satisfies Record<string, { query: SearchQuery; filter?: Record<Kind, string>; limit: number }>;

const dearFilter = { parcel: 'size-large.verified.weight-2', trip: 'fragile.size-large.transport-boat.verified' };

export interface Measured {
  readonly scenario: string;
  readonly kind: 'parcel' | 'trip';
  readonly units: number;
  readonly calls: number;
  readonly rows: number;
  /** Of the answer's body. */
  readonly bytes: number;
  readonly isExact: boolean;
  /** Milliseconds of each round. */
  readonly times: readonly number[];
  readonly limit: number;
  /** With a filter or in the second order. */
  readonly isFiltered: boolean;
}

export type Listings = ReturnType<typeof someListings>;

/**
 * First pages of all scenarios over a filled table, in read units by AWS's formula: DynamoDB Local charges nothing for
 * an empty answer where AWS charges half a unit. The snapshot is in memory, as in a warm function.
 */
export async function measureSearch(table: Table, listings: Listings, now: number, rounds = 1): Promise<Measured[]> {
  const meter = metered(table);
  const handlers = searchHandlers({ table: meter.table, now: () => now, newId: () => crypto.randomUUID() });
  const search = {
    parcel: (query: SearchQuery) => handlers.searchParcels(callOf(query)),
    trip: (query: SearchQuery) => handlers.searchTrips(callOf(query)),
  };
  const wide = { fromCity: 'al', toCity: 'ar' };
  await Promise.all([search.parcel(wide), search.trip(wide)]);

  const measured: Measured[] = [];
  for (const [scenario, { limit, ...asked }] of Object.entries(scenarios(now))) {
    for (const kind of ['parcel', 'trip'] as const) {
      const query: SearchQuery = { ...asked.query, ...('filter' in asked && { filter: asked.filter[kind] }) };
      const times: number[] = [];
      let items: readonly { id: string }[] = [];
      for (let round = 0; round < rounds; round++) {
        meter.reset();
        const start = performance.now();
        items = (await search[kind](query)).reply.items;
        times.push(performance.now() - start);
      }
      const ids = items.map(({ id }) => id);
      const expected = naive(listings, kind, query, dayOf(now));
      measured.push({
        scenario,
        kind,
        ...meter.read(),
        rows: ids.length,
        bytes: Buffer.byteLength(JSON.stringify({ items })),
        // Exact and full.
        isExact: JSON.stringify(ids) === JSON.stringify(expected.slice(0, pageSize)),
        times,
        limit,
        isFiltered: query.filter !== undefined,
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
    resource: undefined,
    version: undefined,
    idempotencyKey: undefined,
  }) as never;

/** The meaning of a search, as simple code. */
export function naive(
  { parcels, trips }: Listings,
  kind: 'parcel' | 'trip',
  query: SearchQuery,
  today: string,
): string[] {
  const has = (text: string, part: string | undefined) => containsName(text, part ?? '');
  const listings =
    kind === 'parcel'
      ? parcels.map((card) => ({ id: card.id, ...parcelPosition(card), card }))
      : trips.map((card) => ({ id: card.id, ...tripPosition(card), card }));
  const parts = query.filter?.split('.') ?? [];
  const isSecondOrder = parts.includes('soonest') || parts.includes('newest');
  const found = listings.filter(
    ({ from, to, day, card }) =>
      parts.every((part) => hasPart(card, part)) &&
      (query.fromPlace
        ? from.placeId === query.fromPlace
        : has(from.city, query.fromCity) && has(from.country, query.fromCountry)) &&
      (query.toPlace ? to.placeId === query.toPlace : has(to.city, query.toCity) && has(to.country, query.toCountry)) &&
      day >= today &&
      day >= (query.date ?? today),
  );
  const rankOf = ({ order, day, card }: (typeof found)[number]) => {
    if (!isSecondOrder) return order;
    return `${kind === 'parcel' ? day : Math.floor(Date.parse(card.createdAt) / 1000)}#${order}`;
  };
  const sorted = found.sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
  return ((kind === 'parcel') === isSecondOrder ? sorted : sorted.reverse()).map(({ id }) => id);
}

function hasPart(card: ParcelCard | TripCard, part: string): boolean {
  const [group, value = ''] = part.split('-');
  const sizes = ['small', 'medium', 'large'];
  if (group === 'verified') return card.owner.verified;
  if ('deadline' in card) {
    if (group === 'size') return card.size === value;
    return group !== 'weight' || card.weightGrams <= Number(value) * 1000;
  }
  if (group === 'size') return sizes.indexOf(card.maxSize) >= sizes.indexOf(value);
  if (group === 'fragile') return card.acceptsFragile;
  if (group === 'transport') return card.transport === value;
  return group !== 'weight' || freeGrams(card) >= Number(value) * 1000;
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

/**
 * The rows that the scenarios need, with the snapshot: the partitions that they read and those of `besides`. Other rows
 * cost nothing, and storing them would take hours.
 */
export async function itemsRead(listings: Listings, now: number, besides: readonly string[]): Promise<Item[]> {
  const memory = memoryTable();
  memory.fill(searchItems(listings));
  for (const kind of ['parcel', 'trip'] as const) await writeSnapshot(memory, kind, () => now);
  const read = new Set([...besides, keys.snapshots('parcel'), keys.snapshots('trip')]);
  const watched: Table = {
    ...memory,
    query: (input) => {
      read.add(String(input.ExpressionAttributeValues?.[':pk']));
      return memory.query(input);
    },
    getMany: (wanted) => {
      for (const { pk } of wanted) read.add(pk);
      return memory.getMany(wanted);
    },
  };
  await measureSearch(watched, listings, now);
  return [...read].flatMap(memory.partition);
}
