import type { ParcelRecord } from '../parcels/record.ts';
import { isDeclared, isHalfAgreed } from '../parcels/rules.ts';
import type { Terms, TermsTrip } from '../parcels/terms.ts';
import { weightText } from '../parcels/words.ts';
import { Refusal } from '../refusal.ts';
import { freeGrams, isFull, type Transport } from '../trips/fields.ts';
import type { TripRecord } from '../trips/record.ts';
import { isListed } from '../trips/rules.ts';
import type { Place } from '../values/fields.ts';
import { dayMs, dayOf, hourMs, startOfDay } from '../values/time.ts';

type NamedTrip = Pick<TripRecord, 'id' | 'travelDate' | 'depart' | 'arrival'> & {
  readonly transport?: TripRecord['transport'] | undefined;
};

/** A city of no list is the traveller's own text, which erasing them would have to find: its country replaces it. */
const cityOf = ({ city, country, placeId }: Place) => (placeId ? city : country);

export const endsOf = ({ depart, arrival }: Pick<NamedTrip, 'depart' | 'arrival'>) => ({
  from: cityOf(depart),
  to: cityOf(arrival),
});

/** The day and the transport of a trip, as terms about a parcel name them. */
export const travelOf = (
  { travelDate, transport }: Pick<NamedTrip, 'travelDate' | 'transport'>,
  { deadline }: Pick<ParcelRecord, 'deadline'>,
): Pick<TermsTrip, 'travelDate' | 'transport' | 'isLate'> => ({
  travelDate,
  ...(transport ? { transport } : {}),
  ...(travelDate > deadline ? { isLate: true } : {}),
});

export const termsTrip = (trip: NamedTrip, parcel: Pick<ParcelRecord, 'deadline'>): TermsTrip => ({
  id: trip.id,
  ...travelOf(trip, parcel),
  ...endsOf(trip),
});

/** A carrier names their own trip, while it is listed and has room for the parcel (rule 126). */
export function requireOwnTrip(
  trip: TripRecord | undefined,
  { carrierId, grams, now }: { carrierId: string; grams: number; now: number },
): TripRecord {
  if (trip?.ownerId !== carrierId || !isListed(trip, now)) throw new Refusal('TRIP_UNAVAILABLE');
  requireRoom(trip, grams);
  return trip;
}

/** Throws unless the trip is still as its terms show it, because both agree to what they read. */
export function requireSameTrip(trip: TripRecord, named: TermsTrip): void {
  const { from, to } = endsOf(trip);
  const isOnWay = named.from === from && named.to === to;
  if (isOnWay && named.travelDate === trip.travelDate && named.transport === trip.transport) return;
  throw new Refusal('TRIP_UNAVAILABLE', {
    title: 'Trajet indisponible',
    detail: 'Ce trajet a changé depuis la première réponse.',
  });
}

/** A trip as a member has read it; a client of an earlier release sends nothing of it. */
export interface ReadTrip {
  readonly travelDate?: string | undefined;
  readonly transport?: Transport | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const readFacts = ['travelDate', 'transport', 'from', 'to'] as const;

/** Throws if the trip has moved since it was read, because a yes agrees to what its member has read. */
export function requireReadTrip(named: TermsTrip | undefined, read: ReadTrip): void {
  if (readFacts.every((fact) => !read[fact] || named?.[fact] === read[fact])) return;
  throw new Refusal('STATE_CHANGED', {
    title: 'Trajet modifié',
    detail: 'Le jour, le moyen de transport ou les villes de ce trajet ont changé : relisez la proposition.',
  });
}

/** Throws with what is left, or how heavy a parcel that takes `own` grams of the trip may become. */
export function requireRoom(trip: TripRecord, grams: number, own = 0): void {
  const free = freeGrams(trip) + own;
  if (free >= grams) return;
  const left = own
    ? `Jusqu'à ${weightText(free)} possibles sur ce trajet.`
    : isFull(trip)
      ? 'Ce trajet est complet.'
      : `Il ne reste que ${weightText(free)} sur ce trajet.`;
  throw new Refusal('TRIP_UNAVAILABLE', { title: 'Trajet indisponible', detail: left });
}

/** The terms of a yes without an offer: the announced price, or none where none is announced (rule 118). */
export const announcedTerms = (parcel: ParcelRecord, trip?: TripRecord): Terms => ({
  ...(parcel.price ? { price: parcel.price } : {}),
  grams: parcel.weightGrams,
  ...(trip ? { trip: termsTrip(trip, parcel) } : {}),
});

interface TripLoad {
  readonly tripId: string;
  readonly grams: number;
}

const loading: ReadonlySet<ParcelRecord['status']> = new Set([
  'pickup',
  'in_transit',
  'delivery',
  'delivered',
  'returned',
]);

type Loaded = Pick<ParcelRecord, 'status' | 'terms' | 'deliveredAt' | 'returnConfirmedAt' | 'unbooked'>;

/**
 * The kilos that a parcel takes in the trip of its terms; none before both have agreed, or without a trip. One that
 * ended before the day of the trip did not travel with it (rule 127).
 */
export function loadOf({ status, terms, deliveredAt, returnConfirmedAt, unbooked }: Loaded): TripLoad | undefined {
  const trip = loading.has(status) && !unbooked ? terms?.trip : undefined;
  const end = deliveredAt ?? returnConfirmedAt;
  if (!terms || !trip || (end && dayOf(Date.parse(end)) < trip.travelDate)) return undefined;
  return { tripId: trip.id, grams: terms.grams };
}

/** Hours that a yes waits for the other member's. */
export const answerHours = 48;

/** When half an agreement ends without the other member's yes, in milliseconds (rule 125). */
export function answerBy({ status, assignedAt }: Pick<ParcelRecord, 'status' | 'assignedAt'>): number | undefined {
  return isHalfAgreed({ status }) && assignedAt ? Date.parse(assignedAt) + answerHours * hourMs : undefined;
}

/** Half an agreement whose 48 hours are over can be completed no more, also before the job ends it (rule 125). */
export function hasLapsed(parcel: Pick<ParcelRecord, 'status' | 'assignedAt'>, now: number): boolean {
  const end = answerBy(parcel);
  return end !== undefined && end <= now;
}

/** The day on which a parcel is expected: its last day, or the one of the agreed trip if that is later (rule 164). */
export const agreedDay = ({ deadline, terms }: Pick<ParcelRecord, 'deadline' | 'terms'>): string =>
  terms?.trip && terms.trip.travelDate > deadline ? terms.trip.travelDate : deadline;

type Waiting = Pick<
  ParcelRecord,
  'status' | 'assignedAt' | 'deadline' | 'terms' | 'declaredAt' | 'returnConfirmedAt' | 'problem' | 'resumedAt'
>;

/**
 * The consequence of silence: an agreement ends (`expired`, `overdue`), a declaration is confirmed (`declared`), or
 * both are notified (`late`).
 */
interface Due {
  /** Milliseconds. */
  readonly at: number;
  readonly what: 'expired' | 'overdue' | 'declared' | 'late';
}

/** The mornings after the agreed day, at 8:00 in Algiers, on which silence counts (rules 164 and 165). */
const mornings: Partial<Record<ParcelRecord['status'], Pick<Due, 'what'> & { readonly days: number }>> = {
  pickup: { days: 4, what: 'overdue' },
  in_transit: { days: 1, what: 'late' },
  delivery: { days: 1, what: 'late' },
};

/** Hours that a declaration waits for the owner (rules 158 and 160). */
const declaredHours = 72;

/** The next consequence of silence about the parcel; none while a problem is open (rule 171). */
export function dueOf(parcel: Waiting): Due | undefined {
  if (parcel.problem) return undefined;
  const answer = answerBy(parcel);
  if (answer !== undefined) return { at: answer, what: 'expired' };
  const { declaredAt, resumedAt = '' } = parcel;
  if (declaredAt && isDeclared(parcel)) {
    const since = resumedAt > declaredAt ? resumedAt : declaredAt;
    return { at: Date.parse(since) + declaredHours * hourMs, what: 'declared' };
  }
  const morning = mornings[parcel.status];
  if (!morning) return undefined;
  return { at: startOfDay(agreedDay(parcel)) + morning.days * dayMs + 8 * hourMs, what: morning.what };
}

/**
 * Owner and carrier read when silence confirms a declaration (ISO), and after the agreed day when their agreement ends,
 * or that the parcel is late.
 */
export function silenceOf(parcel: Waiting, now: number): { closesAt?: string; endsAt?: string; isLate?: true } {
  const { problem, ...settled } = parcel;
  const due = dueOf(settled);
  // A problem stops every end by silence, and no delay.
  if (problem && due?.what !== 'late') return {};
  const at = due && new Date(due.at).toISOString();
  if (at && due.what === 'declared') return { closesAt: at };
  if (!at || agreedDay(parcel) >= dayOf(now)) return {};
  if (due.what === 'overdue') return { endsAt: at };
  return due.what === 'late' ? { isLate: true } : {};
}
