import { countriesMeant } from '#shared/values/countries.ts';
import { containsName, isSameName, nameKey } from '#shared/values/place-names.ts';
import { type Kind, partitionOf } from '../index/listing.ts';
import type { PlaceCounts } from '../index/place-counts.ts';
import { isUnlisted } from '../index/place-key.ts';

/**
 * The wanted place of one end: a place of the list with its name and country, or texts that its names contain. Empty
 * means anywhere.
 */
interface EndFilter {
  readonly place?: string | undefined;
  readonly city?: string | undefined;
  readonly country?: string | undefined;
}
export interface Filter {
  readonly from: EndFilter;
  readonly to: EndFilter;
  /** Last day on or after this one. */
  readonly date?: string | undefined;
}

export interface PartitionRead {
  readonly partition: string;
  readonly expected: number;
}
interface End {
  readonly accepts: (place: string) => boolean;
  /** The narrowest key that contains the place and no unwanted place. */
  readonly keyOf: (place: string) => string;
}
export interface Plan {
  readonly reads: readonly PartitionRead[];
  readonly share: number;
  /** Expected read units of a page. */
  readonly cost: number;
  readonly from: End;
  readonly to: End;
}

/** Rows of a page, and one more that shows whether there is a next one. */
export const wantedRows = 21;
/** The minimum price of a query, in read units. */
export const queryCost = 0.5;
/** Read units of a row of 290 bytes, the average size. */
const rowCost = 290 / 8192;

/** Ways to cover one end, from exact keys to anywhere: the keys of a country and its share of rows. */
interface Cover {
  readonly isAny: boolean;
  readonly keysIn: (country: string) => readonly { key: string; share: number }[];
}
type Cell = readonly [from: string, to: string, count: number];

const anywhere: Cover = { isAny: true, keysIn: () => [{ key: '*', share: 1 }] };
const open: End = { accepts: () => true, keyOf: () => '*' };

export const planFeed = (kind: Kind): Plan => ({
  reads: [{ partition: partitionOf(kind, '*', '*'), expected: 1 }],
  share: 1,
  cost: queryCost,
  from: open,
  to: open,
});

/**
 * The cheapest exact plan: exact keys merged, exact keys of one end with the other end filtered, keys of countries, or
 * all listings with a filter. Undefined when no listing can match. Reads at most `maxReads` partitions in parallel.
 */
export function planSearch(kind: Kind, counts: PlaceCounts, filter: Filter, maxReads: number): Plan | undefined {
  const from = endOf(counts, 'from', filter.from);
  const to = endOf(counts, 'to', filter.to);
  const cells: Cell[] = [...counts.pair].map(([pair, { count }]) => [pair.slice(0, 2), pair.slice(3), count]);
  const dateShare = filter.date === undefined ? 1 : shareFrom(counts, filter.date);
  const exact = sizeOf(cells, from.covers[0] ?? anywhere, to.covers[0] ?? anywhere);
  if (exact.reads === 0 || dateShare === 0) return undefined;
  const matches = exact.rows * dateShare;

  const candidates = from.covers.flatMap((start) =>
    to.covers.map((end) => {
      const { reads, rows } = sizeOf(cells, start, end);
      // A trip's day is part of its key, so earlier trips are not read.
      const readable = kind === 'trip' ? rows * dateShare : rows;
      const share = Math.min(1, matches / readable);
      const cost = reads * queryCost + Math.min(readable, wantedRows / share) * rowCost;
      return { start, end, share, cost: reads > maxReads ? Number.POSITIVE_INFINITY : cost };
    }),
  );
  const best = candidates.reduce((a, b) => (b.cost < a.cost ? b : a));
  return {
    reads: readsOf(kind, cells, best.start, best.end),
    share: best.share,
    cost: best.cost,
    from,
    to,
  };
}

/** The covers of one end, exact first, and the exact test of a place. */
function endOf(
  counts: PlaceCounts,
  side: 'from' | 'to',
  filter: EndFilter,
): End & { readonly covers: readonly Cover[] } {
  const [city = '', country = ''] = [filter.city, filter.country].map((text = '') =>
    nameKey(text) === '' ? '' : text,
  );
  if (!filter.place && !city && !country) return { covers: [anywhere], ...open };

  const countries = countriesOf(counts, side);
  const meant = country ? countriesMeant(country) : undefined;
  const fits = (code: string) => meant?.has(code) ?? true;
  if (!filter.place && !city) {
    const chosen = new Set([...countries.keys()].filter(fits));
    return {
      covers: [ofCountries(chosen), anywhere],
      accepts: (place) => chosen.has(place.slice(0, 2)),
      keyOf: (place) => place.slice(0, 2),
    };
  }

  const chosen = new Set<string>();
  const byCountry = new Map<string, { key: string; share: number }[]>();
  for (const [key, { name, count }] of counts[side]) {
    const code = key.slice(0, 2);
    const isWanted = filter.place
      ? key.slice(3) === filter.place || (isUnlisted(key) && city && isSameName(name, city) && fits(code))
      : containsName(name, city) && fits(code);
    if (!isWanted) continue;
    chosen.add(key);
    const share = Math.min(1, count / Math.max(1, countries.get(code) ?? 1));
    byCountry.set(code, [...(byCountry.get(code) ?? []), { key, share }]);
  }
  return {
    covers: [
      { isAny: false, keysIn: (code) => byCountry.get(code) ?? [] },
      ofCountries(new Set(byCountry.keys())),
      anywhere,
    ],
    accepts: (place) => chosen.has(place),
    keyOf: (place) => place,
  };
}

const ofCountries = (codes: ReadonlySet<string>): Cover => ({
  isAny: false,
  keysIn: (code) => (codes.has(code) ? [{ key: code, share: 1 }] : []),
});

function countriesOf(counts: PlaceCounts, side: 'from' | 'to'): Map<string, number> {
  const countries = new Map<string, number>();
  for (const [pair, { count }] of counts.pair) {
    const code = side === 'from' ? pair.slice(0, 2) : pair.slice(3);
    countries.set(code, (countries.get(code) ?? 0) + count);
  }
  return countries;
}

/** The cells for two covers. An end that may be anywhere merges all its countries. */
function grouped(cells: readonly Cell[], start: Cover, end: Cover): Cell[] {
  const groups = new Map<string, Cell>();
  for (const [a, b, count] of cells) {
    const from = start.isAny ? '*' : a;
    const to = end.isAny ? '*' : b;
    groups.set(`${from}>${to}`, [from, to, (groups.get(`${from}>${to}`)?.[2] ?? 0) + count]);
  }
  return [...groups.values()];
}

const sum = (keys: readonly { share: number }[]) => keys.reduce((total, { share }) => total + share, 0);

/**
 * The number of partitions and rows for two covers. Within a pair of countries it assumes that the ends are
 * independent.
 */
function sizeOf(cells: readonly Cell[], start: Cover, end: Cover): { reads: number; rows: number } {
  let reads = 0;
  let rows = 0;
  for (const [from, to, count] of grouped(cells, start, end)) {
    const starts = start.keysIn(from);
    const ends = end.keysIn(to);
    reads += starts.length * ends.length;
    rows += count * sum(starts) * sum(ends);
  }
  return { reads, rows };
}

const readsOf = (kind: Kind, cells: readonly Cell[], start: Cover, end: Cover): PartitionRead[] =>
  grouped(cells, start, end).flatMap(([from, to, count]) =>
    start.keysIn(from).flatMap((a) =>
      end.keysIn(to).map((b) => ({
        partition: partitionOf(kind, a.key, b.key),
        expected: count * a.share * b.share,
      })),
    ),
  );

/** Share of the listings with a last day on or after `date`; 0 only if there is none. */
function shareFrom(counts: PlaceCounts, date: string): number {
  const month = date.slice(0, 7);
  let total = 0;
  let later = 0;
  for (const [key, { count }] of counts.month) {
    total += count;
    if (key > month) later += count;
    if (key === month) later += (count * Math.max(1, 32 - Number(date.slice(8)))) / 32;
  }
  return total === 0 ? 0 : later / total;
}
