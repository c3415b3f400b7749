import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { AdminAdvertisement } from '#shared/admin/advertisements.ts';
import { queryKey, touch } from '#web/lib/api/query.ts';

type Pages = InfiniteData<{ items: AdminAdvertisement[] }>;

const listKey = queryKey('admin', 'adminAdvertisements');

/** Changes every page of the list: its index on the server follows a moment later. */
const inPages = (queries: QueryClient, change: (items: AdminAdvertisement[], page: number) => AdminAdvertisement[]) =>
  queries.setQueriesData<Pages>(
    { queryKey: listKey },
    (list) =>
      list && { ...list, pages: list.pages.map((page, index) => ({ ...page, items: change(page.items, index) })) },
  );

/** What the list shows after each act. */
export function useListed() {
  const queries = useQueryClient();
  const followed = () => touch(queries, ['site', 'advertisements'], ['admin', 'adminLogs']);
  return {
    added: (advertisement: AdminAdvertisement): void => {
      inPages(queries, (items, page) => (page === 0 ? [advertisement, ...items] : items));
      void followed();
    },
    changed: (advertisement: AdminAdvertisement): void => {
      inPages(queries, (items) => items.map((known) => (known.id === advertisement.id ? advertisement : known)));
      void followed();
    },
    removed: ({ id }: AdminAdvertisement): void => {
      inPages(queries, (items) => items.filter((known) => known.id !== id));
      void followed();
    },
    /** Somebody else changed it. */
    overtaken: () => void touch(queries, ['admin', 'adminAdvertisements'], ['site', 'advertisements']),
  };
}
