import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigationType } from 'react-router-dom';
import type { SearchQuery } from '#shared/search/contract.ts';
import type { CallOptions } from '#web/lib/api/api.ts';
import { queryKey, type RowName } from '#web/lib/api/query.ts';

/** A new listing is known within 5 s (rule 11); slower while the server does not answer. */
const lookEveryMs = 5_000;
const lookAfterFaultMs = 15_000;

interface Page<Item> {
  items: Item[];
  next?: string | undefined;
  isCut?: true | undefined;
}
type Search<Item> = (call: { query: Partial<SearchQuery> }, options?: CallOptions) => Promise<Page<Item>>;

/**
 * The list on the screen, page by page, and newer listings. One conditional request of the first page every 5 s feeds
 * both, only while the tab is visible. New listings wait in `fresh` until `showFresh`, so that no card moves under a
 * finger. A hidden list does not poll.
 */
export function useListings<Item extends { id: string }>(
  row: RowName<'search'>,
  search: Search<Item>,
  query: Partial<SearchQuery>,
  { isShown }: { isShown: boolean },
) {
  const client = useQueryClient();
  const navigation = useNavigationType();
  const firstPage = {
    queryKey: queryKey('search', row, { query }),
    // Not abortable: two observers share the request, and one of them may unmount.
    queryFn: () => search({ query }),
    retry: false,
  };
  const newest = useQuery({
    ...firstPage,
    // The list behind the other tab is read once, for its count.
    enabled: isShown,
    staleTime: lookEveryMs,
    refetchOnWindowFocus: 'always',
    refetchIntervalInBackground: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? lookAfterFaultMs : lookEveryMs),
  });
  const shownKey = [...firstPage.queryKey, 'shown'];
  const shown = useInfiniteQuery({
    queryKey: shownKey,
    // The first page is polled anyway: one request serves both.
    queryFn: ({ pageParam, signal }) =>
      pageParam === null
        ? client.fetchQuery({ ...firstPage, staleTime: 1_000 })
        : search({ query: { ...query, cursor: pageParam } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // The first page of a document with listings is there before the application. Elsewhere it may be minutes old.
    initialData: () => {
      if (navigation !== 'POP') return undefined;
      const page = client.getQueryData<Page<Item>>(firstPage.queryKey);
      return page && { pages: [page], pageParams: [null] };
    },
    initialDataUpdatedAt: () => client.getQueryState(firstPage.queryKey)?.dataUpdatedAt,
    placeholderData: keepPreviousData,
    staleTime: lookEveryMs,
    // Back and forward restore the list and the scroll.
    refetchOnMount: navigation !== 'POP',
    refetchOnReconnect: false,
  });

  const pages = shown.data?.pages ?? [];
  const stood = pages.flatMap(({ items }) => items);
  // The list is empty, so nothing can move.
  const standing = stood.length === 0 && !shown.isPlaceholderData ? (newest.data?.items ?? stood) : stood;
  const latest = new Map((newest.data?.items ?? []).map((item) => [item.id, item]));
  // A changed listing is updated in its place.
  const items = [...new Map(standing.map((item) => [item.id, latest.get(item.id) ?? item])).values()];
  const gone = shown.isPlaceholderData || !newest.data ? new Set<string>() : vanished(newest.data, items);
  const showFresh = () => {
    if (newest.data) client.setQueryData(shownKey, { pages: [newest.data], pageParams: [null] });
  };

  return {
    items,
    /** Listings that were removed since: they stay in place with a note. */
    gone,
    count: items.length - gone.size,
    state: shown.data ? ('ready' as const) : shown.isError ? ('failed' as const) : ('loading' as const),
    /** The list belongs to the previous filters; the new one is loading. */
    isChanging: shown.isPlaceholderData,
    fresh: shown.isPlaceholderData || !newest.data ? [] : unseen(newest.data, new Set(items.map(({ id }) => id))),
    showFresh,
    problem: newest.error ?? shown.error ?? undefined,
    retry: () => void Promise.all([newest.refetch(), shown.data ? undefined : shown.refetch()]),
    hasMore: shown.hasNextPage,
    next: pages.at(-1)?.next,
    /** Too wide: the server did not look at every listing. */
    isCut: pages.some(({ isCut }) => isCut),
    isLoadingMore: shown.isFetchingNextPage,
    loadMore: () => void shown.fetchNextPage(),
  };
}

/**
 * Ids of shown listings that the current first page would contain if they were still listed. A full page is reliable
 * down to its last listing on the screen; nothing is known about later ones.
 */
export function vanished<Item extends { id: string }>(
  { items, next }: Page<Item>,
  shown: readonly Item[],
): Set<string> {
  const places = new Map(shown.map(({ id }, index) => [id, index]));
  const last = items.findLast(({ id }) => places.has(id));
  const known = next === undefined ? shown : shown.slice(0, last ? places.get(last.id) : 0);
  const standing = new Set(items.map(({ id }) => id));
  return new Set(known.map(({ id }) => id).filter((id) => !standing.has(id)));
}

/** Listings of the first page that are not on the screen. Below the last known one, older listings only moved up. */
export function unseen<Item extends { id: string }>({ items, next }: Page<Item>, seen: ReadonlySet<string>): Item[] {
  const lastSeen = items.findLastIndex(({ id }) => seen.has(id));
  const candidates = next === undefined || lastSeen < 0 ? items : items.slice(0, lastSeen);
  return candidates.filter(({ id }) => !seen.has(id));
}
