import { queryOptions } from '@tanstack/react-query';
import type { Reply } from '#shared/route.ts';
import type { Advertisement, AdvertisementPosition, siteRoutes } from '#shared/site/contract.ts';
import { queryKey } from '#web/lib/api/query.ts';

/**
 * Maximum advertisements of a position, highest priority first. All of them (decision 022) would push away the content
 * of the page. The panel shows this limit to administrators.
 */
export const room: Readonly<Record<AdvertisementPosition, number>> = { home: 3, sidebar: 2, header: 1, footer: 3 };

export const advertisementsAt = (position: AdvertisementPosition) =>
  queryOptions({
    queryKey: queryKey('site', 'advertisements', { query: { position } }),
    queryFn: ({ signal }) => readAdvertisements(position, signal),
    retry: false,
  });

export const shownOf = (
  position: AdvertisementPosition,
  active: readonly Advertisement[] | undefined,
): readonly Advertisement[] => active?.filter(isWorthAPlace).slice(0, room[position]) ?? [];

/** A text without a picture and with a link to this site would look like the site's own text. */
export function isWorthAPlace({ imageUrl, linkUrl }: Pick<Advertisement, 'imageUrl' | 'linkUrl'>): boolean {
  return Boolean(imageUrl) || !linkUrl || new URL(linkUrl, location.href).origin !== location.origin;
}

/**
 * The row `advertisements`, without the client of the API: they are on every page, and its schemas would be a tenth of
 * a visitor's first load. Throws when there is no answer of the expected shape.
 */
async function readAdvertisements(position: AdvertisementPosition, signal: AbortSignal): Promise<Advertisement[]> {
  const response = await fetch(`/api/public/advertisements?position=${position}`, { method: 'GET', signal });
  const { items } = (await response.json()) as Partial<Reply<(typeof siteRoutes)['advertisements']>>;
  if (!response.ok || !Array.isArray(items)) throw new Error(`No advertisements: ${response.status}`);
  return items;
}
