import { gunzipSync, gzipSync } from 'node:zlib';
import { foldPlace } from '#shared/values/places.ts';
import type { Spot } from './listing.ts';
import { placeKey } from './place-key.ts';

/**
 * The words that listings use, with how many listings use each. Distinct places are few however many listings there are,
 * so a text « contains » is answered here, in memory, and listings are then read by exact keys.
 *
 * `from`, `to`: places (`FR.2988507`) with their folded names; `pair`: countries of a route (`FR>DZ`);
 * `month`: of the last day (`2026-12`).
 */
export interface Vocabulary {
  readonly from: Map<string, Word>;
  readonly to: Map<string, Word>;
  readonly pair: Map<string, Word>;
  readonly month: Map<string, Word>;
}
interface Word {
  readonly name: string;
  readonly count: number;
}

export const emptyVocabulary = (): Vocabulary => ({
  from: new Map(),
  to: new Map(),
  pair: new Map(),
  month: new Map(),
});

/** The four words of a listing: `side|key|name`. Folded names hold no bar. */
export const wordsOf = ({ from, to, day }: Spot): string[] => [
  `from|${placeKey(from)}|${foldPlace(from.city)}`,
  `to|${placeKey(to)}|${foldPlace(to.city)}`,
  `pair|${from.countryCode}>${to.countryCode}|`,
  `month|${day.slice(0, 7)}|`,
];

/** Sets one word's count in the vocabulary. */
function setWord(vocabulary: Vocabulary, word: string, count: number): void {
  const [side, key, name] = word.split('|');
  if (side !== undefined && side in vocabulary && key !== undefined)
    vocabulary[side as keyof Vocabulary].set(key, { name: name ?? '', count });
}

/** Adds words that came into use since the snapshot, each used at least once. */
export function learn(vocabulary: Vocabulary, words: Iterable<string>): void {
  for (const word of words) {
    const [side, key] = word.split('|');
    if (!vocabulary[side as keyof Vocabulary]?.has(key ?? '')) setWord(vocabulary, word, 1);
  }
}

/** Words in use, one `side|key|name|count` a line, compressed. */
export const packVocabulary = (counts: Iterable<readonly [word: string, count: number]>): Uint8Array =>
  gzipSync([...counts].map(([word, count]) => `${word}|${count}`).join('\n'));

export function unpackVocabulary(packed: Uint8Array): Vocabulary {
  const vocabulary = emptyVocabulary();
  for (const line of gunzipSync(packed).toString().split('\n')) {
    const at = line.lastIndexOf('|');
    if (at > 0) setWord(vocabulary, line.slice(0, at), Number(line.slice(at + 1)));
  }
  return vocabulary;
}
