import type { Reply } from '#shared/route.ts';
import type { Advertisement, Position, siteRoutes } from '#shared/site/contract.ts';

/**
 * The row `advertisements`, without the client of the API: they are on every page, and its schemas would be a tenth of
 * a visitor's first load. Throws when there is no answer of the expected shape.
 */
export async function readAdvertisements(position: Position, signal: AbortSignal): Promise<Advertisement[]> {
  const response = await fetch(`/api/public/advertisements?position=${position}`, { method: 'GET', signal });
  const { items } = (await response.json()) as Partial<Reply<(typeof siteRoutes)['advertisements']>>;
  if (!response.ok || !Array.isArray(items)) throw new Error(`No advertisements: ${response.status}`);
  return items;
}
