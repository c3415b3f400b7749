import { decodeCursor, encodeCursor } from '#functions/platform/cursor.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { AdminLog, type AdminStatistics } from '#shared/admin/contract.ts';
import { foldPlace } from '#shared/places.ts';

const pageSize = 20;
const logPageSize = 100;
/** Lists kept by month end here: nothing is older. */
const firstMonth = '2026-06';
/** Months asked for one page at most; a longer gap goes on with the next page. */
const monthsOfPage = 12;

interface Page<T> {
  readonly items: T[];
  readonly next?: string;
}

/** Position in a list kept by month: a month and, within it, the table's own position. */
interface MonthCursor {
  readonly month: string;
  readonly [attribute: string]: string;
}

const previousMonth = (month: string) => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return number === 1 ? `${year - 1}-12` : `${year}-${String(number - 1).padStart(2, '0')}`;
};

export function adminRepository(table: Table) {
  /** Newest first over the months, one query for each month that holds something of the page. */
  async function byMonth(
    now: number,
    cursor: string | undefined,
    size: number,
    partition: (month: string) => { IndexName?: string; key: string; value: string },
    filter: { FilterExpression?: string; names?: Record<string, string>; values?: Record<string, unknown> } = {},
  ): Promise<Page<Item>> {
    const { month: start, ...position } = (decodeCursor(cursor) as MonthCursor | undefined) ?? {
      month: new Date(now).toISOString().slice(0, 7),
    };
    const items: Item[] = [];
    let month = start;
    let last: Record<string, unknown> | undefined = Object.keys(position).length > 0 ? position : undefined;
    for (let turn = 0; turn < monthsOfPage && month >= firstMonth; turn++) {
      const { IndexName, key, value } = partition(month);
      const page = await table.query({
        ...(IndexName ? { IndexName } : {}),
        KeyConditionExpression: `${key} = :partition`,
        ...(filter.FilterExpression ? { FilterExpression: filter.FilterExpression } : {}),
        ...(filter.names ? { ExpressionAttributeNames: filter.names } : {}),
        ExpressionAttributeValues: { ':partition': value, ...filter.values },
        ScanIndexForward: false,
        Limit: size - items.length,
        ExclusiveStartKey: last,
      });
      items.push(...page.items);
      last = page.last;
      if (items.length >= size)
        return { items, ...encodeCursor(last ? { month, ...last } : { month: previousMonth(month) }) };
      if (!last) month = previousMonth(month);
    }
    return { items, ...(month >= firstMonth ? encodeCursor({ month }) : {}) };
  }

  return {
    /** Counters that the projector keeps: one read, whatever the number of members (docs/table.md). */
    async statistics(): Promise<AdminStatistics> {
      const item = await table.get(keys.adminCounters());
      const count = (name: string) => Math.max(0, Number(item?.[name] ?? 0));
      return {
        pendingProfiles: count('pendingProfiles'),
        pendingProfilesWithDocuments: count('pendingProfilesWithDocuments'),
        pendingTrips: count('pendingTrips'),
        pendingParcels: count('pendingParcels'),
        totalUsers: count('totalUsers'),
      };
    },

    /** One state of a queue: pending with documents first, then newest (spec 2 §2). */
    async queue(kind: 'PROFILE' | 'PARCEL' | 'TRIP', status: string, cursor?: string): Promise<Page<Item>> {
      const page = await table.query({
        IndexName: 'gs2',
        KeyConditionExpression: 'gs2pk = :queue',
        ExpressionAttributeValues: { ':queue': `Q#${kind}#${status}` },
        ScanIndexForward: false,
        Limit: pageSize,
        ExclusiveStartKey: decodeCursor(cursor),
      });
      return { items: page.items, ...encodeCursor(page.last) };
    },

    /** Everything of one kind, newest first. */
    everything: (kind: 'PROFILE' | 'PARCEL' | 'TRIP', now: number, cursor?: string): Promise<Page<Item>> =>
      byMonth(now, cursor, pageSize, (month) => ({ IndexName: 'gs3', key: 'gs3pk', value: `ADM#${kind}#${month}` })),

    /** Members whose name, phone or e-mail contains the text: the projector keeps a row for each suffix. */
    async membersContaining(text: string, cursor?: string): Promise<Page<string>> {
      const folded = foldPlace(text).slice(0, 40);
      if (folded.length < 2) return { items: [] };
      const page = await table.query({
        KeyConditionExpression: 'pk = :partition AND begins_with(sk, :text)',
        ExpressionAttributeValues: { ':partition': keys.nameSuffix(folded, '').pk, ':text': folded },
        Limit: pageSize * 2,
        ExclusiveStartKey: decodeCursor(cursor),
      });
      return { items: [...new Set(page.items.map((item) => String(item['id'])))], ...encodeCursor(page.last) };
    },

    /** At most 100 lines, newest first (spec 2 §9). */
    async logs(
      now: number,
      filter: { target?: string | undefined; action?: string | undefined },
      cursor?: string,
    ): Promise<Page<AdminLog>> {
      const wanted = [
        { name: 'target', fact: 'targetId', value: filter.target },
        { name: 'action', fact: 'action', value: filter.action },
      ].filter(({ value }) => value !== undefined);
      const page = await byMonth(
        now,
        cursor,
        logPageSize,
        (month) => ({ key: 'pk', value: `LOG#${month}` }),
        wanted.length > 0
          ? {
              FilterExpression: wanted.map(({ name }) => `#record.#${name} = :${name}`).join(' AND '),
              names: { '#record': 'record', ...Object.fromEntries(wanted.map(({ name, fact }) => [`#${name}`, fact])) },
              values: Object.fromEntries(wanted.map(({ name, value }) => [`:${name}`, value])),
            }
          : {},
      );
      return { ...page, items: page.items.map((item) => AdminLog.parse(item['record'])) };
    },

    /** Whether a member is an active administrator, and whether the principal one. */
    async standing(memberId: string): Promise<{ isAdmin: boolean; isPrincipal: boolean }> {
      const item = await table.get(keys.administrator(memberId), { consistent: true });
      return { isAdmin: item?.['status'] === 'active', isPrincipal: item?.['principal'] === true };
    },
  };
}
