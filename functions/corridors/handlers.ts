import { answer } from '#functions/outcome.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { type Corridor, type corridorRoutes, maxBusiest, maxNeighbours } from '#shared/corridors/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { corridorSlug, endsOf } from './ends.ts';
import { neighboursOf, type Pair, toCorridor } from './market.ts';
import { marketReader } from './market-reader.ts';
import { sitemapOf } from './sitemap.ts';
import type { Slugs } from './slugs.ts';

export type CorridorDeps = Deps & {
  readonly slugs: () => Promise<Slugs>;
  readonly site: () => Promise<string>;
};

export function corridorHandlers({ table, now, slugs, site }: CorridorDeps): Handlers<typeof corridorRoutes> {
  const pairsNow = marketReader(table, now);

  return {
    readCorridors: async () => {
      const [places, pairs] = await Promise.all([slugs(), pairsNow()]);
      return answer({ items: corridorsOf(places, pairs, maxBusiest) });
    },

    readCorridor: async ({ params: { corridor }, query }) => {
      const [places, pairs] = await Promise.all([slugs(), pairsNow()]);
      const ends = endsOf(places, corridor, query);
      if (!ends) throw new Refusal('NOT_FOUND');
      return answer({
        slug: corridorSlug(places, ends),
        from: ends.from.place,
        to: ends.to.place,
        neighbours: corridorsOf(places, neighboursOf(pairs, ends), maxNeighbours),
      });
    },

    corridorsSitemap: async () => {
      const [places, pairs, address] = await Promise.all([slugs(), pairsNow(), site()]);
      return answer(sitemapOf(places, pairs, address));
    },
  };
}

function corridorsOf(slugs: Slugs, pairs: Iterable<Pair>, most: number): Corridor[] {
  const corridors: Corridor[] = [];
  for (const pair of pairs) {
    const corridor = toCorridor(slugs, pair);
    if (corridor) corridors.push(corridor);
    if (corridors.length === most) break;
  }
  return corridors;
}
