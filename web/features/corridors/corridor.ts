import type { Corridor, corridorRoutes } from '#shared/corridors/contract.ts';
import type { Reply } from '#shared/route.ts';
import type { SearchQuery } from '#shared/search/contract.ts';
import type { ListingKind } from '#shared/search/filter.ts';
import { paths, withQuery } from '#shared/site/paths.ts';

export type ReadCorridor = Reply<(typeof corridorRoutes)['readCorridor']>;

type Ends = Pick<Corridor, 'from' | 'to'>;

export const corridorPath = (kind: ListingKind, slug: string): string =>
  kind === 'trip' ? paths.tripCorridor(slug) : paths.parcelCorridor(slug);

/** The page of a corridor that has listings of this kind, or else of the other one. */
export function busyPath(kind: ListingKind, { slug, parcels, trips }: Corridor): string {
  const counts = { parcel: parcels, trip: trips };
  const other = kind === 'trip' ? 'parcel' : 'trip';
  return corridorPath(counts[kind] === 0 && counts[other] > 0 ? other : kind, slug);
}

export const corridorSearch = ({ from, to }: Ends): Partial<SearchQuery> => ({
  fromCountry: from.country,
  fromCity: from.city,
  fromPlace: from.placeId,
  toCountry: to.country,
  toCity: to.city,
  toPlace: to.placeId,
});

interface Side {
  readonly countryCode: string;
  readonly city?: string | undefined;
  readonly placeId?: string | undefined;
}
interface Sides {
  readonly from?: Side | undefined;
  readonly to?: Side | undefined;
}

const endsQuery = ({ from, to }: Sides) => ({
  fromCountry: from?.countryCode,
  fromCity: from?.city,
  fromPlace: from?.placeId,
  toCountry: to?.countryCode,
  toCity: to?.city,
  toPlace: to?.placeId,
});

interface FurtherQuery {
  readonly alert?: 'new';
  readonly date?: string | undefined;
  readonly filter?: string | undefined;
}

export const findPath = (kind: ListingKind, ends: Sides, more: FurtherQuery = {}): string =>
  withQuery(paths.findParcels, { tab: kind === 'trip' ? 'trips' : undefined, ...endsQuery(ends), ...more });

export const publishPath = (kind: ListingKind, ends: Ends): string =>
  withQuery(kind === 'trip' ? paths.transportParcel : paths.sendParcel, endsQuery(ends));
