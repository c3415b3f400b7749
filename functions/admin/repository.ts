import { parseParcel } from '#functions/parcels/repository.ts';
import { encodeCursor, unknownPage } from '#functions/platform/http/cursor.ts';
import { type List, pageIn, positionIn, queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { countOf, itemsOf } from '#functions/platform/pages.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { parseReceipt } from '#functions/receipts/repository.ts';
import { parseTrip } from '#functions/trips/repository.ts';
import { AdminLogRecord, type AdminStatistics } from '#shared/admin/contract.ts';
import { isLate, lateSince, listingWaitsSince, type Queue } from '#shared/admin/queues.ts';
import { type profileQueues, profileWaitsSince, queueOf, readProfile } from '#shared/profiles/record.ts';
import { foldPlace } from '#shared/values/places.ts';
import { dayMs, monthOf, startOfDay } from '#shared/values/time.ts';

const pageSize = 20;
const logPageSize = 100;
/** First month of the lists by month: nothing is older. */
export const firstMonth = '2026-06';
/** Most months that one page queries; a longer gap continues with the next page. */
const monthsOfPage = 12;

interface Filter {
  readonly FilterExpression?: string;
  readonly names?: Record<string, string>;
  readonly values?: Record<string, unknown>;
  /** A page that the filter made shorter is not filled: it costs one query. */
  readonly mayBeShort?: true;
  /** The months before this one are not read. */
  readonly since?: string;
}

/** What of the log is asked for; days are of the calendar, both included. */
type LogFilter = { readonly [Name in 'target' | 'type' | 'action' | 'from' | 'to']?: string | undefined };

interface Page<T> {
  readonly items: T[];
  readonly next?: string;
}

/** Position in a list kept by month: the month, then a dot and the position within it, if the page ended there. */
function monthAt(cursor: string | undefined, latest: number): [month: string, within?: string] {
  const thisMonth = monthOf(new Date(latest).toISOString());
  const [month = '', within] = cursor?.split('.') ?? [thisMonth];
  if (!/^\d{4}-\d{2}$/.test(month) || month < firstMonth || month > thisMonth) throw unknownPage();
  return within === undefined ? [month] : [month, within];
}

/** Prefix of cursors in the first part of all members; cursors of the rest begin with a month. */
const firstPart = 'waiting.';

/** Members who are not in the first part. */
const otherMembers = {
  FilterExpression:
    'NOT ((#record.#status = :pending AND attribute_exists(#record.#confirmed) AND (attribute_exists(#record.#id) OR attribute_exists(#record.#face))) OR attribute_exists(#record.#name.#id))',
  names: {
    '#record': 'record',
    '#status': 'status',
    '#confirmed': 'emailConfirmedAt',
    '#id': 'idDocument',
    '#face': 'facePhoto',
    '#name': 'newName',
  },
  values: { ':pending': 'pending' },
  mayBeShort: true,
} as const;

/** The first of a queue is among this many rows: earlier releases sorted some by another moment. */
const firstOnes = 8;

/** Prefixes of the sort key of profiles with documents in their queue, and of those without. */
const documentsFirst = '1#';
const withoutDocuments = '0#';

/**
 * Whether a row of a queue is for an administrator: earlier releases listed unconfirmed accounts as pending.
 * Rows of new names hold no profile.
 */
const isWork = ({ kind, record }: Item) => kind !== 'profile' || queueOf(readProfile(record)) !== 'unconfirmed';
const onlyWork = {
  FilterExpression: 'attribute_not_exists(#record) OR attribute_exists(#record.#confirmed)',
  ExpressionAttributeNames: { '#record': 'record', '#confirmed': 'emailConfirmedAt' },
} as const;

const kindOf = { profile: 'PROFILE', trip: 'TRIP', parcel: 'PARCEL', receipt: 'RECEIPT' } as const;
type Kind = (typeof kindOf)[Queue];

/** Since when (ISO) the thing of a row waits; undefined when nobody can decide about it yet. */
function waitsSince(queue: Queue, item: Item): string | undefined {
  switch (queue) {
    case 'profile':
      // The row of a new name holds no profile, but its moment.
      return item['record']
        ? profileWaitsSince(readProfile(item['record']))
        : String(item['gs2sk']).slice(documentsFirst.length);
    case 'trip':
      return listingWaitsSince(parseTrip(item));
    case 'parcel':
      return listingWaitsSince(parseParcel(item));
    case 'receipt':
      return parseReceipt(item).sentAt;
  }
}

export const previousMonth = (month: string) => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
};

export function adminRepository(table: Table) {
  /** Newest first over the months from `now` on, one query for each month of the page. */
  async function byMonth(
    now: number,
    cursor: string | undefined,
    size: number,
    listOf: (month: string) => List,
    filter: Filter = {},
  ): Promise<Page<Item>> {
    const items: Item[] = [];
    const since = filter.since && filter.since > firstMonth ? filter.since : firstMonth;
    let [month, within] = monthAt(cursor, now);
    let last = positionIn(listOf(month), within);
    for (let turn = 0; turn < monthsOfPage && month >= since; turn++) {
      const query = queryOf(listOf(month));
      const page = await table.query({
        ...query,
        ...(filter.FilterExpression ? { FilterExpression: filter.FilterExpression } : {}),
        ...(filter.names ? { ExpressionAttributeNames: filter.names } : {}),
        ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ...filter.values },
        ScanIndexForward: false,
        Limit: size - items.length,
        ExclusiveStartKey: last,
      });
      items.push(...page.items);
      last = page.last;
      const isEnough = items.length >= size || (filter.mayBeShort && items.length > 0);
      if (last && isEnough) return { items, next: `${month}.${encodeCursor(last).next}` };
      if (!last) month = previousMonth(month);
      if (items.length >= size) break;
    }
    return { items, ...(month >= since ? { next: month } : {}) };
  }

  const all = (kind: 'PROFILE' | 'PARCEL' | 'TRIP' | 'ADVERTISEMENT' | 'RECEIPT') => (month: string) =>
    ({ index: 'gs3', partition: indexes.all(kind, month, '').gs3pk }) as const;

  /** One page of a queue, or of its part that begins so. */
  async function pageOfQueue(
    kind: Kind,
    status: string,
    cursor: string | undefined,
    { beginsWith, size = pageSize, isNewestFirst }: { beginsWith?: string; size?: number; isNewestFirst: boolean },
  ): Promise<Page<Item>> {
    const sort = beginsWith === undefined ? {} : { sort: { beginsWith } };
    const list = { index: 'gs2', partition: indexes.queue(kind, status, '').gs2pk, ...sort } as const;
    const { items, ...rest } = await pageIn(table, list, { size, cursor, isNewestFirst });
    return { items: items.filter(isWork), ...rest };
  }

  /** Members who wait, those with documents before those without; each part by how long they wait. */
  async function pendingProfiles(cursor?: string): Promise<Page<Item>> {
    const isFirstPart = cursor === undefined || cursor.startsWith(firstPart);
    const oldestFirst = { isNewestFirst: false };
    const first = isFirstPart
      ? await pageOfQueue('PROFILE', 'pending', cursor?.slice(firstPart.length), {
          ...oldestFirst,
          beginsWith: documentsFirst,
        })
      : undefined;
    if (first?.next) return { items: first.items, next: `${firstPart}${first.next}` };
    const shown = first?.items ?? [];
    const rest = await pageOfQueue('PROFILE', 'pending', first ? undefined : cursor, {
      ...oldestFirst,
      beginsWith: withoutDocuments,
      size: pageSize - shown.length,
    });
    return { ...rest, items: [...shown, ...rest.items] };
  }

  /** The part of a queue about which administrators can decide; a limit (ISO) leaves out what came since then. */
  function workOf(queue: Queue, limit?: string): List {
    const partition = indexes.queue(kindOf[queue], 'pending', '').gs2pk;
    if (queue === 'profile') {
      const sort = limit
        ? { between: [documentsFirst, `${documentsFirst}${limit}`] as const }
        : { beginsWith: documentsFirst };
      return { index: 'gs2', partition, sort };
    }
    return { index: 'gs2', partition, ...(limit ? { sort: { before: limit } } : {}) };
  }

  return {
    /** Counters that the projector maintains: one read for any number of members (docs/table.md). */
    async statistics(): Promise<AdminStatistics> {
      const item = await table.get(keys.adminCounters());
      const count = (name: string) => Math.max(0, Number(item?.[name] ?? 0));
      return {
        pendingProfiles: count('pendingProfiles'),
        pendingProfilesWithDocuments: count('pendingProfilesWithDocuments'),
        pendingTrips: count('pendingTrips'),
        pendingParcels: count('pendingParcels'),
        pendingReceipts: count('pendingReceipts'),
        totalUsers: count('totalUsers'),
      };
    },

    /**
     * One state: what waits oldest first, members with documents before all others; else newest first (product 2.4).
     */
    queue: (kind: 'PROFILE' | 'PARCEL' | 'TRIP', status: string, cursor?: string): Promise<Page<Item>> =>
      kind === 'PROFILE' && status === 'pending'
        ? pendingProfiles(cursor)
        : pageOfQueue(kind, status, cursor, { isNewestFirst: status !== 'pending' }),

    /** Since when (ISO) the first of a queue waits; undefined when nothing waits. */
    async oldest(queue: Queue): Promise<string | undefined> {
      const { items } = await pageIn(table, workOf(queue), { size: firstOnes, cursor: undefined });
      return items
        .flatMap((item) => waitsSince(queue, item) ?? [])
        .toSorted()
        .at(0);
    },

    /** Since when (ISO) each of a queue waits that waits for longer than promised, the first one first. */
    async late(queue: Queue, now: number): Promise<string[]> {
      const late: string[] = [];
      for await (const item of itemsOf(table, queryOf(workOf(queue, lateSince(queue, now))))) {
        const since = waitsSince(queue, item);
        if (since && isLate(queue, since, now)) late.push(since);
      }
      return late.toSorted();
    },

    /** Every listing of a queue, those that wait longest first. */
    undecided: (queue: 'trip' | 'parcel'): AsyncGenerator<Item> => itemsOf(table, queryOf(workOf(queue))),

    /** How many wait for an administrator. */
    waiting: (kind: Kind, { withDocuments = false }: { withDocuments?: boolean } = {}): Promise<number> => {
      const partition = indexes.queue(kind, 'pending', '').gs2pk;
      const sort = withDocuments ? { sort: { beginsWith: documentsFirst } } : {};
      return countOf(table, {
        ...queryOf({ index: 'gs2', partition, ...sort }),
        ...(kind === 'PROFILE' ? onlyWork : {}),
      });
    },

    /** How many members are in a queue, as far as one query counts, and where the next one goes on. */
    async countedMembers(
      queue: (typeof profileQueues)[number],
      from?: Record<string, unknown>,
    ): Promise<{ count: number; last?: Record<string, unknown> }> {
      const query = queryOf({ index: 'gs2', partition: indexes.queue('PROFILE', queue, '').gs2pk });
      return table.query({
        ...query,
        Select: 'COUNT',
        ExclusiveStartKey: from,
        // A name that waits is no member.
        FilterExpression: '#kind = :profile',
        ExpressionAttributeNames: { '#kind': 'kind' },
        ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ':profile': 'profile' },
      });
    },

    /** Everything of one kind, newest first. */
    everything: (
      kind: 'PARCEL' | 'TRIP' | 'ADVERTISEMENT' | 'RECEIPT',
      now: number,
      cursor?: string,
    ): Promise<Page<Item>> => byMonth(now, cursor, pageSize, all(kind)),

    /**
     * Every member: first those who wait with documents, then the rest, newest first (product 2.2). One query a page,
     * and a second one where the first part ends.
     */
    async everybody(now: number, cursor?: string): Promise<Page<Item>> {
      const isFirstPart = cursor === undefined || cursor.startsWith(firstPart);
      const first = isFirstPart
        ? await pageOfQueue('PROFILE', 'pending', cursor?.slice(firstPart.length), {
            beginsWith: documentsFirst,
            isNewestFirst: true,
          })
        : undefined;
      if (first?.next) return { items: first.items, next: `${firstPart}${first.next}` };
      const shown = first?.items ?? [];
      const rest = await byMonth(
        now,
        first ? undefined : cursor,
        pageSize - shown.length,
        all('PROFILE'),
        otherMembers,
      );
      return { ...rest, items: [...shown, ...rest.items] };
    },

    /** Members whose name, phone or e-mail contains the text: the projector stores a row for each suffix. */
    async membersContaining(text: string, cursor?: string): Promise<Page<string>> {
      const folded = foldPlace(text).slice(0, 40);
      if (folded.length < 2) return { items: [] };
      const list = { partition: keys.nameSuffix(folded, '').pk, sort: { beginsWith: folded } };
      const { items, ...rest } = await pageIn(table, list, { size: pageSize * 2, cursor });
      return { items: [...new Set(items.map((item) => String(item['id'])))], ...rest };
    },

    /**
     * At most 100 lines, newest first (product 2.9). The acts about one thing are a list of their own; a type or an act
     * is looked for in the lines of the days, and a page ends with the query that found some.
     */
    async logs(
      now: number,
      { target, type, action, from, to }: LogFilter,
      cursor?: string,
    ): Promise<Page<AdminLogRecord>> {
      const first = from === undefined ? 0 : startOfDay(from);
      const last = Math.min(now, to === undefined ? now : startOfDay(to) + dayMs - 1);
      const iso = (time: number) => new Date(time).toISOString();
      // DynamoDB refuses a range that ends before it begins.
      if (last < first || monthOf(iso(last)) < firstMonth) return { items: [] };
      // A sort key is the moment and more, so the bound of the last moment is above every line of it.
      const sort = { between: [iso(first), `${iso(last)}~`] } as const;
      const wanted = Object.entries({ targetType: type, action }).filter(([, value]) => value !== undefined);
      const filter: Filter =
        wanted.length > 0
          ? {
              FilterExpression: wanted.map(([fact]) => `#record.#${fact} = :${fact}`).join(' AND '),
              names: { '#record': 'record', ...Object.fromEntries(wanted.map(([fact]) => [`#${fact}`, fact])) },
              values: Object.fromEntries(wanted.map(([fact, value]) => [`:${fact}`, value])),
              mayBeShort: true,
            }
          : {};
      const page =
        target === undefined
          ? await byMonth(last, cursor, logPageSize, (month) => ({ partition: keys.log(month, '').pk, sort }), {
              ...filter,
              since: monthOf(iso(first)),
            })
          : await pageAbout(target, sort, filter, cursor);
      return { ...page, items: page.items.map((item) => AdminLogRecord.parse(item['record'])) };
    },
  };

  /** One page of the acts about one thing. */
  async function pageAbout(target: string, sort: List['sort'], filter: Filter, cursor: string | undefined) {
    const list: List = { index: 'gs1', partition: indexes.logOf(target, '', '').gs1pk, ...(sort ? { sort } : {}) };
    const query = queryOf(list);
    const { items, last } = await table.query({
      ...query,
      ...(filter.FilterExpression ? { FilterExpression: filter.FilterExpression } : {}),
      ...(filter.names ? { ExpressionAttributeNames: filter.names } : {}),
      ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ...filter.values },
      ScanIndexForward: false,
      Limit: logPageSize,
      ExclusiveStartKey: positionIn(list, cursor),
    });
    return { items, ...encodeCursor(last) };
  }
}
