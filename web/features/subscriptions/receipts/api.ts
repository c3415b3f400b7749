import { receiptRoutes } from '#shared/receipts/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';

export const receiptsApi = clientOf(receiptRoutes);

/** The member's receipts so far, and how many of all wait. */
export function useReceipts() {
  const { pages, ...rest } = usePages(queryKey('receipts', 'myReceipts'), (cursor, options) =>
    receiptsApi.myReceipts({ query: { cursor } }, options),
  );
  return { receipts: pages?.flatMap(({ items }) => items), pending: pages?.[0]?.pending ?? 0, ...rest };
}
