import { firstMonth, previousMonth } from '#functions/admin/repository.ts';
import { rowsOf, storeRow } from '#functions/deliveries/rows.ts';
import { parcelItem, parseParcel } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { atVersion, type Item, type Table, type Write } from '#functions/platform/table.ts';
import { parseTrip, tripItem } from '#functions/trips/repository.ts';
import { monthOf } from '#shared/values/time.ts';

/**
 * Runs once in the life of the table. It stores each parcel and trip again, unchanged, so that items older than the
 * lists and figures have their place, their rows and their counts. An item that changes meanwhile is stored by its own
 * act. If a night ends too early, the next one continues from the month that it reached. Returns how many were stored.
 */
export async function fillLists(table: Table, now: number): Promise<number> {
  const work = keys.done('lists');
  const reached = (await table.get(work, { consistent: true }))?.['record'] as { next: string } | undefined;
  let stored = 0;
  for (let month = reached?.next ?? monthOf(new Date(now).toISOString()); month >= firstMonth; ) {
    for (const [kind, again] of [['PARCEL', parcelAgain] as const, ['TRIP', tripAgain] as const])
      for await (const item of itemsOf(table, queryOf({ index: 'gs3', partition: indexes.all(kind, month, '').gs3pk })))
        if (await attempt(table, again(table, item))) stored += 1;
    month = previousMonth(month);
    await table.transact([table.put({ ...work, record: { next: month } })]);
  }
  return stored;
}

function parcelAgain(table: Table, item: Item): Write[] {
  const parcel = parseParcel(item);
  const rows = rowsOf(parcel).map((row) => storeRow(table, row));
  return [table.put(parcelItem(parcel), atVersion(parcel.version)), ...rows];
}

function tripAgain(table: Table, item: Item): Write[] {
  const trip = parseTrip(item);
  return [table.put(tripItem(trip), atVersion(trip.version))];
}
