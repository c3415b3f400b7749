import { Link } from 'react-router-dom';
import type { Corridor } from '#shared/corridors/contract.ts';
import type { ListingKind } from '#shared/search/filter.ts';
import { busyPath } from '#web/features/corridors/corridor.ts';
import '#web/features/corridors/corridors.css';

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
