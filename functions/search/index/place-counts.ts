import { gunzipSync, gzipSync } from 'node:zlib';
import { foldPlace } from '#shared/values/places.ts';
import type { SearchPosition } from './listing.ts';
import { placeKey } from './place-key.ts';

/**
 * The words that listings use, with how many listings use each. Distinct places are few however many listings there are,
 * so a text « contains » is answered here, in memory, and listings are then read by exact keys.
 *
 * `from`, `to`: places (`FR.2988507`) with their folded names; `pair`: countries of a route (`FR>DZ`);
 * `month`: of the last day (`2026-12`).
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

/** The four words of a listing: `side|key|name`. Folded names hold no bar. */
export const termsOf = ({ from, to, day }: SearchPosition): string[] => [
  `from|${placeKey(from)}|${foldPlace(from.city)}`,
  `to|${placeKey(to)}|${foldPlace(to.city)}`,
  `pair|${from.countryCode}>${to.countryCode}|`,
  `month|${day.slice(0, 7)}|`,
];

/** Sets one word's count in the vocabulary. */
function setCount(vocabulary: PlaceCounts, word: string, count: number): void {
  const [side, key, name] = word.split('|');
  if (side !== undefined && side in vocabulary && key !== undefined)
    vocabulary[side as keyof PlaceCounts].set(key, { name: name ?? '', count });
}

/** Adds words that came into use since the snapshot, each used at least once. */
export function addNewTerms(vocabulary: PlaceCounts, words: Iterable<string>): void {
  for (const word of words) {
    const [side, key] = word.split('|');
    if (!vocabulary[side as keyof PlaceCounts]?.has(key ?? '')) setCount(vocabulary, word, 1);
  }
}

/** Words in use, one `side|key|name|count` a line, compressed. */
export const packPlaceCounts = (counts: Iterable<readonly [word: string, count: number]>): Uint8Array =>
  gzipSync([...counts].map(([word, count]) => `${word}|${count}`).join('\n'));

export function unpackPlaceCounts(packed: Uint8Array): PlaceCounts {
  const vocabulary = emptyPlaceCounts();
  for (const line of gunzipSync(packed).toString().split('\n')) {
    const at = line.lastIndexOf('|');
    if (at > 0) setCount(vocabulary, line.slice(0, at), Number(line.slice(at + 1)));
  }
  return vocabulary;
}
