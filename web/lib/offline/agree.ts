import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';

interface Held {
  readonly id: string;
  readonly version: number;
}

/** The answers that show parcels, and where each has them. */
const holders: Readonly<Record<string, (data: unknown) => readonly unknown[]>> = {
  'parcels readParcel': (parcel) => [parcel],
  'parcels myParcels': listed,
  'deliveries myDeliveries': listed,
  'deliveries myRequests': listed,
  'messaging conversation': (thread) => [(thread as { parcel?: unknown }).parcel],
};

function listed(data: unknown): readonly unknown[] {
  const { pages } = data as Partial<InfiniteData<{ items?: readonly unknown[] }>>;
  return pages?.flatMap(({ items = [] }) => items) ?? [];
}

const isHeld = (one: unknown): one is Held =>
  typeof one === 'object' && one !== null && 'id' in one && 'version' in one;

const nameOf = ({ queryKey: [slice, row] }: Query) => `${String(slice)} ${String(row)}`;

const heldBy = (query: Query): readonly Held[] =>
  query.state.data === undefined ? [] : (holders[nameOf(query)]?.(query.state.data).filter(isHeld) ?? []);

const isHistoryOf = ({ queryKey: [slice, row, call] }: Query, id: string) =>
  slice === 'deliveries' &&
  row === 'tracking' &&
  (call as { params?: { parcelId?: string } } | undefined)?.params?.parcelId === id;

/** One that is on the screen is read again by itself. */
const isHidden = (query: Query) =>
  !query.isActive() && query.state.data !== undefined && query.options.queryFn !== undefined;

const readAgain = (queries: QueryClient, predicate: (query: Query) => boolean): Promise<void> =>
  queries.refetchQueries({ predicate: (query) => isHidden(query) && predicate(query) }, { cancelRefetch: false });

/** Reads again what a page that is left would show of this parcel without a network. */
export const readHidden = (queries: QueryClient, id: string): Promise<void> =>
  readAgain(queries, (query) => isHistoryOf(query, id) || heldBy(query).some((held) => held.id === id));

/** Answers that came before this one, and show an older version of one of its parcels, are read again. */
export async function readOlderThan(queries: QueryClient, fresh: Query): Promise<void> {
  const others = queries.getQueryCache().findAll({ predicate: (query) => query !== fresh && isHidden(query) });
  const moved = new Set<string>();
  const isOlder = (query: Query, { id, version }: Held) =>
    heldBy(query).some((held) => held.id === id && held.version < version);
  const news = heldBy(fresh);
  const older = others.filter((query) => {
    const met = news.filter((held) => isOlder(query, held));
    for (const { id } of met) moved.add(id);
    return met.length > 0;
  });
  await readAgain(queries, (query) => older.includes(query) || [...moved].some((id) => isHistoryOf(query, id)));
}

/** An answer that is marked as stale is read again where another one shows a newer version of one of its parcels. */
export async function readIfOlder(queries: QueryClient, stale: Query): Promise<void> {
  const own = isHidden(stale) ? heldBy(stale) : [];
  const isOld = queries
    .getQueryCache()
    .getAll()
    .some((other) =>
      heldBy(other).some(({ id, version }) => own.some((held) => held.id === id && held.version < version)),
    );
  if (isOld) await readAgain(queries, (query) => query === stale);
}
