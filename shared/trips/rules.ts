import { weightText } from '../parcels/words.ts';
import { Refusal } from '../refusal.ts';
import type { Card, Place } from '../values/fields.ts';
import { fieldsOf, isSamePlace, tripProblems } from '../values/itinerary.ts';
import { dayOf } from '../values/time.ts';
import type { NewTrip, Trip, TripActions } from './contract.ts';
import { freeGrams } from './fields.ts';
import type { TripRecord } from './record.ts';

/** Listed: active, approved, travelling today or later; its owner must be visible too (rule 10). */
export const isListed = (trip: Pick<TripRecord, 'status' | 'adminStatus' | 'travelDate'>, now: number) =>
  trip.status === 'active' && trip.adminStatus === 'approved' && trip.travelDate >= dayOf(now);

export type TripFacts = Omit<NewTrip, 'depart' | 'arrival' | 'stops'> & {
  depart: Place;
  arrival: Place;
  stops: Place[];
};

/** Reports past days and identical places at their fields. */
function requirePublishable(facts: TripFacts, now: number): void {
  const fields = {
    ...fieldsOf(tripProblems(facts)),
    ...(facts.travelDate < dayOf(now) ? { travelDate: 'La date de départ ne peut pas être passée' } : {}),
  };
  if (Object.keys(fields).length > 0) throw new Refusal('INVALID', undefined, { fields });
}

/** Parcels count on a trip with booked kilos: it keeps its places, and takes no less than they weigh (rule 129). */
function requireBooked({ bookedGrams = 0, ...trip }: TripRecord, facts: TripFacts): void {
  if (bookedGrams === 0) return;
  const isSameStops =
    trip.stops.length === facts.stops.length &&
    facts.stops.every((stop, index) => trip.stops[index] && isSamePlace(stop, trip.stops[index]));
  const fields = {
    ...(isSamePlace(trip.depart, facts.depart) ? {} : { 'depart.city': fixedPlaces }),
    ...(isSamePlace(trip.arrival, facts.arrival) ? {} : { 'arrival.city': fixedPlaces }),
    ...(isSameStops ? {} : { stops: fixedPlaces }),
    ...(freeGrams({ ...facts, bookedGrams }) < 0 ? { maxWeightKg: bookedText(bookedGrams) } : {}),
  };
  if (Object.keys(fields).length > 0) throw new Refusal('INVALID', undefined, { fields });
}

export const bookedText = (grams: number) => `${weightText(grams)} sont déjà réservés sur ce trajet.`;
export const fixedPlaces = 'Des colis comptent sur ces villes : elles ne changent plus.';

export function publishTrip(input: TripFacts, owner: Card, facts: { id: string; now: number }): TripRecord {
  requirePublishable(input, facts.now);
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

/** Upcoming and not cancelled. A past trip counts as travelled. */
const isUpcoming = ({ status, travelDate }: TripRecord, now: number) => status === 'active' && travelDate >= dayOf(now);

/** The trip with the owner's changes. It leaves the search until it is validated again. */
export function editTrip(trip: TripRecord, input: TripFacts, now: number): TripRecord {
  if (!isUpcoming(trip, now)) throw new Refusal('STATE_CHANGED', notEditable);
  requirePublishable(input, now);
  requireBooked(trip, input);
  const { id, ownerId, owner, status, createdAt, version, bookedGrams } = trip;
  const submittedAt = new Date(now).toISOString();
  return {
    ...input,
    id,
    ownerId,
    owner,
    status,
    createdAt,
    submittedAt,
    ...(bookedGrams === undefined ? {} : { bookedGrams }),
    adminStatus: 'pending',
    version: version + 1,
  };
}

/** active → cancelled. The projector ends the agreements that count on the trip (rule 129). */
export function cancelTrip(trip: TripRecord, reason: string, now: number): TripRecord {
  if (!isUpcoming(trip, now)) throw new Refusal('STATE_CHANGED', notEditable);
  return { ...trip, status: 'cancelled', cancelReason: reason, version: trip.version + 1 };
}

const notEditable = {
  title: 'Modification impossible',
  detail: 'Ce trajet est terminé ou annulé : vous pouvez le publier de nouveau avec une autre date.',
};

function actionsOf(viewerId: string, trip: TripRecord, now: number): TripActions {
  if (viewerId !== trip.ownerId || !isUpcoming(trip, now)) return {};
  return { editTrip: { allowed: true }, cancelTrip: { allowed: true } };
}

/** A member's view of a trip; only its owner sees its validation. */
export function toTrip(viewerId: string, trip: TripRecord, now: number): Trip {
  const { adminStatus, rejectionReason, cancelReason, ...facts } = trip;
  const actions = actionsOf(viewerId, trip, now);
  if (viewerId !== trip.ownerId) return { ...facts, actions };
  return {
    ...facts,
    actions,
    adminStatus,
    ...(rejectionReason ? { rejectionReason } : {}),
    ...(cancelReason ? { cancelReason } : {}),
  };
}
