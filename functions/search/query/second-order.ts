import type { Kind } from '../index/listing.ts';
import { type IndexEntry, type ListingIndex, positionBefore } from '../index/listing-index.ts';
import { type IndexFilter, wants } from './index-page.ts';
import { lazyQueue, type ReadPage } from './merge.ts';
import { queryCost } from './planner.ts';

/** Parcels by their last day, trips newest first. */
const isSoonest: Readonly<Record<Kind, boolean>> = { parcel: true, trip: false };

/**
 * The position of a listing in the second order: its day or second, then its position. Entries contain its beginning.
 */
export const secondPosition = (rank: string, order: string) => `${rank}#${order}`;

interface Candidate {
  readonly partition: string;
  readonly at: string;
  readonly begin: string;
}

/** Wanted listings after a position in the second order; lazy, so only the used ones are created. */
function* candidates(
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

export interface SecondOrderOptions<Row> {
  readonly read: (partition: string, after: string | undefined, limit: number) => Promise<ReadPage<Row>>;
  readonly keeps: (row: Row) => boolean;
  readonly positionOf: (row: Row) => string;
  readonly uncovered: readonly Row[];
  readonly size: number;
  readonly budget: number;
  readonly after?: string | undefined;
}

/** One more row reveals that an entry has no further rows. */
const firstRows = 2;

/**
 * One page in the order that the table does not have. The index sorts the listings, and each row of the page is read
 * separately, half a unit each. A stale entry leads to a row of another position, or to none. The row decides, and each
 * listing has an entry at its position.
 */
export async function pageInSecondOrder<Row extends { readonly order: string }>(
  kind: Kind,
  index: ListingIndex,
  changes: readonly IndexEntry[],
  wanted: IndexFilter,
  { read, keeps, positionOf, uncovered, size, budget, after }: SecondOrderOptions<Row>,
): Promise<{ rows: Row[]; next?: string | undefined; spent: number }> {
  const isBefore = (a: string, b: string) => (isSoonest[kind] ? a < b : a > b);
  const before = (begin: string) => (isSoonest[kind] ? begin : `${begin}~`);
  const isWanted = (row: Row) => keeps(row) && (after === undefined || isBefore(after, positionOf(row)));
  const found = new Map(uncovered.filter(isWanted).map((row) => [row.order, row]));
  const { queue, fill } = lazyQueue(candidates(kind, index, changes, wanted, after));
  const ready = () => {
    fill(1);
    const [first] = queue;
    return [...found.values()]
      .filter((row) => !first || isBefore(positionOf(row), before(first.begin)))
      .sort((a, b) => (isBefore(positionOf(a), positionOf(b)) ? -1 : 1));
  };

  let spent = 0;
  async function follow({ partition, at }: Candidate): Promise<void> {
    let start = positionBefore(kind, at);
    for (let limit = firstRows; ; limit *= 2) {
      const { rows, last, capacity } = await read(partition, start, limit);
      spent += Math.max(queryCost, capacity);
      for (const row of rows) if (isWanted(row)) found.set(row.order, row);
      if (last === undefined || !last.startsWith(at)) return;
      start = last;
    }
  }

  for (;;) {
    const missing = size + 1 - ready().length;
    fill(missing);
    const affordable = Math.floor((budget - spent) / queryCost);
    // The budget must not end a page where it started.
    const hasMoved = queue[0] !== undefined && before(queue[0].begin) !== after;
    if (queue.length === 0 || missing <= 0 || (affordable < 1 && hasMoved)) break;
    await Promise.all(queue.splice(0, Math.min(missing, Math.max(1, affordable))).map(follow));
  }

  const all = ready();
  const rows = all.slice(0, size);
  const last = rows.at(-1);
  const [open] = queue;
  const next = all.length > size && last ? positionOf(last) : open && before(open.begin);
  return { rows, next, spent };
}
