import type { QueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '#shared/live.ts';
import { touch } from './query.ts';

const own = (slice: string, ...rows: string[]) => rows.map((row) => [slice, row] as const);

/** Which answers an event makes stale. Screens that can do better (a thread) listen themselves. */
export function applyLiveEvent(queries: QueryClient, event: LiveEvent): Promise<unknown> {
  switch (event.type) {
    case 'message.created':
      return touch(queries, ...own('messaging', 'conversations'), ...own('accounts', 'readMe'));
    case 'message.read':
      return touch(queries, ...own('messaging', 'conversations'));
    case 'parcel.changed':
      return touch(
        queries,
        ...own('parcels', 'readParcel', 'myParcels'),
        ...own('deliveries', 'tracking', 'proofs', 'myDeliveries'),
        ...own('messaging', 'conversation'),
        ...own('accounts', 'readMe'),
      );
    case 'trip.changed':
      return touch(queries, ...own('trips', 'readTrip', 'myTrips'));
    case 'profile.changed':
      return touch(queries, ...own('accounts', 'readMe'));
    case 'admin.queue.changed':
      queries.setQueryData(['admin', 'adminStatistics'], event.data.counts);
      return touch(queries, ...own('admin', 'adminProfiles', 'adminParcels', 'adminTrips', 'adminLogs'));
  }
}

/** After a gap everything that events keep true is asked again, as far as it is on the screen. */
export const catchUp = (queries: QueryClient): Promise<unknown> =>
  queries.invalidateQueries({ predicate: ({ queryKey: [slice] }) => slice !== 'search', refetchType: 'active' });
