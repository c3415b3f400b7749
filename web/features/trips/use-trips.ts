import { useEffect } from 'react';
import { tripsApi } from '#web/features/trips/api.ts';
import type { When } from '#web/features/trips/trip-state.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';

/** A member's upcoming or past trips, page by page, with the counts of both. */
export function useTrips(when: When) {
  const list = usePages(queryKey('trips', 'myTrips', { query: { when } }), (cursor, options) =>
    tripsApi.myTrips({ query: { when, cursor } }, options),
  );
  return { ...list, counts: list.pages?.[0]?.counts, trips: list.pages?.flatMap(({ items }) => items) };
}

/** The member's upcoming trips, undefined until their last page is read: a choice offers all of them. */
export function useUpcomingTrips() {
  const { trips, error, retry, more } = useTrips('upcoming');
  const { hasMore, busy, onMore } = more;
  const hasFailed = error !== null;
  useEffect(() => {
    if (hasMore && !busy && !hasFailed) onMore();
  }, [hasMore, busy, hasFailed, onMore]);
  return { trips: hasMore ? undefined : trips, error, retry };
}
