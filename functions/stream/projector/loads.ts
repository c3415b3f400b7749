import { randomUUID } from 'node:crypto';
import { isOffer } from '#functions/deliveries/offers/repository.ts';
import { deliveryRowRepository, duePlaceOf } from '#functions/deliveries/rows.ts';
import { stepWrites } from '#functions/deliveries/step-writes.ts';
import { dealMail, recentDeals } from '#functions/mail/deals.ts';
import { mail } from '#functions/mail/outbox.ts';
import { asRead, ownPlaceOf, parcelRepository } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { type Key, keys } from '#functions/platform/keys.ts';
import {
  type Condition,
  expression,
  type Item,
  present,
  setting,
  type Table,
  type Write,
} from '#functions/platform/table.ts';
import { parseTrip, tripRepository } from '#functions/trips/repository.ts';
import { endsOf, travelOf } from '#shared/deliveries/agreement.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { tripObstacleOf } from '#shared/deliveries/negotiable.ts';
import type { OfferMove, OfferRecord } from '#shared/deliveries/offer.ts';
import type { DeliveryRowRecord } from '#shared/deliveries/record.ts';
import { countsOn, endWithTrip, isOnItsWay } from '#shared/deliveries/rules.ts';
import { namedTripText, travelText } from '#shared/deliveries/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isHalfAgreed } from '#shared/parcels/rules.ts';
import type { Terms, TermsTrip } from '#shared/parcels/terms.ts';
import { Refusal } from '#shared/refusal.ts';
import { freeGrams } from '#shared/trips/fields.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { retell } from './offer-messages.ts';
import { tellRoom } from './offers.ts';

/**
 * Follows a trip that moved, was cancelled or was deleted to the parcels that count on it (rule 129). It reads the
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
  const fresh = after && parseTrip(after);
  if (fresh && !changesTravel(old, fresh) && !changesRoom(old, fresh)) return;
  const trip = await tripRepository(table).read(old.id);
  await showInRequests(table, old, trip, now);
  if (fresh && !changesTravel(old, fresh)) return;
  const end = endOf(trip);
  const parcels = parcelRepository(table);
  for await (const { id } of deliveryRowRepository(table).countingOn(old.ownerId, old.id)) {
    const parcel = await parcels.read(id);
    if (parcel?.carrierId !== old.ownerId || !countsOn(parcel, old.id)) continue;
    if (!end && trip) await showTravel(table, parcel, trip, now);
    else if (end && isOnItsWay(parcel)) await tellCancelled(table, parcel, end, now);
    else if (end) await release(table, parcel, end, now);
  }
}

interface TripEnd {
  /** The traveller; undefined for an administrator's deletion, whose reason is for the traveller alone. */
  readonly by: string | undefined;
  readonly reason?: string | undefined;
}

/** The end of a trip; undefined while its agreements continue. */
function endOf(trip: TripRecord | undefined): TripEnd | undefined {
  if (!trip) return { by: undefined };
  return trip.status === 'cancelled' ? { by: trip.ownerId, reason: trip.cancelReason } : undefined;
}

const changesTravel = (old: TripRecord, fresh: TripRecord) =>
  old.status !== fresh.status || old.travelDate !== fresh.travelDate || old.transport !== fresh.transport;

type Travel = Partial<Pick<TermsTrip, 'travelDate' | 'transport' | 'from' | 'to'>>;
const isMoved = (old: Travel, fresh: Travel) =>
  (['travelDate', 'transport', 'from', 'to'] as const).some((fact) => old[fact] !== fresh[fact]);

const changesRoom = (old: TripRecord, fresh: TripRecord) =>
  old.bookedGrams !== fresh.bookedGrams ||
  old.maxWeightKg !== fresh.maxWeightKg ||
  old.adminStatus !== fresh.adminStatus;

/**
 * Shows the trip as it is now in the offers that need it, and in half agreements why the second yes is not possible. An
 * offer whose trip was cancelled or deleted can only be ended.
 */
async function showInRequests(
  table: Table,
  { id, ownerId, owner }: TripRecord,
  trip: TripRecord | undefined,
  now: number,
): Promise<void> {
  const parcels = parcelRepository(table);
  const needs = ({ offer, terms }: DeliveryRowRecord) => [offer?.trip?.id, terms?.trip?.id].includes(id);
  for await (const { row, keys: both } of deliveryRowRepository(table).requestsWith(ownerId, needs)) {
    const { offer, terms } = row;
    if (offer) {
      const shown = needsTrip(row) === id ? offerWith(offer, trip, row) : offer;
      const known = terms?.trip?.id === id ? terms.trip : undefined;
      const shownTerms = known && terms && { ...terms, trip: termsTripOf(known, trip, row) };
      const isSameTerms = !shownTerms || isSame(shownTerms.trip, known);
      if (isSame(shown.trip, offer.trip) && shown.obstacle === offer.obstacle && isSameTerms) continue;
      const refuse = () => new Refusal('STATE_CHANGED');
      const facts = { offer: shown, ...(shownTerms ? { terms: shownTerms } : {}) };
      const writes = both.map((key) => table.update(key, setting(facts), isOffer(offer.id), refuse));
      const end = endOf(trip);
      const move = moveOf(offer.trip, shown.trip, { carrierId: ownerId, end, now });
      const said = { offer: shown, terms: shownTerms ?? terms, move };
      const told = end
        ? tellEndedOffer(table, row, { shown, end, traveller: owner, now })
        : trip && [
            ...(await tellMovedOffer(table, row, { shown, trip, now })),
            ...tellRoom(table, row, { old: tripObstacleOf(offer), shown: { ...row, offer: shown }, owner, trip, now }),
          ];
      await attempt(table, [...writes, ...(told ?? []), ...(await retell(table, row, ownerId, said))]);
      continue;
    }
    if (!terms?.trip) continue;
    const shown = asItIs(terms.trip, trip, { ...row, grams: terms.grams });
    if (isSame(shown, terms.trip)) continue;
    const parcel = await parcels.read(row.id);
    const current = parcel?.terms?.trip;
    if (!parcel || current?.id !== id) continue;
    const named = { ...current, obstacle: shown.obstacle };
    // Its cities, too: they may be validated without another change of the travel.
    if (trip && isMoved(current, shown))
      await showTravel(table, { ...parcel, terms: { ...terms, trip: named } }, trip, now);
    else if (current.obstacle !== shown.obstacle)
      await table.transact([
        nameInParcel(table, parcel, { ...terms, trip: named }),
        ...both.map((key) => nameTrip(table, key, named)),
        ...(trip
          ? tellRoom(table, row, {
              old: current.obstacle,
              shown: { ...row, terms: { ...terms, trip: named } },
              owner,
              trip,
              now,
            })
          : []),
      ]);
  }
}

/** Edited cities are named once they are validated. */
const travelNow = (trip: TripRecord, { from, to }: TermsTrip, parcel: Pick<ParcelRecord, 'deadline'>) => ({
  ...travelOf(trip, parcel),
  ...(trip.adminStatus === 'approved' ? endsOf(trip) : { from, to }),
});

/** The trip of an offer's row: half an agreement needs room in it, an agreement has booked its own. */
function termsTripOf(named: TermsTrip, trip: TripRecord | undefined, row: DeliveryRowRecord): TermsTrip {
  if (isHalfAgreed(row) || !trip) return asItIs(named, trip, { ...row, grams: row.terms?.grams ?? row.weightGrams });
  const { isLate: _old, ...rest } = named;
  return { ...rest, ...travelNow(trip, named, row) };
}

/** A change of the weight alone needs the agreed trip. */
const needsTrip = ({ offer, terms }: DeliveryRowRecord): string | undefined =>
  (offer?.trip ?? (offer?.grams === undefined ? undefined : terms?.trip))?.id;

/** A heavier parcel stays in the agreed trip with `agreedGrams`, or needs all its kilos in another one. */
function offerWith(offer: OfferRecord, trip: TripRecord | undefined, row: DeliveryRowRecord): OfferRecord {
  const { obstacle: _old, ...rest } = offer;
  const agreedGrams = row.terms?.grams ?? row.weightGrams;
  if (rest.trip) return { ...rest, trip: asItIs(rest.trip, trip, { ...row, grams: rest.grams ?? agreedGrams }) };
  const isFull = trip && freeGrams(trip) < (rest.grams ?? agreedGrams) - agreedGrams;
  return isFull ? { ...rest, obstacle: 'full' } : rest;
}

const isSame = (one: TermsTrip | undefined, other: TermsTrip | undefined) =>
  !isMoved(one ?? {}, other ?? {}) && one?.obstacle === other?.obstacle;

/** How the trip that an offer names has changed, for the log of its two members. */
function moveOf(
  from: TermsTrip | undefined,
  to: TermsTrip | undefined,
  { carrierId, end, now }: { carrierId: string; end: TripEnd | undefined; now: number },
): OfferMove | undefined {
  const isEnded = to?.obstacle === 'cancelled' && from?.obstacle !== 'cancelled';
  if (!from || !to || !(isEnded || isMoved(from, to))) return undefined;
  const by = end ? end.by : carrierId;
  return { at: new Date(now).toISOString(), ...(by ? { by } : {}), carrierId, from, to };
}

interface Load {
  readonly deadline: string;
  readonly grams: number;
}

function asItIs(named: TermsTrip, trip: TripRecord | undefined, load: Load): TermsTrip {
  if (trip?.status !== 'active') return { ...named, obstacle: 'cancelled' };
  const isFull = freeGrams(trip) < load.grams;
  const obstacle = trip.adminStatus !== 'approved' ? 'unlisted' : isFull ? 'full' : undefined;
  return { id: named.id, ...travelNow(trip, named, load), ...(obstacle ? { obstacle } : {}) };
}

/** The event comes again after a conflict. */
async function release(table: Table, parcel: ParcelRecord, { by, reason }: TripEnd, now: number): Promise<void> {
  const step = endWithTrip(parcel, reason);
  const deps = { table, now: () => now, newId: randomUUID };
  await table.transact([
    parcelRepository(table).save(step.parcel, () => new Refusal('UNAVAILABLE')),
    ...(await stepWrites(deps, by, parcel, step)),
  ]);
}

/**
 * Shows the trip as it is now in the parcel and in both lists, with a mail to the owner. It is no new version for
 * members who act on the parcel; an act of this moment reads the parcel again (`asRead`). A repeated event finds it
 * already shown; after a conflict it comes again.
 */
async function showTravel(table: Table, parcel: ParcelRecord, trip: TripRecord, now: number): Promise<void> {
  const { id, owner, carrierId = '', terms, version, status } = parcel;
  if (!terms?.trip) return;
  const { isLate: _old, ...named } = terms.trip;
  const moved = { ...terms, trip: { ...named, ...travelNow(trip, named, parcel) } };
  if (!isMoved(terms.trip, moved.trip)) return;
  const at = new Date(now).toISOString();
  const event: TrackingEvent = {
    version,
    type: 'tripMoved',
    at,
    by: carrierId,
    carrierId,
    terms: moved,
    was: terms,
  };
  const answers = waiting[status] ?? '';
  await table.transact([
    ...nameEverywhere(table, parcel, moved, now),
    table.put({ ...keys.parcelPosition(id, version, at), kind: 'event', record: event }),
    ...(await tellMoved(
      table,
      { ...parcel, owner },
      { to: moved.trip, from: terms.trip, trip, answers, heldBy: { version: String(version) }, now },
    )),
  ]);
}

const waiting: Partial<Record<ParcelRecord['status'], Move['answers']>> = {
  accepted_for_delivery: 'owner',
  carrier_chosen: 'traveller',
  in_transit: 'carrier',
  delivery: 'carrier',
};

/** The carrier of a cancelled trip still has the parcel, so the agreement stays. Its owner is notified once. */
async function tellCancelled(table: Table, parcel: ParcelRecord, { by, reason }: TripEnd, now: number): Promise<void> {
  const { id, ownerId, owner, title, carrier, carrierId = '', terms, version } = parcel;
  if (!terms?.trip || !carrier || terms.trip.obstacle === 'cancelled') return;
  const trip = { ...terms.trip, obstacle: 'cancelled' as const };
  const names = { firstName: owner.firstName, otherName: nameOf(carrier) };
  const { transport, travelDate } = terms.trip;
  const cancelled = namedTripText({ transport, travelDate });
  const tripEnd = by ? 'cancelled' : 'deleted';
  const data = { parcelId: id, otherId: carrierId, ...names, title, trip: cancelled, tripEnd, reason: reason ?? '' };
  const at = new Date(now).toISOString();
  const event: TrackingEvent = {
    version,
    type: 'tripCancelled',
    at,
    ...(by ? { by } : {}),
    carrierId,
    ...(reason ? { reason } : {}),
  };
  await table.transact([
    ...nameEverywhere(table, parcel, { ...terms, trip }, now),
    table.put({ ...keys.parcelPosition(id, version, at), kind: 'event', record: event }),
    mail(table, 'tripCancelled', { memberId: ownerId }, data, { id: randomUUID(), now }),
  ]);
}

interface Move {
  readonly from: TermsTrip;
  readonly to: TermsTrip;
  readonly trip: TripRecord;
  /** The missing yes is that of this side; a carrier on the way can only explain. */
  readonly answers: 'owner' | 'traveller' | 'carrier' | '';
  /** The mail holds while this is so (`isOvertaken`). */
  readonly heldBy: { readonly offerId: string } | { readonly version: string };
  readonly now: number;
}

/** All moves of an hour are one line, with the first day and the last one. */
async function tellMoved(
  table: Table,
  { id, ownerId, owner, title }: Pick<ParcelRecord, 'id' | 'ownerId' | 'owner' | 'title'>,
  { from, to, trip, answers, heldBy, now }: Move,
): Promise<Write[]> {
  const about = { parcelId: id, otherId: trip.ownerId };
  const isElsewhere = from.from !== to.from || from.to !== to.to;
  const [earlier] = await recentDeals(table, ownerId, about, now, ['tripChanged']);
  const data = {
    ...about,
    firstName: owner.firstName,
    otherName: nameOf(trip.owner),
    title,
    travel: travelText(to, isElsewhere),
    was: earlier?.data['was'] ?? travelText(from, isElsewhere),
    answers,
    isUnlisted: trip.adminStatus === 'approved' ? '' : 'yes',
    ...heldBy,
  };
  const takesBack = data.travel === data.was;
  return dealMail(table, 'tripChanged', { memberId: ownerId }, data, { id: randomUUID(), now, takesBack });
}

/** The other member of an open offer is notified once that its trip is over; a change may keep another one. */
function tellEndedOffer(
  table: Table,
  { id, ownerId, title, partner, offer }: DeliveryRowRecord,
  { shown, end, traveller, now }: { shown: OfferRecord; end: TripEnd; traveller: TripRecord['owner']; now: number },
): Write[] {
  const trip = shown.trip;
  if (trip?.obstacle !== 'cancelled' || offer?.trip?.obstacle === 'cancelled') return [];
  const { by, reason = '' } = end;
  const data = {
    parcelId: id,
    otherId: traveller.id,
    firstName: partner.firstName,
    otherName: nameOf(traveller),
    title,
    trip: namedTripText({ transport: trip.transport, travelDate: trip.travelDate }),
    tripEnd: by ? 'cancelled' : 'deleted',
    reason,
    offered: shown.isChange ? 'change' : 'offer',
  };
  return [mail(table, 'tripCancelled', { memberId: ownerId }, data, { id: randomUUID(), now })];
}

const tellMovedOffer = async (
  table: Table,
  { offer, partner, ...parcel }: DeliveryRowRecord,
  { shown, trip, now }: { shown: OfferRecord; trip: TripRecord; now: number },
): Promise<Write[]> => {
  const [from, to] = [offer?.trip, shown.trip];
  if (!from || !to || !isMoved(from, to)) return [];
  const answers = shown.by === parcel.ownerId ? 'traveller' : 'owner';
  return tellMoved(
    table,
    { ...parcel, owner: partner },
    { from, to, trip, answers, heldBy: { offerId: shown.id }, now },
  );
};

/**
 * It is named in the parcel as it was read, and in the lists of both. The moment at which silence counts moves with the
 * trip's day.
 */
const nameEverywhere = (table: Table, parcel: ParcelRecord, terms: Terms, now: number): Write[] => {
  const { id, ownerId, carrierId = '', assignedAt = '' } = parcel;
  const given = keys.given(ownerId, assignedAt, id);
  return [
    nameInParcel(table, parcel, terms),
    nameTrip(table, keys.carry(carrierId, assignedAt, id), terms.trip),
    nameTrip(table, given, terms.trip, present, duePlaceOf({ ...parcel, terms }, given, now)),
  ];
};

const nameInParcel = (table: Table, parcel: ParcelRecord, terms: Terms): Write =>
  nameTrip(table, keys.parcel(parcel.id), terms.trip, asRead(parcel, parcel.version), ownPlaceOf({ ...parcel, terms }));

const nameTrip = (
  table: Table,
  key: Key,
  trip: TermsTrip | undefined,
  condition: Condition = present,
  place?: ReturnType<typeof duePlaceOf>,
): Write => {
  const placed = place ? expression`, gs1pk = ${place.gs1pk}, gs1sk = ${place.gs1sk}` : expression``;
  const named = expression`SET #record.#terms.#trip = ${trip}${placed}`;
  return table.update(key, named, condition, () => new Refusal('UNAVAILABLE'));
};
