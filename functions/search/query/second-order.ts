import type { Kind } from '../index/listing.ts';
import { type IndexEntry, type ListingIndex } from '../index/listing-index.ts';
import { type IndexFilter, wants } from './index-page.ts';

/** Parcels by their last day, trips newest first. */
export const isSoonest: Readonly<Record<Kind, boolean>> = { parcel: true, trip: false };

/**
 * The position of a listing in the second order: its day or second, then its position. Entries contain its beginning.
 */
export const secondPosition = (rank: string, order: string) => `${rank}#${order}`;

export interface Candidate {
  readonly partition: string;
  readonly at: string;
  readonly begin: string;
}

/** Wanted listings after a position in the second order; lazy, so only the used ones are created. */
export function* candidates(
  kind: Kind,
  index: ListingIndex,
  changes: readonly IndexEntry[],
  wanted: IndexFilter,
  after: string | undefined,
): Generator<Candidate> {
  const isBefore = (a: string, b: string) => (isSoonest[kind] ? a < b : a > b);
  const isPast = (begin: string) => after !== undefined && !after.startsWith(begin) && isBefore(begin, after);
  const seen = new Set<string>();
  function* once(candidate: Candidate) {
    const key = `${candidate.partition}|${candidate.begin}`;
    if (!seen.has(key)) yield candidate;
    seen.add(key);
  }
  const fresh = changes
    .filter((entry) => wants(wanted, entry))
    .flatMap((entry): Candidate[] => {
      const rank = (kind === 'parcel' ? entry.day : entry.traits.second) ?? '';
      const begin = secondPosition(rank, entry.at);
      return isPast(begin) ? [] : [{ partition: wanted.partition(entry.from, entry.to), at: entry.at, begin }];
    })
    .sort((a, b) => (isBefore(a.begin, b.begin) ? -1 : 1));
  let next = 0;

  const starts = index.places.map(wanted.from);
  const ends = index.places.map(wanted.to);
  const fits = wanted.facts && index.traits.facts.map(wanted.facts);
  const { sorted, begins } = inSecondOrder(kind, index);
  for (const number of sorted) {
    const [from, to] = [index.from[number] ?? 0, index.to[number] ?? 0];
    const begin = begins[number] ?? '';
    if (!starts[from] || !ends[to] || (fits && !fits[index.traits.fact[number] ?? 0])) continue;
    if ((index.days[number] ?? '') < wanted.day || isPast(begin)) continue;
    for (let first = fresh[next]; first && isBefore(first.begin, begin); first = fresh[++next]) yield* once(first);
    const partition = wanted.partition(index.places[from] ?? '', index.places[to] ?? '');
    yield* once({ partition, at: index.at[number] ?? '', begin });
  }
  for (const candidate of fresh.slice(next)) yield* once(candidate);
}

interface SecondOrder {
  /** Numbers of the entries, sorted. */
  readonly sorted: readonly number[];
  readonly begins: readonly string[];
}
const orders = new WeakMap<ListingIndex, SecondOrder>();

/** Sorted once for each index that a container caches. */
function inSecondOrder(kind: Kind, index: ListingIndex): SecondOrder {
  const known = orders.get(index);
  if (known) return known;
  const ranks = kind === 'parcel' ? index.days : index.traits.second;
  const begins = index.at.map((at, number) => secondPosition(ranks?.[number] ?? '', at));
  const direction = isSoonest[kind] ? -1 : 1;
  const compare = (a: number, b: number) => {
    const [one, other] = [begins[a] ?? '', begins[b] ?? ''];
    return one === other ? 0 : one < other ? direction : -direction;
  };
  const sorted = begins.map((_, number) => number).sort(compare);
  const order = { sorted, begins };
  orders.set(index, order);
  return order;
}
