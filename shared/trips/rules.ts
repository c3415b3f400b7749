import type { Card, Place } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import { dayOf } from '../time.ts';
import type { NewTrip, Trip } from './contract.ts';
import type { TripRecord } from './record.ts';

/** Listed: active, approved, travelling today or later; its owner must be visible too (docs/decisions). */
export const isListed = (trip: Pick<TripRecord, 'status' | 'adminStatus' | 'travelDate'>, now: number) =>
  trip.status === 'active' && trip.adminStatus === 'approved' && trip.travelDate >= dayOf(now);

/** A new trip: active, awaiting its validation. */
export function publishTrip(
  input: Omit<NewTrip, 'depart' | 'arrival' | 'stops'> & { depart: Place; arrival: Place; stops: Place[] },
  owner: Card,
  facts: { id: string; now: number },
): TripRecord {
  if (input.travelDate < dayOf(facts.now)) {
    throw new Refusal('INVALID', undefined, { fields: { travelDate: 'La date de départ ne peut pas être passée' } });
  }
  return {
    ...input,
    id: facts.id,
    ownerId: owner.id,
    owner,
    status: 'active',
    adminStatus: 'pending',
    createdAt: new Date(facts.now).toISOString(),
    version: 1,
  };
}

/** What a member sees of a trip: only its owner sees its validation. */
export function tripFor(viewerId: string, trip: TripRecord): Trip {
  const { adminStatus, rejectionReason, ...facts } = trip;
  return viewerId === trip.ownerId ? { ...facts, adminStatus, ...(rejectionReason ? { rejectionReason } : {}) } : facts;
}
