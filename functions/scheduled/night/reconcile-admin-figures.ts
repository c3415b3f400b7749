import { queueRepository } from '#functions/admin/lists/queues.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { keys } from '#functions/platform/keys.ts';
import { logger } from '#functions/platform/log.ts';
import { attribute, expression, type Item, type Table } from '#functions/platform/table.ts';
import type { AdminStatistics } from '#shared/admin/contract.ts';
import { type QueueCounter, queueNames, queues } from '#shared/admin/queues.ts';
import { profileQueues } from '#shared/profiles/record.ts';
import { dayOf } from '#shared/values/time.ts';

/**
 * Sets each of the administrators' figures to the contents of the queues, if it differs and did not change in between.
 * Returns how many were wrong: any number above 0 needs a look.
 */
export async function reconcileAdminFigures(
  table: Table,
  now: number,
  { hasTime }: { readonly hasTime: () => boolean },
): Promise<number> {
  const before = await figures(table);
  const queues = await countQueues(table);
  const members = await countMembers(table, now, hasTime);
  if (!members) return 0;
  const was: Item = { ...before, totalUsers: members.was };
  let mended = 0;
  for (const [name, count] of Object.entries({ ...queues, totalUsers: members.total })) {
    if (Number(was[name] ?? 0) === count) continue;
    logger.warn('a figure of administrators was wrong', { name, was: was[name], count });
    const figure = attribute(name);
    const unchanged =
      was[name] === undefined ? expression`attribute_not_exists(${figure})` : expression`${figure} = ${was[name]}`;
    const set = table.update(keys.adminCounters(), expression`SET ${figure} = ${count}`, unchanged);
    if (await attempt(table, [set])) mended += 1;
  }
  return mended;
}

const figures = async (table: Table): Promise<Item> =>
  (await table.get(keys.adminCounters(), { consistent: true })) ?? {};

async function countQueues(table: Table): Promise<Omit<AdminStatistics, 'totalUsers'>> {
  const admin = queueRepository(table);
  const [pendingProfilesWithDocuments, ...waiting] = await Promise.all([
    admin.waiting('profile', { withDocuments: true }),
    ...queueNames.map((queue) => admin.waiting(queue)),
  ]);
  const counts = queueNames.map((queue, index) => [queues[queue].counter, waiting[index]]);
  return { ...(Object.fromEntries(counts) as Record<QueueCounter, number>), pendingProfilesWithDocuments };
}

interface Count {
  readonly day: string;
  /** The figure when the count began. */
  readonly was?: number | undefined;
  readonly total: number;
  /** Counted queues, and the position where the next one continues. */
  readonly queues: number;
  readonly from?: Record<string, unknown> | undefined;
}

/** Counts all members, page by page. Undefined when time runs out; the next run of the night continues there. */
async function countMembers(table: Table, now: number, hasTime: () => boolean): Promise<Count | undefined> {
  const mark = keys.done('members');
  const day = dayOf(now);
  const kept = (await table.get(mark, { consistent: true }))?.['record'] as Count | undefined;
  let count: Count =
    kept?.day === day
      ? kept
      : { day, was: (await figures(table))['totalUsers'] as number | undefined, total: 0, queues: 0 };
  for (let queue = profileQueues[count.queues]; queue; queue = profileQueues[count.queues]) {
    if (!hasTime()) {
      await table.transact([table.put({ ...mark, record: count })]);
      return undefined;
    }
    const page = await queueRepository(table).countedMembers(queue, count.from);
    count = {
      ...count,
      total: count.total + page.count,
      queues: count.queues + (page.last ? 0 : 1),
      from: page.last,
    };
  }
  if (kept) await table.transact([table.remove(mark)]);
  return count;
}
