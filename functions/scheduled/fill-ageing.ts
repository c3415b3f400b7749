import { firstMonth, previousMonth } from '#functions/admin/repository.ts';
import { parseInbox } from '#functions/messaging/inbox.ts';
import { listByAge } from '#functions/parcels/ageing.ts';
import { parseParcel } from '#functions/parcels/repository.ts';
import { lookAtSomeTime } from '#functions/platform/ageing.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { ageDays, daysAfter, laterDay } from '#shared/values/ageing.ts';
import { dayOf, monthOf } from '#shared/values/time.ts';
import type { Erasers } from './retention.ts';

/**
 * Runs once in the life of the table. It lists parcels and threads that are older than the list of what ages. They are found
 * from the administrators' lists by month. If a night ends too early, the next one continues with the month that it
 * reached. Returns how many were listed.
 */
export async function fillAgeing(table: Table, now: number, { hasTime }: Erasers): Promise<number> {
  const work = keys.done('ageing');
  const reached = (await table.get(work, { consistent: true }))?.['record'] as { next: string } | undefined;
  let listed = 0;
  for (let month = reached?.next ?? monthOf(new Date(now).toISOString()); month >= firstMonth && hasTime(); ) {
    for (const [kind, list] of [['PARCEL', listParcel] as const, ['PROFILE', listMember] as const])
      for await (const item of itemsOf(table, queryOf({ index: 'gs3', partition: indexes.all(kind, month, '').gs3pk })))
        listed += await list(table, item, now);
    month = previousMonth(month);
    await table.transact([table.put({ ...work, record: { next: month } })]);
  }
  return listed;
}

async function listParcel(table: Table, item: Item, now: number): Promise<number> {
  const parcel = parseParcel(item);
  // Newer parcels were listed by their own change.
  if (await table.get(keys.ageing(keys.parcel(parcel.id).pk))) return 0;
  await table.transact([await listByAge(table, parcel, now)]);
  return 1;
}

/** A member's threads, each under two years after its last change. */
async function listMember(table: Table, item: Item, now: number): Promise<number> {
  const { id } = item['record'] as { id: string };
  let listed = 0;
  for await (const row of itemsOf(table, queryOf({ partition: keys.member(id), sort: { beginsWith: 'TH#' } }))) {
    const { with: other, parcel, updatedAt } = parseInbox(row);
    const day = laterDay(daysAfter(dayOf(Date.parse(updatedAt)), ageDays.messages), dayOf(now));
    await table.transact([lookAtSomeTime(table, keys.thread(id, other.id, parcel?.id), day)]);
    listed += 1;
  }
  return listed;
}
