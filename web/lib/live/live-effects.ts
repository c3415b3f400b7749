import type { InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';
import type { meRoutes } from '#shared/accounts/me.ts';
import { queueNames, queues } from '#shared/admin/queues.ts';
import type { LiveEvent } from '#shared/live.ts';
import type { Reply } from '#shared/route.ts';
import { meKey, type RowKey, type RowName, type Slice } from '../api/query.ts';
import { getAccessToken } from '../session/auth.ts';
import { isProven } from '../session/second-factor.ts';

const own = <S extends Slice>(slice: S, ...rows: RowName<S>[]) => rows.map((row) => [slice, row] as const);

/** All answers that show a parcel in its situation, which offers, blocks and trips change as well as acts on it. */
const situations = [
  ...own('parcels', 'readParcel', 'myParcels'),
  ...own('deliveries', 'tracking', 'myDeliveries', 'myRequests'),
  ...own('messaging', 'conversation'),
];

/** A first read that has begun may be older than the event, so it is made once more. */
async function makeStale(queries: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  const first = queries
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await Promise.all([
    queries.invalidateQueries(filters),
    ...first.map(async ({ promise, queryKey }) => {
      await promise?.catch(() => {});
      await queries.invalidateQueries({ queryKey, exact: true });
    }),
  ]);
}

const readAgain = (queries: QueryClient, ...rows: readonly RowKey[]): Promise<unknown> =>
  Promise.all(rows.map((row) => makeStale(queries, { queryKey: row })));

/** Marks cached answers that an event makes stale. Screens with a better way (a thread) subscribe themselves. */
export function applyLiveEvent(queries: QueryClient, event: LiveEvent): Promise<unknown> {
  switch (event.type) {
    case 'message.created':
      return readAgain(
        queries,
        ...own('messaging', 'conversations'),
        // An offer that is made or ends reaches the other member by its message only.
        ...(event.data.message.offer ? situations : []),
      );
    case 'message.read':
      return readAgain(queries, ...own('messaging', 'conversations'));
    case 'parcel.changed':
      return readAgain(queries, ...situations, ...own('deliveries', 'proofs'));
    case 'tracking.changed':
      return readAgain(queries, ...own('deliveries', 'tracking'));
    case 'trip.changed':
      return readAgain(queries, ...own('trips', 'readTrip', 'myTrips'));
    case 'profile.changed':
      return readAgain(queries, ...own('accounts', 'readMe'), ...situations);
    // Rights are in the token, so the account is read with a new one.
    case 'rights.changed':
      return getAccessToken({ fresh: true, asks: false }).then(() =>
        readAgain(queries, ...own('accounts', 'readMe'), ...own('admin', 'administrators')),
      );
    // Every written or read message causes this event. It contains the numbers, so no request is needed, but where
    // one that can run out is new: only the account knows.
    case 'unread.changed': {
      let isNew = false;
      queries.setQueriesData<Reply<(typeof meRoutes)['readMe']>>({ queryKey: meKey }, (me) => {
        if (!me || !('unread' in me)) return me;
        const old = me.unread;
        const told = { ...event.data };
        const end = told.requests > 0 && old.end ? { end: old.end } : {};
        for (const name of ['requests', 'toDo', 'carriedToAnswer', 'tripsToCorrect'] as const) {
          const counted = told[name];
          if (!counted) continue;
          isNew ||= counted !== old[name];
          told[name] = old[name] ?? 0;
        }
        const revised = told.toDo && old.toRevise ? { toRevise: old.toRevise } : {};
        return { ...me, unread: { ...told, ...end, ...revised } };
      });
      return isNew ? readAgain(queries, ...own('accounts', 'readMe')) : Promise.resolve();
    }
    case 'notices.changed': {
      let isNew = false;
      queries.setQueriesData<Reply<(typeof meRoutes)['readMe']>>({ queryKey: meKey }, (me) => {
        if (!me || !('unread' in me)) return me;
        isNew = event.data.unread > (me.unreadNotices ?? 0);
        return { ...me, unreadNotices: event.data.unread };
      });
      // Only the notice reaches a traveller whose offer ended with an act on the parcel.
      return readAgain(queries, ...own('notices', 'myNotices'), ...(isNew ? situations : []));
    }
    case 'lists.changed':
      return readAgain(queries, ...situations, ...own('deliveries', 'myStatistics'));
    case 'receipts.changed':
      return readAgain(queries, ...own('receipts', 'myReceipts'));
    case 'admin.queue.changed':
      // The panel would be refused in an unverified session, and the question would interrupt the administrator.
      if (!isProven()) return Promise.resolve();
      return readAgain(
        queries,
        ...own('admin', 'adminStatistics', 'adminQueues', 'adminLogs'),
        ...own('admin', ...queueNames.map((queue) => queues[queue].list)),
      );
  }
}

/** Rows that the events above keep up to date. Profiles, reviews and friends are read when their page opens. */
const followed = new Set<unknown>([
  'accounts',
  'admin',
  'deliveries',
  'messaging',
  'notices',
  'parcels',
  'receipts',
  'trips',
] satisfies Slice[]);

export const catchUp = (queries: QueryClient): Promise<unknown> =>
  makeStale(queries, { predicate: ({ queryKey: [slice] }) => followed.has(slice), refetchType: 'active' });
