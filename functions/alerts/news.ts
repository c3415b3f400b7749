import { parseParcel } from '#functions/parcels/repository.ts';
import { type Key, keys } from '#functions/platform/keys.ts';
import { type Item, type Table } from '#functions/platform/table.ts';
import type { Kind, SearchPosition } from '#functions/search/index/listing.ts';
import { publishedPosition } from '#functions/search/index/listings.ts';
import { factsIn } from '#functions/search/index/traits.ts';
import { parseTrip } from '#functions/trips/repository.ts';
import { isListed as isParcelListed } from '#shared/parcels/rules.ts';
import type { ListingFacts } from '#shared/search/filter.ts';
import type { Room } from '#shared/trips/room.ts';
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
