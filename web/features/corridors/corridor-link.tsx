import { Link } from 'react-router-dom';
import { corridorLink } from '#shared/corridors/corridor-link.ts';
import type { ListingKind } from '#shared/search/filter.ts';
import { routeText } from '#shared/values/french.ts';

type End = Parameters<typeof corridorLink>[1];

interface CorridorLinkProps {
  kind: ListingKind;
  from: End;
  to: End;
  what: string;
}

/** The way to the page of a corridor; nothing where an end is in no list of places. */
export function CorridorLink({ kind, from, to, what }: CorridorLinkProps) {
  const path = corridorLink(kind, from, to);
  return (
    path && (
      <p>
        <Link className="lone-link" to={path}>
          {what} {routeText(from, to)}
        </Link>
      </p>
    )
  );
}
