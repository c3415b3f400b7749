import type { openSearch } from '#functions/search/query/search.ts';
import type { Closeness, ParcelMatch, TripMatch } from '#shared/matching/contract.ts';
import { type Carriage, canTake, closenessOf, type Load, pointsOf } from '#shared/matching/rules.ts';
import type { ParcelCard, SearchQuery, TripCard } from '#shared/search/contract.ts';
import type { Point } from '#shared/values/itinerary.ts';
import { countryName } from '#shared/values/places.ts';

type Search = ReturnType<typeof openSearch>;

/** Maximum pages read for a pair of countries, so that the cost of a suggestion does not grow with the market. */
const widePages = 2;
export const mostTrips = 10;
export const mostParcels = 20;

const order: readonly Closeness[] = ['exact', 'onTheWay', 'sameCountries'];

/**
 * Matches from the rows of the search: the same route by its exact key, then the two countries up to the limit. `isOwn`
 * excludes the member's own listings.
 */
export function openMatching(search: Search) {
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
