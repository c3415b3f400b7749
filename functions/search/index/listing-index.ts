import { gunzipSync, gzipSync } from 'node:zlib';
import { isForward, type Kind, type SearchPosition } from './listing.ts';
import { placeKey } from './place-key.ts';

/** The least that finds the row of a listing: the prefix of its order, the keys of its ends, its last day. */
export interface IndexEntry {
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly day: string;
}

/**
 * All listings of a kind in their order, in memory. Texts that match many places, and dates of parcels, are answered
 * here, and only rows of the page are read. An entry may be outdated, but no listing may be missing.
 */
export interface ListingIndex {
  /** Keys of places; `from` and `to` are numbers of these. */
  readonly places: readonly string[];
  readonly at: readonly string[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly days: readonly string[];
  /** The last position that it covers; absent when it holds all listings. */
  readonly end?: string | undefined;
}

export const emptyIndex: ListingIndex = { places: [], at: [], from: [], to: [], days: [] };

/** Parcels: the moment of publishing. Trips: the day and four letters of the id, because one day has many. */
const atLength: Readonly<Record<Kind, number>> = { parcel: 24, trip: 15 };

export const entryOf = (kind: Kind, { from, to, day, order }: SearchPosition): IndexEntry =>
  entryAt(kind, order, placeKey(from), placeKey(to), day);

export const entryAt = (kind: Kind, order: string, from: string, to: string, day: string): IndexEntry => ({
  at: order.slice(0, atLength[kind]),
  from,
  to,
  day,
});

/** The position right before the rows of an entry. A tilde sorts after everything that follows `at`. */
export const positionBefore = (kind: Kind, at: string) => (isForward[kind] ? at : `${at}~`);

/** Changes of the index in the shape of releases before decision 037. */
export const isIndexChange = (text: string) => text.startsWith('at|');

export function decodeIndexChange(text: string): IndexEntry {
  const [, at = '', from = '', to = '', day = ''] = text.split('|');
  return { at, from, to, day };
}

/** Entries in their order, column by column, compressed: about ten bytes for each. */
export function packIndex(entries: readonly IndexEntry[]): Uint8Array {
  const numbers = new Map<string, number>();
  const numberOf = (place: string) => {
    const number = numbers.get(place) ?? numbers.size;
    numbers.set(place, number);
    return number;
  };
  const from = entries.map((entry) => numberOf(entry.from));
  const to = entries.map((entry) => numberOf(entry.to));
  const columns = [[...numbers.keys()], entries.map(({ at }) => at), from, to, entries.map(({ day }) => day)];
  return gzipSync(columns.map((column) => column.join('|')).join('\n'));
}

export function unpackIndex(packed: Uint8Array, end: string | undefined): ListingIndex {
  const [places = [], at = [], from = [], to = [], days = []] = gunzipSync(packed)
    .toString()
    .split('\n')
    .map((column) => (column === '' ? [] : column.split('|')));
  return { places, at, from: from.map(Number), to: to.map(Number), days, end };
}
