import { parcelItem } from '#functions/parcels/repository.ts';
import type { Item } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { receiptItem } from '#functions/receipts/repository.ts';
import { reportItem } from '#functions/reports/repository.ts';
import { reviewItem } from '#functions/reviews/repository.ts';
import { tripItem } from '#functions/trips/repository.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import type { ReceiptRecord } from '#shared/receipts/record.ts';
import type { ReportRecord } from '#shared/reports/record.ts';
import type { ReviewRecord } from '#shared/reviews/record.ts';
import type { TripRecord } from '#shared/trips/record.ts';

/** A record, or the item of the table itself. */
export type Storable = Item | ProfileRecord | ParcelRecord | TripRecord | ReceiptRecord | ReportRecord | ReviewRecord;

/** The item that the repository of a record stores. */
export function itemOf(thing: Storable): Item {
  if ('pk' in thing) return thing;
  if (is<TripRecord>(thing, 'travelDate')) return tripItem(thing);
  if (is<ParcelRecord>(thing, 'weightGrams')) return parcelItem(thing);
  if (is<ReceiptRecord>(thing, 'sha256')) return receiptItem(thing);
  if (is<ReportRecord>(thing, 'about')) return reportItem(thing);
  return is<ReviewRecord>(thing, 'rating') ? reviewItem(thing) : profileItem(thing as ProfileRecord);
}

const is = <T extends object>(thing: object, field: keyof T & string): thing is T => field in thing;
