import { answer } from '#functions/outcome.ts';
import type { Table } from '#functions/platform/table.ts';
import type { Kind } from '#functions/search/index/listing.ts';
import { type CorridorCounts, unpackCorridors } from '#functions/search/index/place-counts.ts';
import { readParts, snapshotNow } from '#functions/search/index/snapshot-parts.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { type Corridor, type corridorRoutes, maxBusiest, maxNeighbours } from '#shared/corridors/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { paths } from '#shared/site/paths.ts';
import { slugOf } from '#shared/values/places.ts';
import { minuteMs } from '#shared/values/time.ts';
import type { SluggedPlace, Slugs } from './slugs.ts';

interface Pair {
  readonly from: string;
  readonly to: string;
  readonly parcels: number;
  readonly trips: number;
}

function pairsOf(parcels: CorridorCounts, trips: CorridorCounts): readonly Pair[] {
  return [...new Set([...parcels.keys(), ...trips.keys()])]
    .toSorted()
    .map((key) => {
      const [from = '', to = ''] = key.split('>');
      return { from, to, parcels: parcels.get(key) ?? 0, trips: trips.get(key) ?? 0 };
    })
    .toSorted((a, b) => b.parcels + b.trips - (a.parcels + a.trips));
}

/** The way back first, then the busiest pairs that share an end with a corridor. */
function* neighboursOf(pairs: readonly Pair[], ends: Ends): Generator<Pair> {
  const [from, to] = [ends.from.place.placeId, ends.to.place.placeId];
  const isBack = (pair: Pair) => pair.from === to && pair.to === from;
  const back = pairs.find(isBack);
  if (back) yield back;
  for (const pair of pairs) if ((pair.from === from) !== (pair.to === to) && !isBack(pair)) yield pair;
}

/** The corridor of a pair; undefined when the data no longer has one of its places, or both are the same. */
function toCorridor(slugs: Slugs, { from, to, parcels, trips }: Pair): Corridor | undefined {
  const ends = { from: slugs.byId(from), to: slugs.byId(to) };
  if (!ends.from || !ends.to || from === to) return undefined;
  return {
    slug: corridorSlug(slugs, ends as Ends),
    from: ends.from.place,
    to: ends.to.place,
    parcels,
    trips,
  };
}

/** Corridors of each kind: together they fit into the 50,000 addresses of a site map and the 6 MB of an answer. */
const mostOfKind = 20_000;

function sitemapOf(slugs: Slugs, pairs: readonly Pair[], site: string): string {
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

interface Counts {
  readonly build: string | undefined;
  readonly counts: CorridorCounts;
}
interface Market {
  readonly parcels: Counts;
  readonly trips: Counts;
  readonly pairs: readonly Pair[];
  readonly checkedAt: number;
}

const tries = 3;

/**
 * The pairs of places with listings, from the last snapshots of the search. A container checks for newer ones at most
 * once a minute.
 */
function marketReader(table: Table, now: () => number): () => Promise<readonly Pair[]> {
  let market: Market | undefined;
  return async () => {
    if (market && Math.abs(now() - market.checkedAt) < minuteMs) return market.pairs;
    const known = market;
    const [parcels, trips] = await Promise.all([
      countsNow(table, 'parcel', known?.parcels),
      countsNow(table, 'trip', known?.trips),
    ]);
    const isKnown = parcels === known?.parcels && trips === known?.trips;
    market = { parcels, trips, pairs: isKnown ? known.pairs : pairsOf(parcels.counts, trips.counts), checkedAt: now() };
    return market.pairs;
  };
}

async function countsNow(table: Table, kind: Kind, known: Counts | undefined): Promise<Counts> {
  for (let attempt = 0; attempt < tries; attempt++) {
    const consistent = attempt > 0;
    const snapshot = await snapshotNow(table, kind, { consistent });
    if (known && known.build === snapshot?.build) return known;
    if (!snapshot) return { build: undefined, counts: new Map() };
    const packed = await readParts(table, kind, snapshot, 'corridors', consistent);
    if (packed) return { build: snapshot.build, counts: unpackCorridors(packed) };
  }
  if (known) return known;
  throw new Error(`The corridors of ${kind} change faster than they can be read`);
}

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

interface Ends {
  readonly from: SluggedPlace;
  readonly to: SluggedPlace;
}

/** Longer than any slug of two places, and short enough to be split at each hyphen. */
const mostLetters = 200;

/**
 * The places of a corridor's slug in any spelling, and of ids that win over its words. Undefined when one end is no
 * place, or both are the same.
 */
export function endsOf(
  slugs: Slugs,
  slug: string,
  ids: { readonly fromPlace?: string | undefined; readonly toPlace?: string | undefined } = {},
): Ends | undefined {
  const [from, to] = [ids.fromPlace, ids.toPlace].map((id) => (id === undefined ? undefined : slugs.byId(id)));
  if (from && to) return apart({ from, to });
  const words = slug.length > mostLetters ? undefined : splitOf(slugs, slugOf(slug));
  return words && apart({ from: from ?? words.from, to: to ?? words.to });
}

const apart = (ends: Ends) => (ends.from.place.placeId === ends.to.place.placeId ? undefined : ends);

/** The heaviest pair of places that a slug can be split into at one of its hyphens. */
function splitOf(slugs: Slugs, slug: string): Ends | undefined {
  let best: Ends | undefined;
  for (let at = slug.indexOf('-'); at > 0; at = slug.indexOf('-', at + 1)) {
    const from = slugs.bySlug(slug.slice(0, at));
    const to = from && slugs.bySlug(slug.slice(at + 1));
    if (to && apart({ from, to }) && (!best || weightOf({ from, to }) > weightOf(best))) best = { from, to };
  }
  return best;
}

const weightOf = ({ from, to }: Ends) => from.weight + to.weight;

/** The canonical slug of a corridor, with ids where the words alone mean other places. */
export function corridorSlug(slugs: Slugs, { from, to }: Ends): string {
  const words = `${from.slug}-${to.slug}`;
  const meant = splitOf(slugs, words);
  const isMeant = meant?.from.place.placeId === from.place.placeId && meant.to.place.placeId === to.place.placeId;
  return isMeant ? words : [from, to].map(({ place }) => `${slugOf(place.city)}-${place.placeId}`).join('-');
}
