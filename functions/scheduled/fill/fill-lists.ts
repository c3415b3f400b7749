import { rowsOf, storeRow } from '#functions/deliveries/rows.ts';
import { asRead, parcelItem, parseParcel } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { atVersion, type Item, type Table, type Write } from '#functions/platform/table.ts';
import { parseTrip, tripItem } from '#functions/trips/repository.ts';
import { once } from './once.ts';

/**
 * Stores each parcel and trip again, unchanged, once, so that items older than the lists and figures get their index
 * entries, rows and counts. An item that changes in between is stored by its own act. Returns how many were stored.
 */
export async function fillLists(table: Table, now: number): Promise<number> {
  const store = async (writes: Write[]) => ((await attempt(table, writes)) ? 1 : 0);
  return once(
    table,
    { name: 'lists', now },
    { parcel: (item) => store(parcelAgain(table, item)), trip: (item) => store(tripAgain(table, item)) },
  );
}

function parcelAgain(table: Table, item: Item): Write[] {
  const parcel = parseParcel(item);
  const rows = rowsOf(parcel).map((row) => storeRow(table, row));
  return [table.put(parcelItem(parcel), asRead(parcel, parcel.version)), ...rows];
}

function tripAgain(table: Table, item: Item): Write[] {
  const trip = parseTrip(item);
  return [table.put(tripItem(trip), atVersion(trip.version))];
}
