import type { ListingKind } from '../search/filter.ts';
import { paths } from '../site/paths.ts';
import type { Place } from '../values/fields.ts';
import { slugOf } from '../values/places.ts';

type End = Pick<Place, 'city' | 'placeId'>;

/**
 * The page of a corridor of which only names and ids are known. Another place may have the bare slug, so the ids are in
 * the query; the canonical address of the page has none. Undefined when an end is in no list, or both are the same.
 */
export function corridorLink(kind: ListingKind, from: End, to: End): string | undefined {
  if (from.placeId === undefined || to.placeId === undefined || from.placeId === to.placeId) return undefined;
  const pathOf = { parcel: paths.parcelCorridor, trip: paths.tripCorridor }[kind];
  return pathOf(`${slugOf(from.city)}-${slugOf(to.city)}`, { fromPlace: from.placeId, toPlace: to.placeId });
}
