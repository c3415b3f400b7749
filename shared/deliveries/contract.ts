import * as z from 'zod/mini';
import { acknowledging } from '../messaging/warnings.ts';
import { contentsUnseen, refusalUnexplained } from '../parcels/contents.ts';
import { Parcel } from '../parcels/contract.ts';
import { ParcelStatus } from '../parcels/record.ts';
import { Terms } from '../parcels/terms.ts';
import { Contest } from '../reports/record.ts';
import { routes } from '../route.ts';
import { Standing } from '../situation/contract.ts';
import { Transport } from '../trips/fields.ts';
import { Card, Cursor, Day, Id, line, maxLength, pageOf, Reason, text } from '../values/fields.ts';
import { Scanning } from '../values/files.ts';
import { tidyCode } from '../values/typed/characters.ts';
import { DeliveryState } from './delivery-state.ts';
import { followRoutes } from './follow.ts';
import { FoundDelivery, ListedDelivery, RequestDirection } from './listed.ts';
import { NewOffer, Offer } from './offer.ts';
import { ProblemEnd, ProblemKind, problemTextLength } from './problem.ts';
import { Statistics, StatisticsPeriod } from './statistics.ts';

export const ProofStage = z.enum(['pickup', 'delivery', 'problem'], 'Étape inconnue');
export type ProofStage = z.infer<typeof ProofStage>;

/** A photo taken at a hand-over or of a problem, immutable, with the server's time. */
export const Proof = z.object({
  id: z.string(),
  stage: ProofStage,
  by: z.string(),
  at: z.string(),
  /** Absent once the old photo was erased, and in the reply to its upload. */
  url: z.optional(z.string()),
});
export type Proof = z.infer<typeof Proof>;

/** The history of a parcel: one event for each version, with the positions sent in that version. */
export const TrackingEvent = z.object({
  version: z.int(),
  type: z.enum([
    'published',
    'approved',
    'rejected',
    'edited',
    'paused',
    'resumed',
    'cancelled',
    'acceptDelivery',
    'chooseCarrier',
    // Never stored: derived from the choice of another carrier.
    'carrierReplaced',
    'handshake',
    'releaseCarrier',
    'contentsRefused',
    'agreementExpired',
    'agreementOverdue',
    'changeAgreed',
    // The trip of the terms has another day or transport; several may share a version, as positions do.
    'tripMoved',
    // The trip of a parcel that its carrier has already; without an author, an administrator deleted it.
    'tripCancelled',
    // An agreement, or half of one, ends with its trip before the pickup.
    'tripEnded',
    'validatePickup',
    'startDelivery',
    'codeAsked',
    'codeWaived',
    'validateDelivery',
    'deliveryDeclared',
    'returnDeclared',
    'receiptConfirmed',
    'declarationClosed',
    'position',
    'returned',
    'returnConfirmed',
    'problemReported',
    'problemSettled',
    'problemDecided',
    'decisionAnnulled',
    'overridden',
  ]),
  at: z.string(),
  by: z.optional(z.string()),
  /** The carrier whose delivery the step belongs to; only the owner reads it. */
  carrierId: z.optional(z.string()),
  /**
   * Why the parcel was cancelled, returned or settled by an administrator, or why a member ended the agreement or the
   * trip. Of a problem, its words and the reason of its decision.
   */
  reason: z.optional(z.string()),
  city: z.optional(z.string()),
  note: z.optional(z.string()),
  to: z.optional(ParcelStatus),
  problem: z.optional(ProblemKind),
  /** How our team ended the delivery; absent where it stays as it is, and where it was never on its way. */
  end: z.optional(ProblemEnd),
  /** The terms that a yes set or made binding; only owner and carrier of that delivery read them. */
  terms: z.optional(Terms),
  /** Those that a change or a moved trip has replaced. */
  was: z.optional(Terms),
  /** The decision of our team as an objection names it; stored, and in no reply to members. */
  decision: z.optional(z.string()),
  /** The number of the event whose decision this one annuls. */
  annuls: z.optional(z.int()),
  /** Never stored: how its reader may contest it, and what became of that. */
  contest: z.optional(Contest),
});
export type TrackingEvent = z.infer<typeof TrackingEvent>;

/** The outcomes that the root administrator may choose for a stuck parcel (rule 109). */
export const OverrideTarget = z.enum(
  ['active', 'returned', 'delivered', 'lost', 'seized', 'cancelled'],
  'Choisissez une issue',
);
export type OverrideTarget = z.infer<typeof OverrideTarget>;

/** The current place of the parcel, from its carrier. */
export const Position = z.strictObject({
  city: line(maxLength.city, 'La ville est requise'),
  note: z.optional(text(maxLength.positionNote)),
});
export type Position = z.infer<typeof Position>;

export const deliveryCodeMissing = 'Saisissez les quatre chiffres du code, ou déclarez la livraison sans code.';

/** The four digits that the recipient tells the carrier, as people type them (rule 154). */
export const DeliveryCode = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => tidyCode(typed).replaceAll('-', '')),
  ),
  z.string().check(z.regex(/^\d{4}$/, deliveryCodeMissing)),
);

/** The note names who received the parcel, in the carrier's words. */
export const Declaration = z.strictObject({ note: z.optional(text(maxLength.positionNote)) });

/** `contentsRefused`: the carrier has opened the parcel and does not take it, and its owner reads why (rule 190). */
const Release = z.strictObject({ reason: z.optional(Reason), contentsRefused: z.optional(z.literal(true)) }).check(
  z.refine(({ reason, contentsRefused }) => !contentsRefused || reason !== undefined, {
    path: ['reason'],
    error: refusalUnexplained,
  }),
);

const transition = { method: 'POST', idempotency: 'required', ifMatch: true, reply: Parcel } as const;
const ReadCity = z.optional(z.string().check(z.maxLength(maxLength.city, 'Lieu inconnu')));
/** The trip of an offer or half an agreement as its taker has read it (`requireReadTrip`). */
const readTrip = {
  travelDate: z.optional(Day('Date incorrecte')),
  transport: z.optional(Transport),
  from: ReadCity,
  to: ReadCity,
};

const participant = { party: 'parcelParticipant', of: 'parcelId' } as const;
const carrier = { party: 'parcelCarrier', of: 'parcelId' } as const;
const owner = { party: 'parcelOwner', of: 'parcelId' } as const;

export const deliveryRoutes = routes({
  ...followRoutes,
  acceptDelivery: {
    ...transition,
    path: '/parcels/{parcelId}/accept',
    access: { party: 'parcelCandidate', of: 'parcelId' },
    trust: { profile: 'approved', subscription: true },
    body: z.strictObject({ tripId: z.optional(Id) }),
    quota: { count: 20, seconds: 86_400 },
  },
  chooseCarrier: {
    ...transition,
    path: '/parcels/{parcelId}/choose-carrier',
    access: owner,
    trust: { profile: 'approved', subscription: true },
    body: z.strictObject({ carrierId: Id, ...readTrip }),
  },
  releaseCarrier: {
    ...transition,
    path: '/parcels/{parcelId}/release',
    access: participant,
    body: Release,
  },
  makeOffer: {
    method: 'POST',
    path: '/parcels/{parcelId}/offers',
    access: { party: 'parcelNegotiator', of: 'parcelId' },
    trust: { profile: 'approved', subscription: true },
    idempotency: 'required',
    status: 201,
    body: NewOffer,
    quota: { count: 20, seconds: 86_400 },
    reply: Offer,
  },
  takeOffer: {
    method: 'POST',
    path: '/parcels/{parcelId}/offers/{userId}/take',
    access: { party: 'parcelNegotiator', of: 'parcelId' },
    trust: { profile: 'approved', subscription: true },
    idempotency: 'required',
    /** The carrier names their trip where the offer names none. */
    body: z.strictObject({ offerId: Id, tripId: z.optional(Id), ...readTrip }),
    reply: Parcel,
  },
  /** The author withdraws, the other one declines. A row of the member, because the parcel may not be seen any more. */
  endOffer: {
    method: 'POST',
    path: '/me/offers/{parcelId}/{userId}/end',
    access: 'member',
    idempotency: 'required',
    status: 204,
    body: z.strictObject({ offerId: Id, reason: z.optional(Reason), ...acknowledging }),
  },
  addProof: {
    method: 'POST',
    path: '/parcels/{parcelId}/proofs',
    access: participant,
    idempotency: 'required',
    status: 201,
    body: z.strictObject({ uploadId: Id }),
    reply: z.union([Proof, Scanning]),
  },
  proofs: {
    method: 'GET',
    path: '/parcels/{parcelId}/proofs',
    access: participant,
    reply: z.object({ items: z.array(Proof) }),
  },
  validatePickup: {
    ...transition,
    path: '/parcels/{parcelId}/validate-pickup',
    access: carrier,
    body: z.strictObject({ contentsSeen: z.literal(true, contentsUnseen) }),
  },
  startDelivery: { ...transition, path: '/parcels/{parcelId}/out-for-delivery', access: carrier },
  setCode: {
    ...transition,
    path: '/parcels/{parcelId}/code',
    access: owner,
    body: z.strictObject({ on: z.boolean() }),
  },
  validateDelivery: {
    ...transition,
    path: '/parcels/{parcelId}/validate-delivery',
    access: carrier,
    body: z.strictObject({ code: z.optional(DeliveryCode) }),
  },
  /** The end of a delivery without its code, or of a return, in the carrier's words: its owner confirms it. */
  declare: { ...transition, path: '/parcels/{parcelId}/declare', access: carrier, body: Declaration },
  confirmReceipt: { ...transition, path: '/parcels/{parcelId}/confirm-receipt', access: owner },
  recordPosition: {
    method: 'POST',
    path: '/parcels/{parcelId}/position',
    access: carrier,
    idempotency: 'required',
    status: 201,
    body: Position,
    reply: TrackingEvent,
  },
  returnParcel: {
    ...transition,
    path: '/parcels/{parcelId}/return',
    access: participant,
    body: z.strictObject({ reason: Reason }),
  },
  confirmReturn: { ...transition, path: '/parcels/{parcelId}/confirm-return', access: owner },
  reportProblem: {
    ...transition,
    path: '/parcels/{parcelId}/problem',
    access: participant,
    body: z.strictObject({ kind: ProblemKind, text: text(problemTextLength, "Décrivez ce qui s'est passé") }),
    quota: { count: 5, seconds: 86_400 },
  },
  settleProblem: { ...transition, path: '/parcels/{parcelId}/problem/settle', access: participant },
  tracking: {
    method: 'GET',
    path: '/parcels/{parcelId}/tracking',
    access: { party: 'parcelParticipant', of: 'parcelId' },
    reply: z.object({
      items: z.array(TrackingEvent),
      formerCarriers: z.optional(z.array(Card)),
      phone: z.optional(z.string()),
      /** The secret of the recipient's link, for the owner. */
      link: z.optional(z.string()),
      /** The code of the delivery, for the owner alone (rule 155). */
      code: z.optional(z.string()),
    }),
  },
  myDeliveries: {
    method: 'GET',
    path: '/me/deliveries',
    access: 'member',
    query: z.object({ state: z.optional(DeliveryState), stage: z.optional(Standing), cursor: Cursor }),
    reply: z.object({ ...pageOf(ListedDelivery).shape, counts: z.record(DeliveryState, z.int()) }),
  },
  myRequests: {
    method: 'GET',
    path: '/me/requests',
    access: 'member',
    query: z.object({ direction: z._default(RequestDirection, 'received'), cursor: Cursor }),
    reply: pageOf(ListedDelivery),
  },
  /**
   * Accepts the number in any spelling, and finds only the caller's own parcels. The number gives no access by itself.
   */
  findDelivery: {
    method: 'GET',
    path: '/me/deliveries/by-number/{number}',
    access: 'member',
    reply: FoundDelivery,
  },
  myStatistics: {
    method: 'GET',
    path: '/me/statistics',
    access: 'member',
    query: z.object({ period: z._default(StatisticsPeriod, '30d') }),
    reply: Statistics,
  },
});
