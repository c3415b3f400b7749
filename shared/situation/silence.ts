import { agreedDay, dueOf } from '../deliveries/agreement.ts';
import type { ParcelRecord } from '../parcels/record.ts';
import { dayOf } from '../values/time.ts';
import type { Situation } from './contract.ts';

/** Owner and carrier read after the agreed day when their agreement ends, or that the parcel is late. */
export function silenceOf(
  parcel: Pick<ParcelRecord, 'status' | 'assignedAt' | 'deadline' | 'terms'>,
  now: number,
): Pick<Situation, 'endsAt' | 'isLate'> {
  const due = agreedDay(parcel) < dayOf(now) ? dueOf(parcel) : undefined;
  if (due?.what === 'overdue') return { endsAt: new Date(due.at).toISOString() };
  return due?.what === 'late' ? { isLate: true } : {};
}
