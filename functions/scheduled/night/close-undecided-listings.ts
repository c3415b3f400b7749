import { randomUUID } from 'node:crypto';
import { queueRepository } from '#functions/admin/lists/queues.ts';
import { parcelEvent } from '#functions/deliveries/events.ts';
import { mail } from '#functions/mail/outbox.ts';
import { parcelRepository, parseParcel } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import type { Table } from '#functions/platform/table.ts';
import { parseTrip, tripRepository } from '#functions/trips/repository.ts';
import { closeUndecided } from '#shared/admin/rules.ts';
import { undecidedReasons } from '#shared/admin/words.ts';
import { Refusal } from '#shared/refusal.ts';
import { routeText } from '#shared/values/french.ts';
import { dayOf } from '#shared/values/time.ts';

/**
 * Closes trips and parcels whose last day passed before a decision, because a decision would no longer list them. Their
 * owners get a mail (product 2.4). Returns how many were closed.
 */
export async function closeUndecidedListings(table: Table, now: number): Promise<number> {
  const admin = queueRepository(table);
  const today = dayOf(now);
  // The owner or an administrator changed it in between; the next night checks again.
  const changed = () => new Refusal('STATE_CHANGED');
  const stamp = () => ({ id: randomUUID(), now });
  let closed = 0;
  for await (const item of admin.undecided('trip')) {
    const trip = parseTrip(item);
    if (trip.travelDate >= today) continue;
    const reason = undecidedReasons.trip;
    const { id, ownerId, owner, depart, arrival } = trip;
    const data = { firstName: owner.firstName, route: routeText(depart, arrival), tripId: id, reason };
    const writes = [
      tripRepository(table).save(closeUndecided(trip, reason, now), changed),
      mail(table, 'tripRejected', { memberId: ownerId }, data, stamp()),
    ];
    if (await attempt(table, writes)) closed += 1;
  }
  for await (const item of admin.undecided('parcel')) {
    const parcel = parseParcel(item);
    if (parcel.deadline >= today) continue;
    const reason = undecidedReasons.parcel;
    const after = closeUndecided(parcel, reason, now);
    const { id, ownerId, owner, title } = parcel;
    const writes = [
      parcelRepository(table).save(after, changed),
      parcelEvent(table, after, 'rejected', undefined, now),
      mail(
        table,
        'parcelRejected',
        { memberId: ownerId },
        { firstName: owner.firstName, title, parcelId: id, reason },
        stamp(),
      ),
    ];
    if (await attempt(table, writes)) closed += 1;
  }
  return closed;
}
