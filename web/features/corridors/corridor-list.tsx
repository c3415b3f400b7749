import { Link } from 'react-router-dom';
import type { Corridor, corridorRoutes } from '#shared/corridors/contract.ts';
import type { ListingKind } from '#shared/search/filter.ts';
import '#web/features/corridors/corridors.css';
import type { Reply } from '#shared/route.ts';
import type { SearchQuery } from '#shared/search/contract.ts';
import { endsQuery, paths, withQuery } from '#shared/site/paths.ts';

export type ReadCorridor = Reply<(typeof corridorRoutes)['readCorridor']>;

type Ends = Pick<Corridor, 'from' | 'to'>;

export const corridorPath = (kind: ListingKind, slug: string): string =>
  kind === 'trip' ? paths.tripCorridor(slug) : paths.parcelCorridor(slug);

/** The page of a corridor that has listings of this kind, or else of the other one. */
function busyPath(kind: ListingKind, { slug, parcels, trips }: Corridor): string {
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

export const publishPath = (kind: ListingKind, ends: Ends): string =>
  withQuery(kind === 'trip' ? paths.transportParcel : paths.sendParcel, endsQuery(ends));

interface CorridorListProps {
  corridors: readonly Corridor[];
  /** Leads to the page of this kind, where a corridor has listings of it. */
  kind?: ListingKind;
}

/** Corridors as links to their pages. Their counts are minutes old, so no number is shown. */
export const CorridorList = ({ corridors, kind = 'parcel' }: CorridorListProps) => (
  <ul className="corridors">
    {corridors.map((corridor) => (
      <li key={corridor.slug}>
        <Link className="corridor" to={busyPath(kind, corridor)}>
          <span className="corridor__route">
            <bdi translate="no">{corridor.from.city}</bdi> <span aria-hidden="true">→</span>{' '}
            <span className="visually-hidden">vers</span> <bdi translate="no">{corridor.to.city}</bdi>
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
