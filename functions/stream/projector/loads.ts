import { randomUUID } from 'node:crypto';
import { deliveryRowRepository } from '#functions/deliveries/rows.ts';
import { stepWrites } from '#functions/deliveries/steps.ts';
import { mail } from '#functions/mail/outbox.ts';
import { asRead, parcelRepository } from '#functions/parcels/repository.ts';
import { type Key, keys } from '#functions/platform/keys.ts';
import { type Condition, type Item, present, type Table, type Write } from '#functions/platform/table.ts';
import { parseTrip, tripRepository } from '#functions/trips/repository.ts';
import { deliveryStateOf, releaseCarrier } from '#shared/deliveries/rules.ts';
import { travelText } from '#shared/deliveries/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { TermsTrip } from '#shared/parcels/terms.ts';
import { Refusal } from '#shared/refusal.ts';
import type { TripRecord } from '#shared/trips/record.ts';

/**
 * Follows a trip that moved, was cancelled or was deleted to the parcels that wait for it (rule 129). It reads the
 * current trip and parcels, so events may arrive late or twice.
 */
export async function followTrip(
  table: Table,
  before: Item | undefined,
  after: Item | undefined,
  now: number,
): Promise<void> {
  if (!before) return;
  const old = parseTrip(before);
  if (after && !changesTravel(old, parseTrip(after))) return;
  const trip = await tripRepository(table).read(old.id);
  const endReason = reasonOfEnd(trip);
  const parcels = parcelRepository(table);
  for await (const { id } of deliveryRowRepository(table).waitingFor(old.ownerId, old.id)) {
    const parcel = await parcels.read(id);
    if (!parcel || !waitsFor(parcel, old)) continue;
    if (endReason) await release(table, parcel, endReason, now);
    else if (trip) await showTravel(table, parcel, trip, now);
  }
}

/** Why agreements on the trip end; undefined if they continue. An administrator's reason is for its traveller alone. */
function reasonOfEnd(trip: TripRecord | undefined): string | undefined {
  if (!trip) return 'Le trajet de ce membre a été supprimé.';
  return trip.status === 'cancelled' ? `Trajet annulé : ${trip.cancelReason ?? ''}` : undefined;
}

const changesTravel = (old: TripRecord, fresh: TripRecord) =>
  old.status !== fresh.status || old.travelDate !== fresh.travelDate || old.transport !== fresh.transport;

const waitsFor = (parcel: ParcelRecord, { id, ownerId }: TripRecord) =>
  parcel.carrierId === ownerId && parcel.terms?.trip?.id === id && deliveryStateOf(parcel) === 'to_collect';

/** In the name of the traveller. After a conflict the event comes again. */
async function release(table: Table, parcel: ParcelRecord, reason: string, now: number): Promise<void> {
  const { carrierId = '' } = parcel;
  const step = releaseCarrier(parcel, carrierId, reason);
  const deps = { table, now: () => now, newId: randomUUID };
  await table.transact([
    parcelRepository(table).save(step.parcel, () => new Refusal('UNAVAILABLE')),
    ...(await stepWrites(deps, carrierId, parcel, step)),
  ]);
}

/**
 * Shows the new day and transport in the parcel and in both lists, with a mail to the owner. Cities stay as they were
 * read, because edited ones wait for validation. It is no new version for members who act on the parcel; an act of
 * this moment reads the parcel again (`asRead`). A repeated event finds it already shown; after a conflict it comes
 * again.
 */
async function showTravel(table: Table, parcel: ParcelRecord, trip: TripRecord, now: number): Promise<void> {
  const { id, ownerId, owner, carrierId = '', assignedAt = '', title } = parcel;
  const { owner: traveller, travelDate, transport } = trip;
  const named = parcel.terms?.trip;
  if (!named || (named.travelDate === travelDate && named.transport === transport)) return;
  const shown = { ...named, travelDate, transport };
  const data = {
    firstName: owner.firstName,
    otherName: nameOf(traveller),
    otherId: carrierId,
    title,
    parcelId: id,
    travel: travelText(trip),
    isProposed: parcel.status === 'accepted_for_delivery' ? 'yes' : '',
  };
  await table.transact([
    nameTravel(table, keys.parcel(id), shown, asRead(parcel, parcel.version)),
    nameTravel(table, keys.carry(carrierId, assignedAt, id), shown, present),
    nameTravel(table, keys.given(ownerId, assignedAt, id), shown, present),
    mail(table, 'tripChanged', { memberId: ownerId }, data, { id: randomUUID(), now }),
  ]);
}

const nameTravel = (table: Table, key: Key, shown: TermsTrip, condition: Condition): Write =>
  table.update(
    key,
    {
      expression: 'SET #record.#terms.#trip = :shown',
      names: { '#record': 'record', '#terms': 'terms', '#trip': 'trip' },
      values: { ':shown': shown },
    },
    condition,
    () => new Refusal('UNAVAILABLE'),
  );
