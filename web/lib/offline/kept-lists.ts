import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { deliveryRoutes } from '#shared/deliveries/contract.ts';
import { parcelRoutes } from '#shared/parcels/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { type Held, heldBy, isHidden, isOwnList, nameOf, outdatedIn, ownLists } from './agree.ts';
import { copiesOf } from './copies.ts';

type Row = (typeof ownLists)[number];
type Ask = (call: { query: object }, options: { signal: AbortSignal }) => Promise<Page>;
type IsOld = (held: Held, row: Row) => boolean;
interface Page {
  readonly items: readonly Held[];
  readonly next?: string | undefined;
}

const asks: Readonly<Record<Row, Ask>> = {
  'parcels myParcels': clientOf(parcelRoutes).myParcels as Ask,
  'deliveries myDeliveries': clientOf(deliveryRoutes).myDeliveries as Ask,
};

/**
 * The lists of own parcels that this device shows without a network, also those of an earlier visit. A parcel that
 * moves leaves one list and comes into another, so all that are kept of a row are read again, or none.
 */
export function keptLists(queries: QueryClient, memberId: string) {
  const cache = queries.getQueryCache();
  let isOver = false;
  const last = new Map<Row, Promise<void>>();
  /** The version of each parcel for which its lists were read: an index on the server may follow a moment later. */
  const read = new Map<string, number>();

  const keysIn = async (row: Row) => {
    const copies = (await copiesOf({ memberId, row })) ?? [];
    const hidden = cache.findAll({ predicate: (query) => nameOf(query) === row && isHidden(query) });
    const stored = copies
      .map(({ call }): QueryKey => [...row.split(' '), ...(JSON.parse(call) as unknown[])])
      .filter((key) => isForgotten(cache.find({ queryKey: key })));
    const held = [...copies.flatMap(({ data }) => (data as Partial<Page>).items ?? []), ...hidden.flatMap(heldBy)];
    return { hidden, stored, held };
  };

  const renew = async (row: Row, isOld: IsOld) => {
    const { hidden, stored, held } = await keysIn(row);
    const old = held.filter((one) => isOld(one, row));
    if (isOver || old.length === 0) return;
    const again = { cancelRefetch: false, throwOnError: true };
    const answers = await Promise.allSettled([
      ...hidden.map(({ queryKey }) => queries.refetchQueries({ queryKey, exact: true }, again)),
      ...stored.map((key) => readStored(queries, key, asks[row])),
    ]);
    if (answers.every(({ status }) => status === 'rejected')) for (const { id } of old) read.delete(`${row} ${id}`);
  };

  /**
   * One after the other: the answers to the one before may already agree. The first waits for none, because an act
   * changes its parcel in the copies next.
   */
  const look = (row: Row, isOld: IsOld): Promise<void> => {
    const before = last.get(row);
    const next: Promise<void> = (before ? before.then(() => renew(row, isOld)) : renew(row, isOld)).finally(() => {
      if (last.get(row) === next) last.delete(row);
    });
    last.set(row, next);
    return next;
  };
  const lookInAll = (isOld: IsOld) => Promise.all(ownLists.map((row) => look(row, isOld)));
  return {
    /** An answer shows a newer version of a parcel than the lists. */
    async readOlderThan(fresh: Query): Promise<void> {
      const news = new Map(heldBy(fresh).map(({ id, version }) => [id, version]));
      if (news.size === 0) return;
      await lookInAll(({ id, version }, row) => {
        const now = news.get(id) ?? 0;
        const isOld = Math.max(version, read.get(`${row} ${id}`) ?? 0) < now;
        if (isOld) read.set(`${row} ${id}`, now);
        return isOld;
      });
    },
    async readHolding(id: string): Promise<void> {
      await lookInAll((held) => held.id === id);
    },
    async readIfOlder(stale: Query): Promise<void> {
      const row = nameOf(stale);
      if (!isOwnList(row) || !isHidden(stale)) return;
      const old = outdatedIn(queries, stale);
      if (old.length > 0)
        await look(row, ({ id, version }) => old.some((held) => held.id === id && held.version === version));
    },
    stop(): void {
      isOver = true;
    },
  };
}

const isForgotten = (query: Query | undefined) => !query || (query.state.data === undefined && !query.isActive());

/** Reads a list of which only the copy is known; its answer becomes the copy. */
function readStored(queries: QueryClient, queryKey: QueryKey, ask: Ask): Promise<unknown> {
  const { query = {} } = (queryKey[2] ?? {}) as { query?: object };
  if (queryKey.at(-1) !== 'pages')
    return queries.fetchQuery({ queryKey, queryFn: ({ signal }) => ask({ query }, { signal }) });
  return queries.fetchInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => ask({ query: { ...query, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Page) => next,
  });
}
