import type { ParcelRecord } from '../parcels/record.ts';
import { assignedRefusal, isListed } from '../parcels/rules.ts';
import type { Terms } from '../parcels/terms.ts';
import { Refusal } from '../refusal.ts';
import type { TripRecord } from '../trips/record.ts';
import type { Card, Money } from '../values/fields.ts';
import { dayMs, hourMs, startOfDay } from '../values/time.ts';
import { announcedTerms, answerBy, answerHours, requireOwnTrip, requireRoom, termsTrip } from './agreement.ts';
import { type Obstacle, type OfferSides, obstacleTo, travellerOf, tripObstacleOf } from './negotiable.ts';
import type { Offer, OfferEnd, OfferRecord } from './offer.ts';
import { beforeHandshake, type DeliveryStep, hasAgreed, next, withoutCarrier } from './rules.ts';

/** The subject of an offer: the parcel as last edited, or an agreement that waits for its pickup. */
const editionOf = ({ status, assignedAt, submittedAt, createdAt }: ParcelRecord) =>
  status === 'pickup' ? (assignedAt ?? '') : (submittedAt ?? createdAt);

/**
 * The end of an offer without an answer: another agreement, another text, or the pickup. Undefined while it can be
 * taken, or can become possible again. `parcel` is undefined once deleted.
 */
export function offerEnd(parcel: ParcelRecord | undefined, offer: OfferRecord): OfferEnd | undefined {
  if (offer.isChange) return parcel?.status === 'pickup' && editionOf(parcel) === offer.edition ? undefined : 'closed';
  if (!parcel || parcel.adminStatus !== 'approved' || parcel.status === 'cancelled') return 'closed';
  if (parcel.status !== 'pending' && !beforeHandshake.includes(parcel.status)) return 'overtaken';
  return editionOf(parcel) === offer.edition ? undefined : 'closed';
}

export const isOpen = (parcel: ParcelRecord | undefined, offer: OfferRecord, now: number): boolean =>
  Date.parse(offer.until) > now && offerEnd(parcel, offer) === undefined;

export const toOffer = ({ edition: _1, seq: _2, ...offer }: OfferRecord): Offer => offer;

const final = {
  title: 'Accord définitif',
  detail: "L'accord ne change plus une fois le colis récupéré.",
};
const alreadyAgreed = {
  title: 'Réponse déjà donnée',
  detail: "Vous avez déjà dit oui pour ce colis. Retirez d'abord votre réponse pour proposer un autre prix.",
};

const unanswered = {
  title: 'Changement en attente',
  detail: "Un changement de l'accord attend votre réponse : acceptez-le ou refusez-le d'abord.",
};

const unread = {
  title: 'Nouvelle proposition reçue',
  detail:
    "L'autre membre vient de vous faire une proposition. Fermez cette fenêtre et lisez-la avant d'envoyer la vôtre.",
};

/** Throws unless the two differ, and one of them owns the parcel. */
export function requireSides({ ownerId }: Pick<ParcelRecord, 'ownerId'>, { meId, otherId }: OfferSides): void {
  if (meId === otherId) throw new Refusal('SELF_ACTION');
  if (meId !== ownerId && otherId !== ownerId) throw new Refusal('NOT_ALLOWED');
}

const refusals: Readonly<Record<Obstacle, (parcel: ParcelRecord) => Refusal>> = {
  final: () => new Refusal('NOT_ALLOWED', final),
  agreed: () => new Refusal('NOT_ALLOWED', alreadyAgreed),
  assigned: assignedRefusal,
  changed: () => new Refusal('STATE_CHANGED'),
};

function requireNegotiable(parcel: ParcelRecord, sides: OfferSides, now: number): void {
  requireSides(parcel, sides);
  const obstacle = obstacleTo(parcel, sides, now);
  if (obstacle) throw refusals[obstacle](parcel);
}

/** An open offer of the other one is in the way of a new one: a change must be answered (rule 130), a price be read. */
export const inTheWayOf = ({ isChange }: Pick<Offer, 'isChange'>): Refusal =>
  isChange ? new Refusal('NOT_ALLOWED', unanswered) : new Refusal('STATE_CHANGED', unread);

/** The author's wish; `trip` is the one that they name, as stored, and `namesTrip` whether they name any. */
export interface OfferWish {
  readonly price?: Money | undefined;
  readonly grams?: number | undefined;
  readonly namesTrip: boolean;
  readonly trip: TripRecord | undefined;
  /** The trip of the present terms, whose room a heavier parcel needs. */
  readonly agreedTrip: TripRecord | undefined;
  /** The open offer of the two, by either. */
  readonly open?: OfferRecord | undefined;
  /** The author's page showed an agreement; absent for callers that do not tell. */
  readonly isChange?: boolean | undefined;
}

const agreedMeanwhile = {
  title: 'Situation modifiée',
  detail: 'La situation de ce colis a changé entre-temps. Fermez cette fenêtre pour voir où elle en est.',
};

const invalid = (field: string, sentence: string) =>
  new Refusal('INVALID', undefined, { fields: { [field]: sentence } });

/** A new offer. Throws why its author may not make it, or what is wrong with it. */
export function makeOffer(
  parcel: ParcelRecord,
  sides: OfferSides,
  wish: OfferWish,
  { id, now }: { id: string; now: number },
): Omit<OfferRecord, 'seq'> {
  requireNegotiable(parcel, sides, now);
  const isChange = parcel.status === 'pickup';
  if (wish.isChange !== undefined && wish.isChange !== isChange) throw new Refusal('STATE_CHANGED', agreedMeanwhile);
  const named = isChange ? changeOf(parcel, sides, wish, now) : proposalOf(parcel, sides, wish, now);
  requireOther(parcel, sides, wish, now);
  return {
    id,
    by: sides.meId,
    ...named,
    ...(isChange ? { isChange } : {}),
    at: new Date(now).toISOString(),
    until: new Date(endOf(parcel, isChange, sides, now)).toISOString(),
    edition: editionOf(parcel),
  };
}

/**
 * A newer offer replaces an own one to correct it; the same one again would only restart its 48 hours (rule 120). A
 * price that the other one offers is for taking: proposed back, it would wait beside theirs without an agreement.
 */
function requireOther(parcel: ParcelRecord, { meId, otherId }: OfferSides, wish: OfferWish, now: number): void {
  const { price, grams, namesTrip, trip } = wish;
  const open = wish.open && isOpen(parcel, wish.open, now) ? wish.open : undefined;
  const tripId = namesTrip ? trip?.id : undefined;
  if (open?.by === meId && isSameOffer(open, { price, grams, tripId }, parcel.terms ?? announcedTerms(parcel)))
    throw invalid('price', "C'est déjà votre proposition.");
  const theirs = hasAgreed(otherId, parcel) ? parcel.terms : open?.by === otherId && !open.isChange ? open : undefined;
  if (!theirs || tripObstacleOf(theirs)) return;
  const isOtherTrip = tripId !== undefined && theirs.trip !== undefined && tripId !== theirs.trip.id;
  if (!isOtherTrip && isSamePrice(theirs.price, price)) throw invalid('price', 'Ce prix vous est déjà proposé.');
}

const isSamePrice = (one: Money | undefined, other: Money | undefined): boolean =>
  one?.amount === other?.amount && one?.currency === other?.currency;

/** An offer runs no longer than the last day of its parcel, or than half an agreement of the two (rule 124). */
function endOf(parcel: ParcelRecord, isChange: boolean, sides: OfferSides, now: number): number {
  const latest = now + answerHours * hourMs;
  if (isChange) return latest;
  const half = parcel.carrierId === travellerOf(parcel, sides) ? (answerBy(parcel) ?? 0) : 0;
  return Math.min(latest, Math.max(half, startOfDay(parcel.deadline) + dayMs));
}

function proposalOf(
  parcel: ParcelRecord,
  sides: OfferSides,
  { price, grams, namesTrip, trip }: OfferWish,
  now: number,
) {
  if (!price) throw invalid('price', 'Indiquez un prix');
  if (grams !== undefined) throw invalid('weight', "Le poids est celui de l'annonce.");
  const carrierId = travellerOf(parcel, sides);
  const own = namesTrip ? requireOwnTrip(trip, { carrierId, grams: parcel.weightGrams, now }) : undefined;
  return { price, ...(own ? { trip: termsTrip(own, parcel) } : {}) };
}

function changeOf(parcel: ParcelRecord, sides: OfferSides, wish: OfferWish, now: number) {
  const { terms = announcedTerms(parcel), carrierId = '' } = parcel;
  const { price, trip } = wish;
  const isOtherTrip = wish.namesTrip && trip?.id !== terms.trip?.id;
  if (isOtherTrip && sides.meId !== carrierId) throw invalid('tripId', 'Le voyageur choisit son trajet.');
  const grams = wish.grams ?? terms.grams;
  const own = isOtherTrip ? requireOwnTrip(trip, { carrierId, grams, now }) : undefined;
  if (!own && wish.agreedTrip && grams > terms.grams) requireRoom(wish.agreedTrip, grams, terms.grams);
  const isOtherPrice = price && (price.amount !== terms.price?.amount || price.currency !== terms.price.currency);
  const change = {
    ...(isOtherPrice ? { price } : {}),
    ...(grams === terms.grams ? {} : { grams }),
    ...(own ? { trip: termsTrip(own, parcel) } : {}),
  };
  if (Object.keys(change).length === 0) throw invalid('price', 'Indiquez ce qui change.');
  return change;
}

interface Taking {
  readonly meId: string;
  readonly carrier: Card;
  readonly trip?: TripRecord | undefined;
  readonly now: number;
}

/** The other one's yes completes the agreement at the offer's terms, or changes those of theirs (rules 121, 130). */
export function takeOffer(parcel: ParcelRecord, offer: OfferRecord, taking: Taking): DeliveryStep {
  const { meId, carrier, trip, now } = taking;
  if (offer.by === meId) throw new Refusal('NOT_ALLOWED');
  if (!isOpen(parcel, offer, now)) throw new Refusal('OFFER_OVER');
  const { price, grams, trip: named = trip && termsTrip(trip, parcel) } = offer;
  const isTheirs = parcel.carrierId === carrier.id;
  const base: Terms = (isTheirs ? parcel.terms : undefined) ?? announcedTerms(parcel);
  const terms: Terms = {
    ...base,
    ...(price ? { price } : {}),
    ...(grams === undefined ? {} : { grams }),
    ...(named ? { trip: named } : {}),
  };
  if (offer.isChange) return { parcel: next(parcel, { terms }), event: 'changeAgreed' };
  const isOwner = meId === parcel.ownerId;
  if (parcel.carrierId && !isTheirs && !isOwner) throw assignedRefusal(parcel);
  const isPossible = isOwner || isTheirs ? beforeHandshake.includes(parcel.status) : isListed(parcel, now);
  if (!isPossible) throw new Refusal('STATE_CHANGED');
  const at = new Date(now).toISOString();
  const agreed = { status: 'pickup', carrierId: carrier.id, carrier, ownerOkAt: at, carrierOkAt: at, terms } as const;
  // Half an agreement of the two keeps its beginning, by which its rows are found.
  const kept = isTheirs ? parcel : { ...withoutCarrier(parcel), assignedAt: at };
  return { parcel: next(kept, agreed), event: 'handshake' };
}

/** The facts of a new offer are those of its author's open one; a change keeps the other ones of its agreement. */
function isSameOffer(
  { isChange, price, grams, trip }: Pick<Offer, 'isChange' | 'price' | 'grams' | 'trip'>,
  wish: Partial<Pick<Offer, 'price' | 'grams'>> & { readonly tripId?: string | undefined },
  terms: Pick<Terms, 'price' | 'grams' | 'trip'>,
): boolean {
  const kept: Partial<typeof terms> = isChange ? terms : {};
  return (
    isSamePrice(price ?? kept.price, wish.price ?? kept.price) &&
    (grams ?? kept.grams) === (wish.grams ?? kept.grams) &&
    (trip ?? kept.trip)?.id === (wish.tripId ?? kept.trip?.id)
  );
}
