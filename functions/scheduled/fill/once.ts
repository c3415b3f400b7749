import { firstMonth, previousMonth } from '#functions/admin/lists/by-month.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Item, Table } from '#functions/platform/table.ts';
import { monthOf } from '#shared/values/time.ts';

/** The work on each item of a kind; returns how many it changed. */
type Work = { readonly [Kind in 'parcel' | 'trip' | 'profile']?: (item: Item) => Promise<number> };

/**
 * Work that runs once in the life of the table, through the administrators' lists, month by month, the newest first. If
 * a night ends too early, the next one continues with the month that it reached. Returns how many items it changed.
 * @param name of the work, under which the table stores the month
 * @param now milliseconds
 */
export async function once(
  table: Table,
  { name, now, hasTime = () => true }: { name: string; now: number; hasTime?: () => boolean },
  work: Work,
): Promise<number> {
  const mark = keys.done(name);
  const reached = (await table.get(mark, { consistent: true }))?.['record'] as { next: string } | undefined;
  let changed = 0;
  for (let month = reached?.next ?? monthOf(new Date(now).toISOString()); month >= firstMonth && hasTime(); ) {
    for (const [kind, act] of Object.entries(work) as [keyof Work, (item: Item) => Promise<number>][])
      for await (const item of itemsOf(table, queryOf({ index: 'gs3', partition: indexes.all(kind, month, '').gs3pk })))
        changed += await act(item);
    month = previousMonth(month);
    await table.transact([table.put({ ...mark, record: { next: month } })]);
  }
  return changed;
}
