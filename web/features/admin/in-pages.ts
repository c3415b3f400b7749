import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';

/** Changes every page of a list that is on the screen: its index on the server follows a moment later. */
export function inPages<Item>(
  queries: QueryClient,
  queryKey: QueryKey,
  change: (items: readonly Item[], page: number) => readonly Item[],
): void {
  queries.setQueriesData<InfiniteData<{ items: readonly Item[] }>>(
    { queryKey },
    (list) =>
      list && { ...list, pages: list.pages.map((page, index) => ({ ...page, items: change(page.items, index) })) },
  );
}
