import { gunzipSync, gzipSync } from 'node:zlib';
import { countryOf, isUnlisted } from './place-key.ts';

/**
 * The terms that listings use, with the number of listings for each. There are few distinct places even with many
 * listings, so a text « contains » is answered here, in memory, and listings are then read by exact keys.
 *
 * `from`, `to`: places (`FR.2988507`) with their folded names. `pair`: countries of a route (`FR>DZ`). `month`: of the
 * last day (`2026-12`).
 */
export interface PlaceCounts {
  readonly from: Map<string, TermCount>;
  readonly to: Map<string, TermCount>;
  readonly pair: Map<string, TermCount>;
  readonly month: Map<string, TermCount>;
}
interface TermCount {
  readonly name: string;
  readonly count: number;
}

export const emptyPlaceCounts = (): PlaceCounts => ({
  from: new Map(),
  to: new Map(),
  pair: new Map(),
  month: new Map(),
});

export interface TermSource {
  readonly from: string;
  readonly to: string;
  readonly day: string;
  readonly fromName: string;
  readonly toName: string;
}

/** The four terms of a listing: `side|key|name`. Folded names contain no bar. */
export const termsOfEntry = ({ from, to, day, fromName, toName }: TermSource): string[] => [
  `from|${from}|${fromName}`,
  `to|${to}|${toName}`,
  `pair|${countryOf(from)}>${countryOf(to)}|`,
  `month|${day.slice(0, 7)}|`,
];

function setCount(counts: PlaceCounts, term: string, count: number): void {
  const [side, key, name] = term.split('|');
  if (side !== undefined && side in counts && key !== undefined)
    counts[side as keyof PlaceCounts].set(key, { name: name ?? '', count });
}

/** Adds terms that are new since the snapshot, each used at least once. */
export function addNewTerms(counts: PlaceCounts, terms: Iterable<string>): void {
  for (const term of terms) {
    const [side, key] = term.split('|');
    if (!counts[side as keyof PlaceCounts]?.has(key ?? '')) setCount(counts, term, 1);
  }
}

/** Terms in use, one `side|key|name|count` per line, compressed. */
export const packPlaceCounts = (counts: Iterable<readonly [term: string, count: number]>): Uint8Array =>
  gzipSync([...counts].map(([term, count]) => `${term}|${count}`).join('\n'));

export function unpackPlaceCounts(packed: Uint8Array): PlaceCounts {
  const counts = emptyPlaceCounts();
  for (const line of gunzipSync(packed).toString().split('\n')) {
    const at = line.lastIndexOf('|');
    if (at > 0) setCount(counts, line.slice(0, at), Number(line.slice(at + 1)));
  }
  return counts;
}

/** The number of listings between two places of the data, by their ids: `2988507>2507480`. */
export type CorridorCounts = ReadonlyMap<string, number>;

/** The corridor of a listing, by the keys of its ends. Undefined when one of them is in no list. */
export const corridorOf = (from: string, to: string): string | undefined =>
  isUnlisted(from) || isUnlisted(to) ? undefined : `${from.slice(3)}>${to.slice(3)}`;

/** One `from>to|count` per line, compressed. */
export const packCorridors = (counts: CorridorCounts): Uint8Array =>
  gzipSync([...counts].map(([corridor, count]) => `${corridor}|${count}`).join('\n'));

export function unpackCorridors(packed: Buffer): CorridorCounts {
  const lines = gunzipSync(packed).toString().split('\n').filter(Boolean);
  return new Map(
    lines.map((line) => {
      const [corridor = '', count] = line.split('|');
      return [corridor, Number(count)];
    }),
  );
}
