import { parseParcel } from '#functions/parcels/repository.ts';
import { type Key, keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { factsIn, type Kind, routesOf, type SearchPosition } from '#functions/search/index/listing.ts';
import { publishedPosition } from '#functions/search/index/listings.ts';
import { placeKey } from '#functions/search/index/place-key.ts';
import { parseTrip } from '#functions/trips/repository.ts';
import type { Alert } from '#shared/alerts/contract.ts';
import { isOver } from '#shared/alerts/rules.ts';
import { isListed as isParcelListed } from '#shared/parcels/rules.ts';
import { type ListingFacts, meets, readFilter } from '#shared/search/filter.ts';
import { isFull, type Room } from '#shared/trips/fields.ts';
import { isListed as isTripListed } from '#shared/trips/rules.ts';
import type { Place } from '#shared/values/fields.ts';

export interface Named {
  readonly kind: Kind;
  readonly id: string;
}

/** A listing that searches show, with what alerts ask of it (rule 146). */
export interface Listing extends Named, Pick<SearchPosition, 'from' | 'to' | 'day'> {
  readonly ownerId: string;
  readonly facts: ListingFacts;
  readonly stops: readonly Place[];
  readonly weightGrams?: number;
  readonly room?: Room;
}

export const keysOfListing = ({ kind, id }: Named): [Key, Key] => [
  kind === 'parcel' ? keys.parcel(id) : keys.trip(id),
  keys.publishedState(kind, id),
];

/** The listing while searches show it; its owner may have become hidden since. */
export function listingIn(
  { kind, id }: Named,
  [item, shown]: readonly (Item | undefined)[],
  now: number,
): Listing | undefined {
  const position = publishedPosition(shown);
  if (!item || !position) return undefined;
  const { from, to, day, traits } = position;
  const shared = { kind, id, from, to, day, facts: factsIn(traits.facts) };
  if (kind === 'parcel') {
    const parcel = parseParcel(item);
    const { ownerId, weightGrams } = parcel;
    return isParcelListed(parcel, now) ? { ...shared, ownerId, weightGrams, stops: [] } : undefined;
  }
  const trip = parseTrip(item);
  return isTripListed(trip, now) ? { ...shared, ownerId: trip.ownerId, stops: trip.stops, room: trip } : undefined;
}

export async function readListing(table: Table, named: Named, now: number): Promise<Listing | undefined> {
  return listingIn(named, await table.getMany(keysOfListing(named), { consistent: true }), now);
}

export interface Route {
  readonly from: string;
  readonly to: string;
  readonly leg?: readonly [from: Place, to: Place] | undefined;
}

/**
 * The routes of a listing: each end by place, by country or as anywhere, and each pair of a trip's other stops (rule
 * 143). An alert has a side, so none waits for listings from anywhere to anywhere.
 */
export function routesFor({ from, to, stops }: Pick<Listing, 'from' | 'to' | 'stops'>): Route[] {
  const ends = routesOf({ from, to })
    .filter(([start, end]) => start !== '*' || end !== '*')
    .map(([start, end]) => ({ from: start, to: end }));
  const points = [from, ...stops, to];
  const legs = points.flatMap((start, at) =>
    points
      .slice(at + 1)
      .filter((end) => start !== from || end !== to)
      .map((end) => ({ from: placeKey(start), to: placeKey(end), leg: [start, end] as const })),
  );
  return [...ends, ...legs];
}

export function matchesAlert(alert: Alert, { kind, day, facts, room }: Listing, now: number): boolean {
  const isInTime = kind === 'trip' ? day <= alert.until : !isOver(alert, now);
  return (
    alert.when !== 'off' &&
    isInTime &&
    // A full trip is suggested to no member (rule 128).
    !(room && isFull(room)) &&
    (alert.date === undefined || day >= alert.date) &&
    meets(kind, readFilter(kind, alert.filter ?? ''), facts)
  );
}
