import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { adminRoutes } from '#shared/admin/contract.ts';
import { identityDocumentRoutes } from '#shared/identity-documents/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queriesOf } from '#web/lib/api/query.ts';

export const adminApi = clientOf(adminRoutes);
export const adminQuery = queriesOf('admin', adminApi);
export const identityDocumentsApi = clientOf(identityDocumentRoutes);

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
