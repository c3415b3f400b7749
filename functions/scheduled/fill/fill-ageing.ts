import { parseInbox } from '#functions/messaging/inbox.ts';
import { listByAge } from '#functions/parcels/ageing.ts';
import { parseParcel } from '#functions/parcels/repository.ts';
import { lookAtSomeTime } from '#functions/platform/ageing.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import type { RetentionTools } from '#functions/scheduled/night/retention.ts';
import { ageDays, daysAfter, laterDay } from '#shared/values/ageing.ts';
import { dayOf } from '#shared/values/time.ts';
import { once } from './once.ts';

/** Lists, once, parcels and threads that are older than the list by age. Returns how many were listed. */
export const fillAgeing = (table: Table, now: number, { hasTime }: RetentionTools): Promise<number> =>
  once(
    table,
    { name: 'ageing', now, hasTime },
    { parcel: (item) => listParcel(table, item, now), profile: (item) => listMember(table, item, now) },
  );

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
