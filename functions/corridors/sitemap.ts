import { paths } from '#shared/site/paths.ts';
import { type Pair, toCorridor } from './market.ts';
import type { Slugs } from './slugs.ts';

/** Corridors of each kind: together they fit into the 50,000 addresses of a site map and the 6 MB of an answer. */
const mostOfKind = 20_000;

export function sitemapOf(slugs: Slugs, pairs: readonly Pair[], site: string): string {
  // Most corridors with parcels have trips, too, and finding a slug is most of the work.
  const known = new Map<Pair, string | undefined>();
  const slugOf = (pair: Pair) => {
    if (!known.has(pair)) known.set(pair, toCorridor(slugs, pair)?.slug);
    return known.get(pair) ?? [];
  };
  const addresses = (kind: 'parcels' | 'trips', pathOf: (slug: string) => string) =>
    pairs
      .filter((pair) => pair[kind] > 0)
      .toSorted((a, b) => b[kind] - a[kind])
      .slice(0, mostOfKind)
      .flatMap(slugOf)
      .map((slug) => `  <url><loc>${site}${pathOf(slug)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses('parcels', paths.parcelCorridor),
    ...addresses('trips', paths.tripCorridor),
    '</urlset>',
    '',
  ].join('\n');
}
