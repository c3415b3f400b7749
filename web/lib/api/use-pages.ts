import { useInfiniteQuery } from '@tanstack/react-query';
import type { CallOptions } from '#web/lib/api/api.ts';
import type { RowKey } from '#web/lib/api/query.ts';

type Page = { items: readonly unknown[]; next?: string | undefined };

/** A list read page by page; the pages so far, and the way to the next one. */
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
    retry: () => void query.refetch(),
    more: {
      hasMore: query.hasNextPage,
      busy: query.isFetchingNextPage,
      onMore: () => void query.fetchNextPage(),
    },
  };
}
