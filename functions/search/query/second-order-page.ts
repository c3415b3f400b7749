import type { Kind } from '../index/listing.ts';
import { type IndexEntry, type ListingIndex, positionBefore } from '../index/listing-index.ts';
import { type IndexFilter } from './index-page.ts';
import { lazyQueue } from './lazy-queue.ts';
import type { ReadPage } from './merge.ts';
import { queryCost } from './planner.ts';
import { type Candidate, candidates, isSoonest } from './second-order.ts';

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
