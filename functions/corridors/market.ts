import type { CorridorCounts } from '#functions/search/index/corridor-counts.ts';
import type { Corridor } from '#shared/corridors/contract.ts';
import { corridorSlug, type Ends } from './ends.ts';
import type { Slugs } from './slugs.ts';

export interface Pair {
  readonly from: string;
  readonly to: string;
  readonly parcels: number;
  readonly trips: number;
}

export function pairsOf(parcels: CorridorCounts, trips: CorridorCounts): readonly Pair[] {
  return [...new Set([...parcels.keys(), ...trips.keys()])]
    .toSorted()
    .map((key) => {
      const [from = '', to = ''] = key.split('>');
      return { from, to, parcels: parcels.get(key) ?? 0, trips: trips.get(key) ?? 0 };
    })
    .toSorted((a, b) => b.parcels + b.trips - (a.parcels + a.trips));
}

/** The way back first, then the busiest pairs that share an end with a corridor. */
export function* neighboursOf(pairs: readonly Pair[], ends: Ends): Generator<Pair> {
  const [from, to] = [ends.from.place.placeId, ends.to.place.placeId];
  const isBack = (pair: Pair) => pair.from === to && pair.to === from;
  const back = pairs.find(isBack);
  if (back) yield back;
  for (const pair of pairs) if ((pair.from === from) !== (pair.to === to) && !isBack(pair)) yield pair;
}

/** The corridor of a pair; undefined when the data no longer has one of its places, or both are the same. */
export function toCorridor(slugs: Slugs, { from, to, parcels, trips }: Pair): Corridor | undefined {
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
