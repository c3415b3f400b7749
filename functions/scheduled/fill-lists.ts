import { firstMonth, previousMonth } from '#functions/admin/repository.ts';
import { rowsOf, storeRow } from '#functions/deliveries/rows.ts';
import { parcelItem, parseParcel } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { absent, atVersion, type Item, type Table, type Write } from '#functions/platform/table.ts';
import { parseTrip, tripItem } from '#functions/trips/repository.ts';
import { monthOf } from '#shared/values/time.ts';

/**
 * Once in the life of the table: stores each parcel and trip again as it stands, so that those of before lists and figures
 * were kept stand in their order, have their rows and are counted. One that changes meanwhile is stored by its act. How many.
 */
export async function fillLists(table: Table, now: number): Promise<number> {
  const done = keys.done('lists');
  if (await table.get(done)) return 0;
  let stored = 0;
  for (let month = monthOf(new Date(now).toISOString()); month >= firstMonth; month = previousMonth(month))
    for (const [kind, again] of [['PARCEL', parcelAgain] as const, ['TRIP', tripAgain] as const])
      for await (const item of itemsOf(table, queryOf({ index: 'gs3', partition: indexes.all(kind, month, '').gs3pk })))
        if (await attempt(table, again(table, item))) stored += 1;
  await attempt(table, [table.put({ ...done, record: { at: new Date(now).toISOString() } }, absent)]);
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
