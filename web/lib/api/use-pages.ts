import { type InfiniteData, type QueryClient, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import type { CallOptions } from '#web/lib/api/api.ts';
import type { RowKey } from '#web/lib/api/query.ts';

interface Page {
  items: readonly unknown[];
  next?: string | undefined;
}

/** A list read page by page: the loaded pages, and a function for the next one. */
export function usePages<Answer extends Page>(
  queryKey: RowKey,
  read: (cursor: string | undefined, options: CallOptions) => Promise<Answer>,
) {
  const query = useInfiniteQuery({
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ pageParam, signal }) => read(pageParam, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
  return {
    pages: query.data?.pages,
    error: query.error,
    updatedAt: query.dataUpdatedAt,
    /** It is 0 when a press for more has failed, which needs its own sentence. */
    shownAt: query.isFetchNextPageError ? 0 : query.dataUpdatedAt,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    more: {
      hasMore: query.hasNextPage,
      busy: query.isFetchingNextPage,
      onMore: () => void query.fetchNextPage(),
    },
  };
}

/** Changes an answer in place. It keeps its age, because the rest of it is as old as before. */
export const amend = <Answer>(
  queries: QueryClient,
  key: QueryKey,
  change: (answer: Answer) => Answer,
): Answer | undefined =>
  queries.setQueryData<Answer>(key, (known) => known && change(known), {
    updatedAt: queries.getQueryState(key)?.dataUpdatedAt ?? 0,
  });

/** Changes every loaded page of a list, because its index on the server follows a moment later. */
export function inPages<Item>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: (items: readonly Item[], page: number) => readonly Item[],
): void {
  for (const [key] of queries.getQueriesData({ queryKey }))
    amend<InfiniteData<{ items: readonly Item[] }>>(queries, key, (list) => ({
      ...list,
      pages: list.pages.map((page, index) => ({ ...page, items: change(page.items, index) })),
    }));
}
