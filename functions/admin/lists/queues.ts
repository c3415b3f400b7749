import { parseParcel } from '#functions/parcels/repository.ts';
import { type List, pageIn, queryOf, where } from '#functions/platform/http/list.ts';
import { indexes } from '#functions/platform/keys.ts';
import { countOf, itemsOf } from '#functions/platform/pages.ts';
import { expression, type Item, type Table } from '#functions/platform/table.ts';
import { parseProfile } from '#functions/profiles/repository.ts';
import { parseReceipt } from '#functions/receipts/repository.ts';
import { parseReport } from '#functions/reports/repository.ts';
import { parseTrip } from '#functions/trips/repository.ts';
import { isLate, lateSince, listingWaitsSince, type Queue } from '#shared/admin/queues.ts';
import { awaitsDecision, type profileQueues, profileWaitsSince } from '#shared/profiles/record.ts';
import { remindedSince } from '#shared/receipts/withdrawal.ts';
import { waitsSince } from '#shared/reports/rules.ts';
import type { ItemPage } from './by-month.ts';

interface QueueItems {
  readonly waits: (item: Item) => boolean;
  /** When (ISO) an item of the queue began to wait; undefined while a decision is not possible. */
  readonly since: (item: Item) => string | undefined;
}

/** Prefixes of the sort key of profiles with documents in their queue, and of those without. */
export const documentsFirst = '1#';
const withoutDocuments = '0#';

/** How the items of each queue wait. The index row comes from the repository of each kind (`indexes.queue`). */
export const queueItems: Readonly<Record<Queue, QueueItems>> = {
  profile: {
    waits: (item) => awaitsDecision(parseProfile(item)),
    // The row of a new name holds no profile: the moment is in its sort key.
    since: (item) =>
      item['record'] ? profileWaitsSince(parseProfile(item)) : String(item['gs2sk']).slice(documentsFirst.length),
  },
  trip: {
    waits: (item) => listingWaitsSince(parseTrip(item)) !== undefined,
    since: (item) => listingWaitsSince(parseTrip(item)),
  },
  parcel: {
    waits: (item) => listingWaitsSince(parseParcel(item)) !== undefined,
    since: (item) => listingWaitsSince(parseParcel(item)),
  },
  report: {
    waits: (item) => parseReport(item).status === 'pending',
    since: (item) => waitsSince(parseReport(item)),
  },
  receipt: {
    waits: (item) => parseReceipt(item).status === 'pending',
    since: (item) => parseReceipt(item).sentAt,
  },
};

export const pageSize = 20;

/** Prefix of cursors in the first part of a list of members: those who wait with documents. */
export const firstPart = 'waiting.';

const listOf = (queue: Queue, status: string, sort?: List['sort']): List => ({
  index: 'gs2',
  partition: indexes.queue(queue, status, '').gs2pk,
  ...(sort ? { sort } : {}),
});

/** The part of a queue about which administrators can decide; `limit` (ISO) leaves out what came since then. */
function workOf(queue: Queue, limit?: string): List {
  if (queue !== 'profile') return listOf(queue, 'pending', limit ? { before: limit } : undefined);
  return listOf(
    queue,
    'pending',
    limit ? { between: [documentsFirst, `${documentsFirst}${limit}`] } : { beginsWith: documentsFirst },
  );
}

interface QueuePage {
  readonly beginsWith?: string;
  readonly size?: number;
  readonly isNewestFirst: boolean;
}

export async function pageOfQueue(
  table: Table,
  queue: Queue,
  status: string,
  cursor: string | undefined,
  { beginsWith, size = pageSize, isNewestFirst }: QueuePage,
): Promise<ItemPage> {
  const list = listOf(queue, status, beginsWith === undefined ? undefined : { beginsWith });
  return pageIn(table, list, { size, cursor, isNewestFirst });
}

async function pendingProfiles(table: Table, cursor?: string): Promise<ItemPage> {
  const isFirstPart = cursor === undefined || cursor.startsWith(firstPart);
  const oldestFirst = { isNewestFirst: false };
  const first = isFirstPart
    ? await pageOfQueue(table, 'profile', 'pending', cursor?.slice(firstPart.length), {
        ...oldestFirst,
        beginsWith: documentsFirst,
      })
    : undefined;
  if (first?.next) return { items: first.items, next: `${firstPart}${first.next}` };
  const shown = first?.items ?? [];
  const rest = await pageOfQueue(table, 'profile', 'pending', first ? undefined : cursor, {
    ...oldestFirst,
    beginsWith: withoutDocuments,
    size: pageSize - shown.length,
  });
  return { ...rest, items: [...shown, ...rest.items] };
}

export function queueRepository(table: Table) {
  return {
    /**
     * One state: what waits oldest first, members with documents before all others; else newest first (product 2.4).
     */
    page: (queue: Queue, status: string, cursor?: string): Promise<ItemPage> =>
      queue === 'profile' && status === 'pending'
        ? pendingProfiles(table, cursor)
        : pageOfQueue(table, queue, status, cursor, { isNewestFirst: status !== 'pending' }),

    /** Since when (ISO) the first of a queue waits; undefined when nothing waits. */
    async oldest(queue: Queue): Promise<string | undefined> {
      const { items } = await pageIn(table, workOf(queue), { size: 1, cursor: undefined });
      return items[0] && queueItems[queue].since(items[0]);
    },

    /** Since when (ISO) each item waits that waits for longer than promised, oldest first. */
    async late(queue: Queue, now: number): Promise<string[]> {
      const late: string[] = [];
      for await (const item of itemsOf(table, queryOf(workOf(queue, lateSince(queue, now))))) {
        const since = queueItems[queue].since(item);
        if (since && isLate(queue, since, now)) late.push(since);
      }
      return late.toSorted();
    },

    /** The moments (ISO) of withdrawals of which administrators are reminded, oldest first. */
    async owedRefunds(now: number): Promise<string[]> {
      const since: string[] = [];
      for await (const item of itemsOf(table, queryOf(listOf('receipt', 'withdrawn', { before: remindedSince(now) }))))
        since.push(String(item['gs2sk']));
      return since;
    },

    undecided: (queue: Queue): AsyncGenerator<Item> => itemsOf(table, queryOf(workOf(queue))),

    waiting: (queue: Queue, { withDocuments = false }: { withDocuments?: boolean } = {}): Promise<number> =>
      countOf(table, queryOf(listOf(queue, 'pending', withDocuments ? { beginsWith: documentsFirst } : undefined))),

    /** How many members are in a queue, as far as one query counts, and where the next query continues. */
    async countedMembers(
      status: (typeof profileQueues)[number],
      from?: Record<string, unknown>,
    ): Promise<{ count: number; last?: Record<string, unknown> }> {
      // A name that waits is no member.
      const members = where(queryOf(listOf('profile', status)), expression`#kind = ${'profile'}`);
      return table.query({ ...members, Select: 'COUNT', ExclusiveStartKey: from });
    },
  };
}
