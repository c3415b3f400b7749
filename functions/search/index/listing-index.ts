import { gunzipSync, gzipSync } from 'node:zlib';
import { isForward, type Kind, type ListedPosition, type Traits } from './listing.ts';
import { placeKey } from './place-key.ts';

/** The minimum that finds the row of a listing: the prefix of its order, the keys of its ends, its last day. */
export interface IndexEntry {
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly day: string;
  readonly traits: Traits;
}

/**
 * All listings of a kind in order, in memory. It answers texts that match many places, and dates of parcels, so that
 * only rows of the page are read. An entry may be stale, but no listing may be missing.
 */
export interface ListingIndex {
  /** Keys of places; `from` and `to` are numbers of these. */
  readonly places: readonly string[];
  readonly at: readonly string[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly days: readonly string[];
  readonly traits: ColumnsOfTraits;
  /** The last position that it covers; absent when it holds all listings. */
  readonly end?: string | undefined;
}

interface ColumnsOfTraits {
  /** Distinct texts; `fact` holds numbers of these. */
  readonly facts: readonly string[];
  readonly fact: readonly number[];
  readonly second: readonly string[];
}

export const emptyIndex: ListingIndex = {
  places: [],
  at: [],
  from: [],
  to: [],
  days: [],
  traits: { facts: [], fact: [], second: [] },
};

/** Parcels: the time of publishing. Trips: the day and four letters of the id, because many share a day. */
const atLength: Readonly<Record<Kind, number>> = { parcel: 24, trip: 15 };

export const entryOf = (kind: Kind, { from, to, day, order, traits }: ListedPosition): IndexEntry =>
  entryAt(kind, order, { from: placeKey(from), to: placeKey(to), day, traits });

export const entryAt = (kind: Kind, order: string, entry: Omit<IndexEntry, 'at'>): IndexEntry => ({
  at: order.slice(0, atLength[kind]),
  ...entry,
});

/** The position right before the rows of an entry. A tilde sorts after everything that follows `at`. */
export const positionBefore = (kind: Kind, at: string) => (isForward[kind] ? at : `${at}~`);

/** Entries in order, column by column, compressed. A release reads the columns of the one before (decision 054). */
export function packIndex(entries: readonly IndexEntry[]): Uint8Array {
  const places = numbered();
  const facts = numbered();
  const from = entries.map((entry) => places.numberOf(entry.from));
  const to = entries.map((entry) => places.numberOf(entry.to));
  const fact = entries.map(({ traits }) => facts.numberOf(traits.facts));
  const columns = [
    places.names(),
    entries.map(({ at }) => at),
    from,
    to,
    entries.map(({ day }) => day),
    facts.names(),
    fact,
    entries.map(({ traits }) => traits.second ?? ''),
  ];
  return gzipSync(columns.map((column) => column.join('|')).join('\n'));
}

export function unpackIndex(packed: Uint8Array, end: string | undefined): ListingIndex {
  const [places = [], at = [], from = [], to = [], days = [], facts = [], fact = [], second = []] = gunzipSync(packed)
    .toString()
    .split('\n')
    .map((column) => (column === '' ? [] : column.split('|')));
  const traits = { facts, fact: fact.map(Number), second };
  return { places, at, from: from.map(Number), to: to.map(Number), days, traits, end };
}

/** Distinct texts in the order of their first use. */
function numbered() {
  const numbers = new Map<string, number>();
  return {
    names: () => [...numbers.keys()],
    numberOf(text: string) {
      const number = numbers.get(text) ?? numbers.size;
      numbers.set(text, number);
      return number;
    },
  };
}
