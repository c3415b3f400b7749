import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigationType } from 'react-router-dom';
import type { SearchQuery } from '#shared/search/contract.ts';
import type { CallOptions } from '#web/lib/api/api.ts';
import { queryKey, type Row } from '#web/lib/api/query.ts';

/** A new listing is known within 5 s (rule 11); slower while the server does not answer. */
const lookEveryMs = 5_000;
const lookAfterFaultMs = 15_000;

type Page<Item> = { items: Item[]; next?: string | undefined };
type Search<Item> = (call: { query: Partial<SearchQuery> }, options?: CallOptions) => Promise<Page<Item>>;

/**
 * The list that stands on the screen, page by page, and what has come since. One conditional request of the first page
 * every 5 s, only while the tab is visible, feeds both; what is new waits in `fresh` until `showFresh`, so that no
 * card moves under a finger. A list that is not shown does not look.
 */
export function useListings<Item extends { id: string }>(
  row: Row<'search'>,
  search: Search<Item>,
  query: Partial<SearchQuery>,
  { isShown }: { isShown: boolean },
) {
  const client = useQueryClient();
  const navigation = useNavigationType();
  const firstPage = {
    queryKey: queryKey('search', row, { query }),
    // Not abortable: two observers share the request, and one of them may leave.
    queryFn: () => search({ query }),
    retry: false,
  };
  const newest = useQuery({
    ...firstPage,
    // The list behind the other tab is read once, for its count.
    enabled: isShown,
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchIntervalInBackground: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? lookAfterFaultMs : lookEveryMs),
  });
  const shownKey = [...firstPage.queryKey, 'shown'];
  const shown = useInfiniteQuery({
    queryKey: shownKey,
    // The first page is the one that is being looked at anyway: one request serves both.
    queryFn: ({ pageParam, signal }) =>
      pageParam === undefined
        ? client.fetchQuery({ ...firstPage, staleTime: 1_000 })
        : search({ query: { ...query, cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: lookEveryMs,
    // Back and forward find the list, and the scroll, as they were left.
    refetchOnMount: navigation !== 'POP',
    refetchOnReconnect: false,
  });

  const pages = shown.data?.pages ?? [];
  const stood = pages.flatMap(({ items }) => items);
  // Nothing stands there that could move.
  const standing = stood.length === 0 && !shown.isPlaceholderData ? (newest.data?.items ?? stood) : stood;
  const latest = new Map((newest.data?.items ?? []).map((item) => [item.id, item]));
  // A listing that came back changed says what stands now, where it stood.
  const items = [...new Map(standing.map((item) => [item.id, latest.get(item.id) ?? item])).values()];
  const gone = shown.isPlaceholderData || !newest.data ? new Set<string>() : vanished(newest.data, items);
  const showFresh = () => {
    if (newest.data) client.setQueryData(shownKey, { pages: [newest.data], pageParams: [undefined] });
  };

  return {
    items,
    /** Which of them left the market since: they stay where they are and say so. */
    gone,
    count: items.length - gone.size,
    state: shown.data ? ('ready' as const) : shown.isError ? ('failed' as const) : ('loading' as const),
    /** The list belongs to the filters before; the new one is on its way. */
    isChanging: shown.isPlaceholderData,
    fresh: shown.isPlaceholderData || !newest.data ? [] : unseen(newest.data, new Set(items.map(({ id }) => id))),
    showFresh,
    problem: newest.error ?? shown.error ?? undefined,
    retry: () => void Promise.all([newest.refetch(), shown.data ? undefined : shown.refetch()]),
    hasMore: shown.hasNextPage,
    isLoadingMore: shown.isFetchingNextPage,
    loadMore: () => void shown.fetchNextPage(),
  };
}

/**
 * Ids of shown things that the first page as it stands now would hold if they were still listed. A full page is known
 * down to its last thing that is on the screen; further down nothing is known.
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

/** Things of the first page that are not on the screen. Below the last known one, a full page only slid up. */
export function unseen<Item extends { id: string }>({ items, next }: Page<Item>, seen: ReadonlySet<string>): Item[] {
  const lastSeen = items.findLastIndex(({ id }) => seen.has(id));
  const candidates = next === undefined || lastSeen < 0 ? items : items.slice(0, lastSeen);
  return candidates.filter(({ id }) => !seen.has(id));
}
