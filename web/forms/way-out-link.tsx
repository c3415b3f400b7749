import { Link, useLocation } from 'react-router-dom';
import type { wayOutOf } from '#web/lib/api/way-out.ts';
import { useInBrowser } from '#web/lib/browser.ts';

/** Leads a refused member to their next step; `WayBack` leads back. */
export function WayOutLink({ wayOut }: { wayOut: NonNullable<ReturnType<typeof wayOutOf>> }) {
  const { pathname, search } = useLocation();
  return (
    <Link to={wayOut.to} state={{ from: pathname + search }}>
      {wayOut.text}
    </Link>
  );
}

export function WayBack() {
  const { state } = useLocation();
  const from = (state as { from?: unknown } | null)?.from;
  // The built page has no way back, and its first render must be the same.
  if (!useInBrowser() || typeof from !== 'string') return null;
  return (
    <p>
      <Link to={from}>Revenir à la page précédente</Link>
    </p>
  );
}
