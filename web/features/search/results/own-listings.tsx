import { useEffect } from 'react';
import { isOver } from '#shared/situation/stages.ts';
import { useOwnParcels } from '#web/features/parcels/use-own-parcels.ts';
import { tripsApi } from '#web/features/trips/api.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';

interface OwnListingsProps {
  onKnown: (ids: ReadonlySet<string>) => void;
}

/** Members with more listings see the rest marked when they open one. */
const mostPages = 5;

/** Reads which listings are the member's own: public cards name no member, and one answer serves everybody. */
export function OwnTrips({ onKnown }: OwnListingsProps) {
  const query = { when: 'upcoming' } as const;
  const { pages, more } = usePages(queryKey('trips', 'myTrips', { query }), (cursor, options) =>
    tripsApi.myTrips({ query: { ...query, cursor } }, options),
  );
  useKnown(pages, more, onKnown);
  return null;
}

/** Finished ones are the last of the list, and the search shows none of them. */
export function OwnParcels({ onKnown }: OwnListingsProps) {
  const { pages, parcels, more } = useOwnParcels();
  const last = parcels?.at(-1);
  const hasMore = more.hasMore && !(last && isOver(last.situation));
  useKnown(pages, { ...more, hasMore }, onKnown);
  return null;
}

type Pages = readonly { items: readonly { id: string }[] }[] | undefined;
type More = ReturnType<typeof usePages>['more'];

function useKnown(pages: Pages, { hasMore, busy, onMore }: More, onKnown: OwnListingsProps['onKnown']): void {
  useEffect(() => {
    if (pages) onKnown(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))));
  }, [pages, onKnown]);
  const count = pages?.length ?? 0;
  useEffect(() => {
    if (hasMore && !busy && count < mostPages) onMore();
  }, [hasMore, busy, count, onMore]);
}
