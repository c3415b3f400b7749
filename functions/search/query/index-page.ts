import { isForward, type Kind } from '../index/listing.ts';
import { type IndexEntry, type ListingIndex, positionBefore } from '../index/listing-index.ts';
import { lazyQueue, type ReadPage } from './merge.ts';
import { queryCost } from './planner.ts';

export interface IndexFilter {
  readonly from: (place: string) => boolean;
  readonly to: (place: string) => boolean;
  readonly day: string;
  /** Compares the facts of an entry (`listing.ts`); absent without filters. */
  readonly facts?: ((facts: string) => boolean) | undefined;
  readonly partition: (from: string, to: string) => string;
}

export const wants = ({ from, to, day, facts }: IndexFilter, entry: IndexEntry): boolean =>
  entry.day >= day && from(entry.from) && to(entry.to) && (!facts || facts(entry.traits.facts));

/** A position where a row of the page is expected. */
interface Candidate {
  readonly partition: string;
  /** The position right before it. */
  readonly start: string;
  readonly at: string;
  /** The number of listings of its partition before it; unknown for those changed since the snapshot. */
  readonly rank?: number | undefined;
}

/** Up to this number of rows between two candidates, reading them costs less than a second query. */
const nearRows = 10;

const isPast = (kind: Kind, at: string, after: string | undefined) =>
  after !== undefined && !after.startsWith(at) && (isForward[kind] ? at < after : at > after);

/** Wanted listings after a position, in order; lazy, so only the used ones are searched. */
function* candidates(
  kind: Kind,
  index: ListingIndex,
  changes: readonly IndexEntry[],
  wanted: IndexFilter,
  after: string | undefined,
): Generator<Candidate> {
  const isBefore = (a: string, b: string) => (isForward[kind] ? a < b : a > b);
  const candidate = ({ at, from, to }: Pick<IndexEntry, 'at' | 'from' | 'to'>, rank?: number): Candidate => {
    const position = positionBefore(kind, at);
    const start = after !== undefined && isBefore(position, after) ? after : position;
    return { partition: wanted.partition(from, to), start, at, rank };
  };
  const known = changes
    .filter((entry) => !isPast(kind, entry.at, after) && wants(wanted, entry))
    .map((entry) => candidate(entry))
    .filter(({ start }) => index.end === undefined || isBefore(start, index.end));
  const isNew = new Map(known.map((one) => [`${one.partition}|${one.at}`, one]));
  const fresh = [...isNew.values()].sort((a, b) => (isBefore(a.start, b.start) ? -1 : 1));

  const starts = index.places.map(wanted.from);
  const ends = index.places.map(wanted.to);
  const fits = wanted.facts && index.traits.facts.map(wanted.facts);
  const ranks = new Map<string, number>();
  for (let number = 0; number < index.at.length; number++) {
    const from = index.from[number] ?? 0;
    const to = index.to[number] ?? 0;
    if (!starts[from] || !ends[to]) continue;
    const entry = { at: index.at[number] ?? '', from: index.places[from] ?? '', to: index.places[to] ?? '' };
    if (isPast(kind, entry.at, after)) continue;
    const found = candidate(entry);
    const rank = ranks.get(found.partition) ?? 0;
    ranks.set(found.partition, rank + 1);
    if (fits && !fits[index.traits.fact[number] ?? 0]) continue;
    if ((index.days[number] ?? '') < wanted.day || isNew.has(`${found.partition}|${found.at}`)) continue;
    for (let first = fresh[0]; first && isBefore(first.start, found.start); first = fresh[0]) yield* fresh.splice(0, 1);
    yield { ...found, rank };
  }
  yield* fresh;
}

interface RangeRead {
  readonly partition: string;
  readonly start: string;
  readonly limit: number;
  readonly candidates: readonly Candidate[];
}

function rangeReadsOf(wanted: readonly Candidate[]): RangeRead[] {
  const groups: Candidate[][] = [];
  const latest = new Map<string, Candidate[]>();
  for (const candidate of wanted) {
    const group = latest.get(candidate.partition);
    const gap = (candidate.rank ?? Number.NaN) - (group?.at(-1)?.rank ?? Number.NaN);
    if (group && gap <= nearRows) {
      group.push(candidate);
      continue;
    }
    const fresh = [candidate];
    latest.set(candidate.partition, fresh);
    groups.push(fresh);
  }
  return groups.map((group) => ({
    partition: group[0]?.partition ?? '',
    start: group[0]?.start ?? '',
    // One more row reveals that an entry has no further rows.
    limit: (group.at(-1)?.rank ?? 0) - (group[0]?.rank ?? 0) + 2,
    candidates: group,
  }));
}

export interface IndexPageOptions<Row> {
  readonly read: (partition: string, after: string | undefined, limit: number) => Promise<ReadPage<Row>>;
  readonly keeps: (row: Row) => boolean;
  readonly size: number;
  readonly budget: number;
  readonly after?: string | undefined;
}

/**
 * One page of the rows that the index and its changes point to, at most half a unit for each row and for each missing
 * one. Exact as long as the index names every listing. `next` as in `mergePage`.
 */
export async function pageFromIndex<Row extends { readonly order: string }>(
  kind: Kind,
  index: ListingIndex,
  changes: readonly IndexEntry[],
  wanted: IndexFilter,
  { read, keeps, size, budget, after }: IndexPageOptions<Row>,
): Promise<{ rows: Row[]; next?: string | undefined; spent: number }> {
  const { end } = index;
  const isBefore = (a: string, b: string) => (isForward[kind] ? a < b : a > b);
  if (after !== undefined && end !== undefined && !isBefore(after, end)) return { rows: [], next: after, spent: 0 };
  const found = new Map<string, Row>();
  const { queue, fill } = lazyQueue(candidates(kind, index, changes, wanted, after));
  const ready = () => {
    fill(1);
    const frontier = queue[0]?.start ?? end;
    return [...found.values()]
      .filter(({ order }) => frontier === undefined || !isBefore(frontier, order))
      .sort((a, b) => (isBefore(a.order, b.order) ? -1 : 1));
  };

  let spent = 0;
  for (;;) {
    const missing = size + 1 - ready().length;
    fill(missing);
    const affordable = Math.floor((budget - spent) / queryCost);
    // When very many rows share one time, the budget must not end a page where it started.
    const hasMoved = queue[0]?.start !== after;
    if (queue.length === 0 || missing <= 0 || (affordable < 1 && hasMoved)) break;
    const rangeReads = rangeReadsOf(queue.splice(0, missing));
    queue.unshift(...rangeReads.splice(Math.max(1, affordable)).flatMap((rangeRead) => rangeRead.candidates));
    const pages = await Promise.all(rangeReads.map(({ partition, start, limit }) => read(partition, start, limit)));
    for (const [number, rangeRead] of rangeReads.entries()) {
      const page = pages[number];
      if (!page) continue;
      spent += Math.max(queryCost, page.capacity);
      for (const row of page.rows) if (keeps(row)) found.set(row.order, row);
      const { last } = page;
      if (last === undefined) continue;
      // A candidate is finished when its partition has been read past all rows that its entry can mean.
      const left = rangeRead.candidates.filter(({ at }) => last.startsWith(at) || isBefore(last, at));
      queue.push(
        ...left.map((candidate) => ({ ...candidate, start: isBefore(candidate.start, last) ? last : candidate.start })),
      );
    }
    queue.sort((a, b) => (isBefore(a.start, b.start) ? -1 : 1));
  }

  const all = ready();
  const rows = all.slice(0, size);
  const next = all.length > size ? rows.at(-1)?.order : (queue[0]?.start ?? end);
  return { rows, next, spent };
}
