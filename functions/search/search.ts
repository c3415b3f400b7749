import { decodeCursor, encodeCursor } from '#functions/platform/cursor.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import type { ParcelCard, SearchQuery, TripCard } from '#shared/search/contract.ts';
import { dayOf } from '#shared/time.ts';
import { type PackedParcel, type PackedTrip, packedKey, type StoredRow, unpackParcel, unpackTrip } from './card.ts';
import { isForward, type Kind, partitionOf } from './listing.ts';
import { mergePage } from './merge.ts';
import { type Filter, type Plan, planSearch, wantedRows } from './planner.ts';
import type { VocabularyReader } from './vocabulary-reader.ts';

const pageSize = wantedRows - 1;

/** Read units of one request; then a short page with a position to go on from. */
const budget = 50;
/**
 * Parcels are in the order of their age, so a date can only filter them. With 1 in 20 matching, a page reads 400 rows:
 * 15 units at any number of listings. With fewer it is short.
 */
const datedParcelBudget = 20;

/** How rows of a kind are read: the keys of their ends without unpacking them, the card of those that are shown. */
interface Reading<Card> {
  readonly ends: (row: Item) => readonly [from: string, to: string];
  readonly card: (row: Item) => Card;
}

const parcels: Reading<ParcelCard> = {
  ends: ({ card }) => [packedKey((card as PackedParcel)[1]), packedKey((card as PackedParcel)[2])],
  card: (row) => unpackParcel(row as unknown as StoredRow<PackedParcel>),
};
const trips: Reading<TripCard> = {
  ends: ({ card }) => [packedKey((card as PackedTrip)[0]), packedKey((card as PackedTrip)[1])],
  card: (row) => unpackTrip(row as unknown as StoredRow<PackedTrip>),
};

/** The public search (spec 2 §5): exact answers in pages that cost the same however many listings there are. */
export function openSearch(table: Table, now: () => number, vocabularies: VocabularyReader) {
  /** What came into use since the snapshot is asked after only where it could matter. */
  async function planOf(kind: Kind, filter: Filter, maxStreams: number): Promise<Plan | undefined> {
    if (!isFiltered(filter)) {
      const streams = [{ partition: partitionOf(kind, '*', '*'), expected: 1 }];
      return { streams, share: 1, keeps: () => true };
    }
    const vocabulary = await vocabularies.current(kind);
    const plan = hasText(filter) ? undefined : planSearch(kind, vocabulary, filter, maxStreams);
    if (plan) return plan;
    await vocabularies.learnNew(kind, vocabulary);
    return planSearch(kind, vocabulary, filter, maxStreams);
  }

  /** Rows after a position whose last day is `day` or later: a key of trips, a filter for parcels. */
  async function read(kind: Kind, day: string, partition: string, after: string | undefined, limit: number) {
    const isTrip = kind === 'trip';
    const start = isTrip && (after === undefined || after < day) ? day : after;
    const page = await table.query({
      KeyConditionExpression: start === undefined ? 'pk = :pk' : `pk = :pk AND sk ${isTrip ? '>' : '<'} :start`,
      ...(isTrip ? {} : { FilterExpression: '#day >= :day', ExpressionAttributeNames: { '#day': 'day' } }),
      ExpressionAttributeValues: {
        ':pk': partition,
        ...(start === undefined ? {} : { ':start': start }),
        ...(isTrip ? {} : { ':day': day }),
      },
      ScanIndexForward: isForward[kind],
      Limit: limit,
    });
    return {
      rows: page.items.map((stored) => ({ order: String(stored['sk']), stored })),
      last: page.last?.['sk'] as string | undefined,
      capacity: page.capacity,
    };
  }

  async function search<Card>(kind: Kind, reading: Reading<Card>, query: SearchQuery) {
    const filter = filterOf(query);
    const today = dayOf(now());
    const day = filter.date !== undefined && filter.date > today ? filter.date : today;
    const units = kind === 'parcel' && filter.date !== undefined ? datedParcelBudget : budget;
    // Each partition costs half a unit at least: so many leave something for a second look.
    const plan = await planOf(kind, filter, units * 0.8);
    if (!plan) return { items: [] };
    const { rows, next } = await mergePage(plan.streams, {
      read: (partition, after, limit) => read(kind, day, partition, after, limit),
      keeps: ({ stored }) => plan.keeps(...reading.ends(stored)),
      share: plan.share,
      isForward: isForward[kind],
      size: pageSize,
      budget: units,
      after: decodeCursor(query.cursor)?.['after'],
    });
    return {
      items: rows.map(({ stored }) => reading.card(stored)),
      ...encodeCursor(next === undefined ? undefined : { after: next }),
    };
  }

  return {
    parcels: (query: SearchQuery) => search('parcel', parcels, query),
    trips: (query: SearchQuery) => search('trip', trips, query),
  };
}

/** A place replaces the texts of its side (spec 2 §5). */
const filterOf = (query: SearchQuery): Filter => ({
  from: query.fromPlace ? { place: query.fromPlace } : { city: query.fromCity, country: query.fromCountry },
  to: query.toPlace ? { place: query.toPlace } : { city: query.toCity, country: query.toCountry },
  date: query.date,
});

const hasText = ({ from, to }: Filter) => [from, to].some(({ city, country }) => Boolean(city || country));
const isFiltered = (filter: Filter) =>
  hasText(filter) || filter.from.place !== undefined || filter.to.place !== undefined || filter.date !== undefined;
