import { useState } from 'react';
import { isListed } from '#shared/parcels/rules.ts';
import { parcelsApi } from '#web/features/parcels/api.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';

/** The member's own parcels that can be carried now, page by page. */
export function useListedParcels() {
  const [now] = useState(Date.now);
  const query = { status: 'active' } as const;
  const list = usePages(queryKey('parcels', 'myParcels', { query }), (cursor, options) =>
    parcelsApi.myParcels({ query: { ...query, cursor } }, options),
  );
  const parcels = list.pages
    ?.flatMap(({ items }) => items)
    .filter(({ adminStatus = 'pending', ...parcel }) => isListed({ ...parcel, adminStatus }, now));
  return { parcels, error: list.error, retry: list.retry, more: list.more };
}
