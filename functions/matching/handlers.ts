import { blockRepository } from '#functions/friends/blocks.ts';
import { answer } from '#functions/outcome.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { placeCountsReader } from '#functions/search/query/place-counts-reader.ts';
import { openSearch } from '#functions/search/query/search.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import type { Closeness, matchingRoutes, ParcelMatch, TripMatch } from '#shared/matching/contract.ts';
import { type Carriage, canTake, closenessOf, type Load, pointsOf } from '#shared/matching/rules.ts';
import type { ParcelCard, SearchQuery, TripCard } from '#shared/search/contract.ts';
import type { Point } from '#shared/values/itinerary.ts';
import { countryName } from '#shared/values/places.ts';

type Search = ReturnType<typeof openSearch>;

/** Maximum pages read for a pair of countries, so that the cost of a suggestion does not grow with the market. */
const widePages = 2;
const mostTrips = 10;
const mostParcels = 20;

const order: readonly Closeness[] = ['exact', 'onTheWay', 'sameCountries'];

/**
 * Matches from the rows of the search: the same route by its exact key, then the two countries up to the limit. `isOwn`
 * excludes the member's own listings.
 */
function openMatching(search: Search) {
  async function tripsFor(parcel: Load, isOwn: (id: string) => boolean): Promise<TripMatch[]> {
    const fits = (trip: TripCard) => canTake(trip, parcel) && trip.owner.verified && !isOwn(trip.id);
    const read = async (query: SearchQuery) => search.trips(query);
    const found = await gather(
      [exactly(parcel.pickup, parcel.delivery)],
      between(parcel.pickup, parcel.delivery),
      read,
      fits,
    );
    return firstOf(
      ranked(found, (trip) => closenessOf(trip, parcel)),
      mostTrips,
    );
  }

  async function parcelsFor(trip: Carriage, isOwn: (id: string) => boolean): Promise<ParcelMatch[]> {
    const fits = (parcel: ParcelCard) => canTake(trip, parcel) && parcel.owner.verified && !isOwn(parcel.id);
    const points = pointsOf(trip);
    const legs = points.flatMap((from, index) => points.slice(index + 1).map((to) => exactly(from, to)));
    const read = async (query: SearchQuery) => search.parcels(query);
    const found = await gather(legs, between(trip.depart, trip.arrival), read, fits);
    return firstOf(
      ranked(found, (parcel) => closenessOf(trip, parcel)),
      mostParcels,
    );
  }

  return { tripsFor, parcelsFor };
}

interface Page<Item> {
  items: Item[];
  next?: string | undefined;
}

async function gather<Item extends { id: string }>(
  exact: readonly SearchQuery[],
  wide: SearchQuery,
  read: (query: SearchQuery) => Promise<Page<Item>>,
  fits: (item: Item) => boolean,
): Promise<Item[]> {
  // Awaited together: a rejection without a handler would end the function.
  const [near, far] = await Promise.all([Promise.all(exact.map(read)), firstPagesOf(wide, read)]);
  const all = [...near.flatMap(({ items }) => items), ...far].filter(fits);
  return [...new Map(all.map((item) => [item.id, item])).values()];
}

async function firstPagesOf<Item>(
  wide: SearchQuery,
  read: (query: SearchQuery) => Promise<Page<Item>>,
): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < widePages; page++) {
    const { items, next } = await read({ ...wide, ...(cursor ? { cursor } : {}) });
    found.push(...items);
    cursor = next;
    if (!next) break;
  }
  return found;
}

/** Some more than a page shows, in case that listings of blocked members are among them. */
const firstOf = <Item>(matches: readonly Item[], most: number) => matches.slice(0, 2 * most);

function ranked<Item>(items: readonly Item[], closenessIn: (item: Item) => Closeness | undefined) {
  const matches = items.flatMap((item) => {
    const closeness = closenessIn(item);
    return closeness ? [{ ...item, closeness }] : [];
  });
  return order.flatMap((closeness) => matches.filter((match) => match.closeness === closeness));
}

/** Places are searched by id if known, and by name, because others may have typed it. */
function exactly(from: Point, to: Point): SearchQuery {
  return {
    fromPlace: from.placeId,
    fromCity: from.city,
    fromCountry: countryName(from.countryCode),
    toPlace: to.placeId,
    toCity: to.city,
    toCountry: countryName(to.countryCode),
  };
}

const between = (from: Point, to: Point): SearchQuery => ({
  fromCountry: countryName(from.countryCode),
  toCountry: countryName(to.countryCode),
});

export function matchingHandlers({ table, now }: Deps): Handlers<typeof matchingRoutes> {
  const matching = openMatching(openSearch(table, now, placeCountsReader(table, now)));
  const trips = tripRepository(table);
  const parcels = parcelRepository(table);
  /** Leaves out the listings of both sides of a block. Cards do not name their owner. */
  async function open<Item extends { id: string }>(
    memberId: string,
    found: readonly Item[],
    listings: { readMany: (ids: readonly string[]) => Promise<readonly { id: string; ownerId: string }[]> },
  ): Promise<Item[]> {
    const blocked = await blockRepository(table).between(memberId);
    if (blocked.size === 0) return [...found];
    const owners = new Map(
      (await listings.readMany(found.map(({ id }) => id))).map(({ id, ownerId }) => [id, ownerId]),
    );
    return found.filter(({ id }) => !blocked.has(owners.get(id) ?? ''));
  }

  return {
    matchingTrips: async ({ actor, query }) => {
      const { fromCountry, fromCity, fromPlace, toCountry, toCity, toPlace, deadline, size } = query;
      const pickup = { countryCode: fromCountry, city: fromCity, placeId: fromPlace };
      const delivery = { countryCode: toCountry, city: toCity, placeId: toPlace };
      const own = await trips.tripsOf(actor.id, 'upcoming', now());
      const parcel = {
        pickup,
        delivery,
        deadline,
        size,
        weightGrams: query.weight,
        isFragile: query.isFragile === 'true',
        hasElectronics: query.hasElectronics === 'true',
      };
      const found = await matching.tripsFor(parcel, idsOf(own.items));
      return answer({ items: (await open(actor.id, found, trips)).slice(0, mostTrips) });
    },

    matchingParcels: async ({ actor, resource }) => {
      const own = await parcels.parcelsOf(actor.id);
      const found = await matching.parcelsFor(resource, idsOf(own.items));
      return answer({ items: (await open(actor.id, found, parcels)).slice(0, mostParcels) });
    },
  };
}

function idsOf(listings: readonly { id: string }[]): (id: string) => boolean {
  const ids = new Set(listings.map(({ id }) => id));
  return (id) => ids.has(id);
}
