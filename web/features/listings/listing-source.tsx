import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { loginPath } from '#web/lib/session/redirect.ts';
import { useSession } from '#web/lib/session/session.ts';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

interface ListingSourceProps<Listing> {
  query: UseQueryOptions<Listing>;
  failed: string;
  children: (listing: Listing) => ReactNode;
}

/** Reads the member's own listing that a form starts with; a visitor signs in first. */
export function ListingSource<Listing>(props: ListingSourceProps<Listing>) {
  const { query, failed, children } = props;
  const { status } = useSession();
  const { pathname, search } = useLocation();
  const reading = useQuery({ ...query, enabled: status === 'member', staleTime: 0, refetchOnMount: 'always' });
  const [source, setSource] = useState<Listing>();
  // Read once: later changes of the listing must not replace the typed text.
  if (!source && reading.data && reading.isFetchedAfterMount) setSource(reading.data);

  if (status === 'visitor') return <Navigate to={loginPath(pathname + search)} replace />;
  if (source) return children(source);
  return reading.error ? (
    <LoadFailed title={failed} error={reading.error} onRetry={() => void reading.refetch()} />
  ) : (
    <Loading>
      <Skeleton height="20rem" />
    </Loading>
  );
}
