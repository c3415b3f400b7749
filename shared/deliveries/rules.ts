import type { ParcelRecord, ParcelStatus } from '../parcels/record.ts';
import { assignedRefusal, isClosed, isDeclared, isListed, isParty } from '../parcels/rules.ts';
import { Refusal } from '../refusal.ts';
import { endsByArrival, isDenied } from '../situation/open-problem.ts';
import type { TripRecord } from '../trips/record.ts';
import type { Card } from '../values/fields.ts';
import { announcedTerms, dueOf, hasLapsed, termsTrip } from './agreement.ts';
import type { ProofStage, TrackingEvent } from './contract.ts';
import type { DeliveryState } from './delivery-state.ts';
import type { ProblemEnd, ProblemKind } from './problem.ts';
import type { ProofRecord } from './record.ts';

/**
 * The parcel's state machine, pure. `accepted_for_delivery` and `carrier_chosen` are the two halves of one handshake:
 * the second party's own button completes it, and the parcel becomes `pickup` (rule 36).
 * Each function returns the parcel after the act, or throws the refusal. The caller stores the result only on the
 * version it passed in.
 */
export interface DeliveryStep {
  readonly parcel: ParcelRecord;
  readonly event: TrackingEvent['type'];
  readonly reason?: string | undefined;
  /** The carrier's words about a declaration. */
  readonly note?: string | undefined;
  readonly problem?: ProblemKind;
  /** The end that an administrator chose. */
  readonly end?: ProblemEnd;
  /** The decision as an objection names it (rule 179). */
  readonly decision?: string;
  /** The number of the event whose decision is annulled. */
  readonly annuls?: number;
}

export const beforeHandshake: readonly ParcelStatus[] = ['active', 'accepted_for_delivery', 'carrier_chosen'];
/** States in which the agreement can still be ended. */
const beforeTransit: readonly ParcelStatus[] = ['accepted_for_delivery', 'carrier_chosen', 'pickup'];
/** States in which the parcel is on its way to the recipient and can be returned. */
const onItsWay: readonly ParcelStatus[] = ['in_transit', 'delivery'];
export const isOnItsWay = ({ status }: Pick<ParcelRecord, 'status'>): boolean => onItsWay.includes(status);

/** The agreed trip still decides when the parcel arrives. */
export const countsOn = ({ status, terms }: Pick<ParcelRecord, 'status' | 'terms'>, tripId: string): boolean =>
  terms?.trip?.id === tripId && [...beforeTransit, ...onItsWay].includes(status);

export const endsAgreement = ({ type, to }: Pick<TrackingEvent, 'type' | 'to'>): boolean =>
  type === 'releaseCarrier' ||
  type === 'contentsRefused' ||
  type === 'tripEnded' ||
  type === 'agreementExpired' ||
  type === 'agreementOverdue' ||
  type === 'carrierReplaced' ||
  (type === 'overridden' && to === 'active');

/** The carrier is bringing the parcel back, and the owner has not confirmed it yet. */
export const isReturning = (parcel: Pick<ParcelRecord, 'status' | 'returnConfirmedAt'>) =>
  parcel.status === 'returned' && !isClosed(parcel);

/**
 * The handshake is complete and the delivery not over, or a problem is open (rule 171): the two see each other's phone.
 */
export const isInHand = (parcel: Pick<ParcelRecord, 'status' | 'returnConfirmedAt' | 'problem'>) =>
  parcel.problem !== undefined ||
  (['pickup', 'in_transit', 'delivery', 'returned'].includes(parcel.status) && !isClosed(parcel));

/** The two have this delivery in hand together: no block changes anything about it (rule 183). */
export const isInHandBetween = (parcel: ParcelRecord, a: string, b: string) =>
  isInHand(parcel) && isParty(a, parcel) && isParty(b, parcel);

/**
 * The parcel's next version. Each step answers the open offer of its owner and its carrier, or drops it, and is none
 * that a block has stopped.
 */
export function next(parcel: ParcelRecord, change: Partial<ParcelRecord>): ParcelRecord {
  const { carrierOffer: _over, carrierTie: _ended, ownerAway: _was, openOffers, ...kept } = parcel;
  const status = change.status ?? parcel.status;
  // An agreement ends all offers (rule 124).
  const isOpen = status === 'pending' || beforeHandshake.includes(status);
  return { ...kept, ...(isOpen && openOffers ? { openOffers } : {}), ...change, version: parcel.version + 1 };
}

/**
 * « Accepter de livrer ce colis »: another member offers to carry it, or agrees to the owner's choice. `trip` is the
 * one that they name, if any.
 */
export function acceptDelivery(parcel: ParcelRecord, me: Card, now: number, trip?: TripRecord): DeliveryStep {
  const at = new Date(now).toISOString();
  if (me.id === parcel.ownerId) throw new Refusal('SELF_ACTION');
  if (parcel.status === 'carrier_chosen' && parcel.carrierId === me.id) {
    if (hasLapsed(parcel, now)) throw new Refusal('OFFER_OVER');
    const terms = { ...(parcel.terms ?? announcedTerms(parcel)), ...(trip ? { trip: termsTrip(trip, parcel) } : {}) };
    return { parcel: next(parcel, { status: 'pickup', carrierOkAt: at, carrier: me, terms }), event: 'handshake' };
  }
  if (parcel.carrierId !== undefined)
    throw parcel.carrierId === me.id ? new Refusal('STATE_CHANGED') : assignedRefusal(parcel);
  if (!isListed(parcel, now)) throw new Refusal('STATE_CHANGED');
  return {
    parcel: next(parcel, {
      status: 'accepted_for_delivery',
      carrierId: me.id,
      carrier: me,
      carrierOkAt: at,
      assignedAt: at,
      terms: announcedTerms(parcel, trip),
    }),
    event: 'acceptDelivery',
  };
}

/** « Choisir comme transporteur »: the owner names a carrier, or accepts an offer. */
export function chooseCarrier(parcel: ParcelRecord, meId: string, carrier: Card, now: number): DeliveryStep {
  const at = new Date(now).toISOString();
  if (meId !== parcel.ownerId) throw new Refusal('NOT_ALLOWED');
  if (carrier.id === parcel.ownerId) throw new Refusal('SELF_ACTION');
  if (parcel.adminStatus !== 'approved') throw new Refusal('STATE_CHANGED');
  if (parcel.status === 'accepted_for_delivery' && parcel.carrierId === carrier.id) {
    if (hasLapsed(parcel, now)) throw new Refusal('OFFER_OVER');
    const { terms = announcedTerms(parcel) } = parcel;
    return { parcel: next(parcel, { status: 'pickup', ownerOkAt: at, carrier, terms }), event: 'handshake' };
  }
  if (!beforeHandshake.includes(parcel.status) || parcel.carrierId === carrier.id) throw new Refusal('STATE_CHANGED');
  const { carrierOkAt: _displaced, ...rest } = parcel;
  return {
    parcel: next(rest, {
      status: 'carrier_chosen',
      carrierId: carrier.id,
      carrier,
      ownerOkAt: at,
      assignedAt: at,
      terms: announcedTerms(parcel),
    }),
    event: 'chooseCarrier',
  };
}

export const hasAgreed = (
  memberId: string,
  { status, ownerId, carrierId }: Pick<ParcelRecord, 'status' | 'ownerId' | 'carrierId'>,
): boolean =>
  (status === 'accepted_for_delivery' && memberId === carrierId) ||
  (status === 'carrier_chosen' && memberId === ownerId);

export function withoutCarrier(parcel: ParcelRecord): ParcelRecord {
  const {
    carrierId: _1,
    carrier: _2,
    ownerOkAt: _3,
    carrierOkAt: _4,
    assignedAt: _5,
    terms: _6,
    returnReason: _7,
    pickedUpAt: _8,
    codeAsked: _9,
    declaredAt: _10,
    problem: _11,
    outcome: _12,
    decidedAt: _13,
    deliveredAt: _14,
    returnConfirmedAt: _15,
    resumedAt: _16,
    annulled: _17,
    settledAt: _18,
    unbooked: _19,
    codeSpent: _20,
    groupBefore: _21,
    ...rest
  } = parcel;
  return rest;
}

/** Either participant ends the agreement before transit. The parcel is listed again if it still may be. */
export function releaseCarrier(parcel: ParcelRecord, meId: string, reason?: string): DeliveryStep {
  if (!isParty(meId, parcel)) throw new Refusal('NOT_ALLOWED');
  if (!beforeTransit.includes(parcel.status)) throw new Refusal('STATE_CHANGED');
  return { parcel: next(withoutCarrier(parcel), { status: 'active' }), event: 'releaseCarrier', reason };
}

/** The trip of an agreement was cancelled, or deleted by an administrator, before the pickup (rule 129). */
export function endWithTrip(parcel: ParcelRecord, reason?: string): DeliveryStep {
  if (!beforeTransit.includes(parcel.status)) throw new Refusal('STATE_CHANGED');
  return { parcel: next(withoutCarrier(parcel), { status: 'active' }), event: 'tripEnded', reason };
}

/**
 * The carrier has opened the parcel and does not take it (rule 190): the agreement ends, and the listing waits for its
 * validation again.
 */
export function refuseContents(parcel: ParcelRecord, meId: string, reason: string, now: number): DeliveryStep {
  const { carrierId, carrier } = parcel;
  if (meId !== carrierId || !carrier) throw new Refusal('NOT_ALLOWED');
  if (parcel.status !== 'pickup') throw new Refusal('STATE_CHANGED');
  const { validatedAt: _1, validatedBy: _2, ...rest } = withoutCarrier(parcel);
  const at = new Date(now).toISOString();
  const contentsRefused = { by: carrier, reason, at };
  return {
    parcel: next(rest, { status: 'active', adminStatus: 'pending', submittedAt: at, contentsRefused }),
    event: 'contentsRefused',
    reason,
  };
}

const silentEnds = { expired: 'agreementExpired', overdue: 'agreementOverdue' } as const;

/**
 * Silence ends an agreement: half of one without an answer (rule 125), or one whose parcel was not picked up (rule
 * 164). It confirms what a carrier has declared, as of the declaration (rules 158 and 160).
 */
export function endBySilence(parcel: ParcelRecord, now: number): DeliveryStep {
  const due = dueOf(parcel);
  if (!due || due.at > now || due.what === 'late') throw new Refusal('STATE_CHANGED');
  if (due.what === 'declared') {
    const at = parcel.declaredAt ?? '';
    const end = isReturning(parcel) ? { returnConfirmedAt: at } : { status: 'delivered' as const, deliveredAt: at };
    return { parcel: next(parcel, end), event: 'declarationClosed' };
  }
  return { parcel: next(withoutCarrier(parcel), { status: 'active' }), event: silentEnds[due.what] };
}

const carried = {
  validatePickup: { from: 'pickup', to: 'in_transit' },
  startDelivery: { from: 'in_transit', to: 'delivery' },
  validateDelivery: { from: 'delivery', to: 'delivered' },
} as const;
export type CarrierAct = keyof typeof carried;

/**
 * The carrier moves the parcel one step on. `proofStageOf` lists the steps that need a clean photo of this assignment.
 */
export function carry(act: CarrierAct, parcel: ParcelRecord, meId: string, now: number): DeliveryStep {
  const { from, to } = carried[act];
  if (meId !== parcel.carrierId) throw new Refusal('NOT_ALLOWED');
  if (parcel.status !== from) throw new Refusal('STATE_CHANGED');
  // A photo alone cannot settle what the owner has reported.
  const before = to === 'delivered' && parcel.codeAsked ? found(parcel) : parcel;
  const at = new Date(now).toISOString();
  return {
    parcel: next(before, {
      status: to,
      ...(to === 'in_transit' ? { pickedUpAt: at } : {}),
      ...(to === 'delivery' && before.problem ? { problem: { ...before.problem, startedAt: at } } : {}),
      ...(to === 'delivered' ? { deliveredAt: at } : {}),
    }),
    event: act,
  };
}

/** The parcel is there, so that a problem of its way is over (rule 170). */
const found = ({ problem, ...parcel }: ParcelRecord): ParcelRecord =>
  problem && !endsByArrival(problem) ? { ...parcel, problem } : parcel;

/** The owner asks for a code at the delivery, or takes the demand back, until the end is declared (rule 153). */
export function setCode(parcel: ParcelRecord, meId: string, on: boolean): DeliveryStep {
  if (meId !== parcel.ownerId) throw new Refusal('NOT_ALLOWED');
  if (!takesCode(parcel, parcel.carrier?.unavailable) || (parcel.codeAsked ?? false) === on)
    throw new Refusal('STATE_CHANGED');
  const { codeAsked: _before, ...rest } = parcel;
  return {
    // Not the next step of the parcel: an open change of the agreement stays open.
    parcel: { ...rest, ...(on ? { codeAsked: true as const } : {}), version: parcel.version + 1 },
    event: on ? 'codeAsked' : 'codeWaived',
  };
}

type Awaited = Pick<ParcelRecord, 'status' | 'declaredAt' | 'returnConfirmedAt'>;

/** A code may be asked for, or taken back, unless its carrier is gone. */
export const takesCode = (parcel: Awaited, isGone: boolean | undefined) => isAwaited(parcel) && !isGone;

/** The parcel is expected of a carrier who is no longer there. */
export const isStranded = (parcel: Awaited & Pick<ParcelRecord, 'carrier'>) =>
  isAwaited(parcel) && parcel.carrier?.unavailable === true;

const isAwaited = (parcel: Awaited) => (parcel.status === 'pickup' || isOnItsWay(parcel)) && !isDeclared(parcel);

/** The code counts: its owner reads it once the carrier has the parcel (rule 155). */
export const hasCode = (parcel: Pick<ParcelRecord, 'status' | 'codeAsked'>) =>
  parcel.codeAsked === true && isOnItsWay(parcel);

/** Different codes that are compared for an assignment (rule 157). */
export const codeTries = 5;

/** The carrier can declare the delivery if they lack its code, and every return (rules 156 and 160). */
export const canDeclare = (parcel: Pick<ParcelRecord, 'status' | 'codeAsked' | 'declaredAt' | 'returnConfirmedAt'>) =>
  !isDeclared(parcel) && ((parcel.status === 'delivery' && hasCode(parcel)) || isReturning(parcel));

/** The carrier declares, without a code, that they delivered the parcel or gave it back; its owner confirms. */
export function declare(parcel: ParcelRecord, meId: string, now: number, note?: string): DeliveryStep {
  if (meId !== parcel.carrierId) throw new Refusal('NOT_ALLOWED');
  if (!canDeclare(parcel)) throw new Refusal('STATE_CHANGED');
  return {
    parcel: next(parcel, { declaredAt: new Date(now).toISOString() }),
    event: parcel.status === 'delivery' ? 'deliveryDeclared' : 'returnDeclared',
    note,
  };
}

/** Either participant starts the return: the carrier takes the parcel back to its owner. */
export function returnParcel(parcel: ParcelRecord, meId: string, reason: string): DeliveryStep {
  if (!isParty(meId, parcel)) throw new Refusal('NOT_ALLOWED');
  if (!isReturnable(parcel, meId)) throw new Refusal('STATE_CHANGED');
  const { declaredAt: _delivered, ...rest } = parcel;
  return { parcel: next(rest, { status: 'returned', returnReason: reason }), event: 'returned', reason };
}

/** A return by its owner would stop the clock of a declared delivery. */
export const isReturnable = (
  parcel: Pick<ParcelRecord, 'status' | 'carrierId' | 'declaredAt' | 'returnConfirmedAt'>,
  meId: string,
) => isOnItsWay(parcel) && (meId === parcel.carrierId || !isDeclared(parcel));

/** « Le colis est arrivé » ends the delivery, whether or not its carrier acts (rule 159). */
export function confirmReceipt(parcel: ParcelRecord, meId: string, now: number): DeliveryStep {
  if (meId !== parcel.ownerId) throw new Refusal('NOT_ALLOWED');
  if (!isOnItsWay(parcel)) throw new Refusal('STATE_CHANGED');
  // An open problem contests the moment of the declaration.
  const declaredAt = parcel.problem ? undefined : parcel.declaredAt;
  const deliveredAt = declaredAt ?? new Date(now).toISOString();
  return { parcel: next(found(parcel), { status: 'delivered', deliveredAt }), event: 'receiptConfirmed' };
}

/** The owner confirms that they have the parcel: the return is finished. */
export function confirmReturn(parcel: ParcelRecord, meId: string, now: number): DeliveryStep {
  if (meId !== parcel.ownerId) throw new Refusal('NOT_ALLOWED');
  if (!isReturning(parcel)) throw new Refusal('STATE_CHANGED');
  return {
    parcel: next(found(parcel), { returnConfirmedAt: new Date(now).toISOString() }),
    event: 'returnConfirmed',
  };
}

/** Throws unless the carrier may send a position: only while they have the parcel (rule 91). */
export function requirePosition(parcel: ParcelRecord, meId: string): void {
  if (meId !== parcel.carrierId) throw new Refusal('NOT_ALLOWED');
  if (!hasIt(parcel)) throw new Refusal('STATE_CHANGED');
}

/** The carrier is on the way with the parcel, before the hand-over to the recipient or to the owner. */
export const hasIt = (parcel: Pick<ParcelRecord, 'status' | 'returnConfirmedAt' | 'declaredAt'>) =>
  parcel.status === 'in_transit' || (isReturning(parcel) && !isDeclared(parcel));

/** The maximum number of positions of a parcel, and the minimum milliseconds between two of them (rule 91). */
export const positionLimit = { count: 50, everyMs: 60_000 } as const;

/** Pickup and delivery are validated with a photo (product 2.4). */
export const proofStageOf = {
  validatePickup: 'pickup',
  startDelivery: undefined,
  validateDelivery: 'delivery',
} as const satisfies Readonly<Record<CarrierAct, ProofStage | undefined>>;

/** The stages of which photos are taken now. */
export const openProofStages = (parcel: Pick<ParcelRecord, 'status' | 'problem'>): ProofStage[] => [
  ...(parcel.status === 'pickup' ? (['pickup'] as const) : []),
  ...(isOnItsWay(parcel) ? (['delivery'] as const) : []),
  ...(parcel.problem ? (['problem'] as const) : []),
];

export const proofLimit = 6;

/** A carrier sees the photos of the own assignment alone, the owner those of former carriers too (rule 40). */
export const seesProof = (
  memberId: string,
  parcel: Pick<ParcelRecord, 'ownerId' | 'assignedAt'>,
  proof: Pick<ProofRecord, 'assignedAt'>,
): boolean => memberId === parcel.ownerId || proof.assignedAt === parcel.assignedAt;

/**
 * The carrier's card of a parcel (rule 14). A returning parcel is on its way until its owner has it (rule 90). One that
 * our team ended is over, unless that decision was annulled (rule 173). An end that a problem denies is none.
 */
export function deliveryStateOf(
  parcel: Pick<
    ParcelRecord,
    'status' | 'returnConfirmedAt' | 'outcome' | 'settledAt' | 'annulled' | 'groupBefore' | 'problem'
  >,
): DeliveryState | undefined {
  if (parcel.annulled) return parcel.groupBefore;
  if (parcel.outcome || (parcel.status === 'cancelled' && parcel.settledAt)) return 'completed';
  if (beforeTransit.includes(parcel.status)) return 'to_collect';
  if (isDenied({ stage: parcel.status, problem: parcel.problem }))
    return parcel.status === 'delivered' ? 'to_deliver' : 'in_transit';
  if (parcel.status === 'delivery') return 'to_deliver';
  if (parcel.status === 'in_transit' || isReturning(parcel)) return 'in_transit';
  return parcel.status === 'delivered' || parcel.status === 'returned' ? 'completed' : undefined;
}
