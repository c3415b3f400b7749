import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';

export interface Held {
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

export const nameOf = ({ queryKey: [slice, row] }: Query) => `${String(slice)} ${String(row)}`;

export const heldBy = (query: Query): readonly Held[] =>
  query.state.data === undefined ? [] : (holders[nameOf(query)]?.(query.state.data).filter(isHeld) ?? []);

export const ownLists = ['parcels myParcels', 'deliveries myDeliveries'] as const;
export const isOwnList = (name: string): name is (typeof ownLists)[number] => ownLists.some((one) => one === name);

const isHistoryOf = ({ queryKey: [slice, row, call] }: Query, id: string) =>
  slice === 'deliveries' &&
  row === 'tracking' &&
  (call as { params?: { parcelId?: string } } | undefined)?.params?.parcelId === id;

/** One that is on the screen is read again by itself. */
export const isHidden = (query: Query) =>
  !query.isActive() && query.state.data !== undefined && query.options.queryFn !== undefined;

/** Lists of own parcels are read again together (`keptLists`). */
const readAgain = (queries: QueryClient, predicate: (query: Query) => boolean): Promise<void> =>
  queries.refetchQueries(
    { predicate: (query) => isHidden(query) && !isOwnList(nameOf(query)) && predicate(query) },
    { cancelRefetch: false },
  );

/** Reads again what a page that is left would show of this parcel without a network. */
export const readHidden = (queries: QueryClient, id: string): Promise<void> =>
  readAgain(queries, (query) => isHistoryOf(query, id) || heldBy(query).some((held) => held.id === id));

/** Answers that came before this one, and show an older version of one of its parcels, are read again. */
export async function readOlderThan(queries: QueryClient, fresh: Query): Promise<void> {
  const isOfLists = isOwnList(nameOf(fresh));
  const others = queries.getQueryCache().findAll({
    predicate: (query) => query !== fresh && isHidden(query) && !(isOfLists && isOwnList(nameOf(query))),
  });
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

/** The parcels of this answer of which another one shows a newer version. */
export function outdatedIn(queries: QueryClient, stale: Query): readonly Held[] {
  const known = queries.getQueryCache().getAll().flatMap(heldBy);
  return heldBy(stale).filter((held) => known.some(({ id, version }) => id === held.id && version > held.version));
}

/** An answer that is marked as stale is read again where another one shows a newer version of one of its parcels. */
export async function readIfOlder(queries: QueryClient, stale: Query): Promise<void> {
  if (outdatedIn(queries, stale).length > 0) await readAgain(queries, (query) => query === stale);
}
