import {
  isForward,
  type Kind,
  parcelPosition,
  type SearchPosition,
  tripPosition,
} from '#functions/search/index/listing.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { SearchQuery } from '#shared/search/contract.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { countriesMeant } from '#shared/values/countries.ts';
import type { Place } from '#shared/values/fields.ts';
import { containsName, isSameName, nameKey } from '#shared/values/place-names.ts';

/** The position of a listing in the order of a search. */
export const inOrder =
  ({ filter = '' }: SearchQuery) =>
  (card: Pick<ParcelRecord, 'id' | 'createdAt' | 'deadline'> | Pick<TripRecord, 'id' | 'createdAt' | 'travelDate'>) => {
    if ('deadline' in card) {
      const usual = `${card.createdAt}#${card.id}`;
      return filter.includes('soonest') ? `${card.deadline}#${usual}` : usual;
    }
    const usual = `${card.travelDate}#${card.id}`;
    return filter.includes('newest') ? `${Math.floor(Date.parse(card.createdAt) / 1000)}#${usual}` : usual;
  };

export const goesForward = (kind: Kind, { filter = '' }: SearchQuery) =>
  filter.includes('soonest') || (isForward[kind] && !filter.includes('newest'));

interface Listings {
  readonly all: (kind: Kind) => Iterable<ParcelRecord | TripRecord>;
  readonly verified: ReadonlySet<string>;
}

/** The meaning of a search, as simple code: the positions of all that match, in their order. */
export function plainSearch({ all, verified }: Listings, kind: Kind, query: SearchQuery, today: string): string[] {
  const first = query.date !== undefined && query.date > today ? query.date : today;
  const fitsFrom = fits(query.fromPlace, query.fromCity, query.fromCountry);
  const fitsTo = fits(query.toPlace, query.toCity, query.toCountry);
  const matches: string[] = [];
  for (const record of all(kind)) {
    const position = positionOf(record);
    const isOnRoute = position && position.day >= first && fitsFrom(position.from) && fitsTo(position.to);
    if (isOnRoute && hasAll(record, query, verified)) matches.push(inOrder(query)(record));
  }
  matches.sort();
  return goesForward(kind, query) ? matches : matches.reverse();
}

/** The positions of listed records; a changed listing is a new record. */
const positions = new WeakMap<ParcelRecord | TripRecord, SearchPosition | false>();

function positionOf(record: ParcelRecord | TripRecord): SearchPosition | false {
  const known = positions.get(record);
  if (known !== undefined) return known;
  const isListed = record.status === 'active' && record.adminStatus === 'approved';
  const position = isListed && ('pickup' in record ? parcelPosition(record) : tripPosition(record));
  positions.set(record, position);
  return position;
}

/** The meaning of one side of a route. */
function fits(id: string | undefined, city = '', country = ''): (place: Place) => boolean {
  const countries = nameKey(country) === '' ? undefined : countriesMeant(country);
  const isIn = ({ countryCode }: Place) => countries?.has(countryCode) ?? true;
  return (place) =>
    id
      ? place.placeId === id || (!place.placeId && isSameName(place.city, city) && isIn(place))
      : containsName(place.city, city) && isIn(place);
}

/** The meaning of filters. */
function hasAll(
  record: ParcelRecord | TripRecord,
  { filter = '' }: SearchQuery,
  verified: ReadonlySet<string>,
): boolean {
  const value = (group: string) =>
    filter
      .split('.')
      .find((part) => part.startsWith(group))
      ?.slice(group.length + 1);
  const [size, weight, transport] = [value('size'), Number(value('weight')), value('transport')];
  if (value('verified') !== undefined && !verified.has(record.ownerId)) return false;
  if ('pickup' in record) return (!size || record.size === size) && (!weight || record.weightGrams <= weight * 1000);
  const sizes = ['small', 'medium', 'large'];
  return (
    (!size || sizes.indexOf(record.maxSize) >= sizes.indexOf(size)) &&
    (!weight || record.maxWeightKg * 1000 - (record.bookedGrams ?? 0) >= weight * 1000) &&
    (!transport || record.transport === transport) &&
    (value('fragile') === undefined || record.acceptsFragile)
  );
}
