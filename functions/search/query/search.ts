import { decodeCursor, encodeCursor, unknownPage } from '#functions/platform/http/cursor.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import type { ParcelCard, SearchQuery, TripCard } from '#shared/search/contract.ts';
import { type ListingFacts, meets, readFilter, secondOrder } from '#shared/search/filter.ts';
import { dayOf } from '#shared/values/time.ts';
import {
  type PackedParcel,
  type PackedTrip,
  packedEnds,
  packedFacts,
  publishedSecond,
  type StoredRow,
  unpackParcel,
  unpackTrip,
} from '../index/card.ts';
import { factsIn, isForward, type Kind, partitionOf } from '../index/listing.ts';
import { pageFromIndex } from './index-page.ts';
import { mergePage } from './merge.ts';
import type { Latest, PlaceCountsReader } from './place-counts-reader.ts';
import { type Filter, type Plan, planFeed, planSearch, queryCost, wantedRows } from './planner.ts';
import { pageInSecondOrder, secondPosition } from './second-order.ts';

export const pageSize = wantedRows - 1;

/** Read units of one request. Beyond them the page is short, with a position to continue from. */
const budget = 15;
/** Read units for a page with a low expected cost, before the listing index is used. */
const firstBudget = 4.5;
const littleCost = 3.5;
/** Read units of a page in the second order for rows that the listing index does not cover. */
const uncoveredBudget = 3.5;

/** Maximum partitions: each costs at least half a unit, and a second read must stay possible. */
const maxReads = budget * 0.8;

interface Row {
  readonly order: string;
  readonly stored: Item;
}
interface Part {
  readonly size: number;
  readonly budget: number;
  readonly after: string | undefined;
}
interface Page {
  readonly rows: readonly Row[];
  readonly next?: string | undefined;
  readonly spent: number;
}

/** How rows of a kind are read: the facts for filters and orders without unpacking, and the card of each shown row. */
interface Reading<Card> {
  readonly ends: (row: Item) => readonly [from: string, to: string];
  readonly facts: (row: Item) => ListingFacts;
  readonly rank: (row: Item) => string;
  readonly card: (row: Item) => Card;
}

const parcels: Reading<ParcelCard> = {
  ends: ({ card }) => packedEnds.parcel(card as PackedParcel),
  facts: ({ card }) => packedFacts.parcel(card as PackedParcel),
  rank: ({ day }) => String(day),
  card: (row) => unpackParcel(row as unknown as StoredRow<PackedParcel>),
};
const trips: Reading<TripCard> = {
  ends: ({ card }) => packedEnds.trip(card as PackedTrip),
  facts: ({ card }) => packedFacts.trip(card as PackedTrip),
  rank: ({ card }) => publishedSecond(card as PackedTrip),
  card: (row) => unpackTrip(row as unknown as StoredRow<PackedTrip>),
};

/** Rows after a position whose last day is `day` or later: by key for trips, by filter for parcels. */
async function readRows(
  table: Table,
  { kind, day }: { readonly kind: Kind; readonly day: string },
  partition: string,
  after: string | undefined,
  limit: number,
) {
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

/** The public search (product 2.5): exact answers in pages whose cost does not grow with the number of listings. */
export function openSearch(table: Table, now: () => number, placeCounts: PlaceCountsReader) {
  /** Changes since the snapshot are read only if they can matter. */
  async function planOf(kind: Kind, filter: Filter): Promise<{ plan: Plan | undefined; latest?: Latest }> {
    if (!isFiltered(filter)) return { plan: planFeed(kind) };
    const plan = hasText(filter) ? undefined : planSearch(kind, await placeCounts.current(kind), filter, maxReads);
    if (plan) return { plan };
    const latest = await placeCounts.latest(kind);
    return { plan: planSearch(kind, latest.counts, filter, maxReads), latest };
  }

  async function search<Card>(kind: Kind, reading: Reading<Card>, query: SearchQuery) {
    const filter = filterOf(query);
    const today = dayOf(now());
    const day = filter.date !== undefined && filter.date > today ? filter.date : today;
    const parts = readFilter(kind, query.filter ?? '');
    const demands = parts.filter((part) => part !== secondOrder[kind]);
    const isSecondOrder = demands.length < parts.length;
    const after = positionOf(kind, isSecondOrder, query.cursor);
    const { plan, latest } = await planOf(kind, filter);
    if (!plan) return { items: [] };

    const source = {
      read: (partition: string, after: string | undefined, limit: number) =>
        readRows(table, { kind, day }, partition, after, limit),
      keeps: ({ stored }: Row) => {
        const [from, to] = reading.ends(stored);
        const isOnRoute = plan.from.accepts(from) && plan.to.accepts(to);
        return isOnRoute && (demands.length === 0 || meets(kind, demands, reading.facts(stored)));
      },
    };
    const merged = async (part: Part): Promise<Page> =>
      part.budget < plan.reads.length * queryCost
        ? { rows: [], next: part.after, spent: 0 }
        : mergePage(plan.reads, { ...source, ...part, share: plan.share, isForward: isForward[kind] });
    const readIndex = async () => {
      return (latest ?? (await placeCounts.latest(kind))).index();
    };
    const wanted = {
      from: plan.from.accepts,
      to: plan.to.accepts,
      day,
      ...(demands.length > 0 && { facts: (facts: string) => meets(kind, demands, factsIn(facts)) }),
      partition: (from: string, to: string) => partitionOf(kind, plan.from.keyOf(from), plan.to.keyOf(to)),
    };
    const fromIndex = async (part: Part): Promise<Page> => {
      const { index, changes } = await readIndex();
      return pageFromIndex(kind, index, changes, wanted, { ...source, ...part });
    };
    /** Rows that the index does not cover are all read, if the route has few of them. */
    const inSecondOrder = async (): Promise<Page & { isCut: boolean }> => {
      const { index, changes } = await readIndex();
      const beyond = { size: Number.POSITIVE_INFINITY, budget: uncoveredBudget, after: index.end };
      const rest = index.end === undefined ? undefined : await merged(beyond);
      const page = await pageInSecondOrder(kind, index, changes, wanted, {
        ...source,
        positionOf: ({ order, stored }) => secondPosition(reading.rank(stored), order),
        uncovered: rest?.rows ?? [],
        size: pageSize,
        budget: budget - (rest?.spent ?? 0),
        after,
      });
      return { ...page, isCut: rest?.next !== undefined };
    };
    const inUsualOrder = () =>
      pageOf(after, [
        ...(demands.length === 0 && plan.cost <= littleCost ? [{ read: merged, upTo: firstBudget }] : []),
        { read: fromIndex, upTo: budget },
        { read: merged, upTo: budget },
      ]);
    const { rows, next, isCut } = isSecondOrder ? await inSecondOrder() : { ...(await inUsualOrder()), isCut: false };
    return {
      items: rows.map(({ stored }) => reading.card(stored)),
      ...encodeCursor(next === undefined ? undefined : { after: next }),
      ...((isCut || (next !== undefined && rows.length < pageSize)) && { isCut: true as const }),
    };
  }

  return {
    parcels: (query: SearchQuery) => search('parcel', parcels, query),
    trips: (query: SearchQuery) => search('trip', trips, query),
  };
}

/** Positions of this search: an order, or the prefix of it in an entry. Nothing else can be a key. */
const positions: Readonly<Record<Kind, RegExp>> = {
  parcel: /^\d{4}-\d{2}-\d{2}T[\d:.]{12}Z(#[\w-]{1,64}|~)$/,
  trip: /^\d{4}-\d{2}-\d{2}#[\w-]{0,64}$/,
};
const secondPositions: Readonly<Record<Kind, RegExp>> = {
  parcel: /^\d{4}-\d{2}-\d{2}#\d{4}-\d{2}-\d{2}T[\d:.]{12}Z(#[\w-]{1,64})?$/,
  trip: /^\d{1,10}#\d{4}-\d{2}-\d{2}#[\w-]{0,64}~?$/,
};

function positionOf(kind: Kind, isSecondOrder: boolean, cursor: string | undefined): string | undefined {
  const after = decodeCursor(cursor, ['after'])?.after;
  const known = isSecondOrder ? secondPositions : positions;
  if (after !== undefined && !known[kind].test(after)) throw unknownPage();
  return after;
}

/** Each method continues where the previous one ended, until the page is full. */
async function pageOf(
  after: string | undefined,
  ways: readonly { read: (part: Part) => Promise<Page>; upTo: number }[],
): Promise<Page> {
  const page = { rows: [] as Row[], next: after, spent: 0 };
  for (const { read, upTo } of ways) {
    const part = await read({ size: pageSize - page.rows.length, budget: upTo - page.spent, after: page.next });
    page.rows.push(...part.rows);
    page.spent += part.spent;
    page.next = part.next;
    if (page.next === undefined || page.rows.length === pageSize) break;
  }
  return page;
}

const filterOf = (query: SearchQuery): Filter => ({
  from: { place: query.fromPlace, city: query.fromCity, country: query.fromCountry },
  to: { place: query.toPlace, city: query.toCity, country: query.toCountry },
  date: query.date,
});

const hasText = ({ from, to }: Filter) => [from, to].some(({ city, country }) => Boolean(city || country));
const isFiltered = (filter: Filter) =>
  hasText(filter) || filter.from.place !== undefined || filter.to.place !== undefined || filter.date !== undefined;
