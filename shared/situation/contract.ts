import * as z from 'zod/mini';
import { Offer } from '../deliveries/offer.ts';
import { Problem, ProblemKind } from '../deliveries/problem.ts';
import { Terms, TripObstacle } from '../parcels/terms.ts';
import { Card } from '../values/fields.ts';

/**
 * The state of a parcel as its members understand it (rule 223). `proposed` and `chosen` are the two halves of a
 * handshake: the traveller's yes, and the owner's.
 */
export const Stage = z.enum([
  'review',
  'contentsRefused',
  'refused',
  'paused',
  'overdue',
  'listed',
  'offered',
  'proposed',
  'chosen',
  'agreed',
  'collected',
  'delivering',
  'deliveryDeclared',
  'delivered',
  'returning',
  'returnDeclared',
  'returned',
  'lost',
  'seized',
  'undecided',
  'cancelled',
  'unavailable',
]);
export type Stage = z.infer<typeof Stage>;

/** The status that a member reads and filters by: an open problem takes the place of the stage. */
export const Standing = z.enum([...Stage.options, 'problem'], 'Statut inconnu');
export type Standing = z.infer<typeof Standing>;
export const standingOf = ({ stage, problem }: { readonly stage: Stage; readonly problem?: unknown }): Standing =>
  problem ? 'problem' : stage;

/** The person whom the parcel waits for: the reader, the other member, one of our team, or none. */
export const WaitsFor = z.enum(['me', 'other', 'us', 'nobody']);
export type WaitsFor = z.infer<typeof WaitsFor>;

/**
 * Why the two cannot agree now. `unavailable` also hides a block by the other member (rule 183). `unlisted`,
 * `taken` and `promised` are what a traveller reads of a parcel that its owner paused, or that another one carries or
 * has half an agreement about.
 */
export const Obstacle = z.enum([
  'paused',
  'unlisted',
  'taken',
  'promised',
  'blocked',
  'unavailable',
  'unverified',
  'otherUnverified',
  'noSubscription',
  'otherNoSubscription',
  'tripFull',
  'tripUnlisted',
  'tripCancelled',
]);
export type Obstacle = z.infer<typeof Obstacle>;

/** The two may still agree, with another trip or none. */
export const isOfTrip = (obstacle: Obstacle | undefined): boolean =>
  obstacle === 'tripFull' || obstacle === 'tripUnlisted' || obstacle === 'tripCancelled';

/** Steps of a delivery, by its two parties. */
const deliveryActs = [
  'acceptDelivery',
  'chooseCarrier',
  'releaseCarrier',
  'validatePickup',
  'startDelivery',
  'setCode',
  'validateDelivery',
  'declare',
  'recordPosition',
  'returnParcel',
  'confirmReceipt',
  'confirmReturn',
  'reportProblem',
  'settleProblem',
] as const;
export type DeliveryActName = (typeof deliveryActs)[number];

/** The owner's acts on their listing. */
const listingActs = ['editParcel', 'pauseParcel', 'resumeParcel', 'cancelParcel'] as const;
export type ListingActName = (typeof listingActs)[number];

/** Acts on the open offer of two members. */
const offerActs = ['takeOffer', 'declineOffer', 'makeOffer', 'withdrawOffer'] as const;

/** Acts elsewhere that remove an obstacle, or come next: answer in « Demandes », invite a traveller, rate. */
const helpingActs = ['answer', 'invite', 'unblock', 'verify', 'subscribe', 'rate'] as const;

export const ActName = z.enum([...deliveryActs, ...listingActs, ...offerActs, ...helpingActs]);
export type ActName = z.infer<typeof ActName>;

/** An act that succeeds now, or, with its reason in French, one that its member would look for and that does not. */
const OfferedAct = z.object({ name: ActName, reason: z.optional(z.string()) });
export type OfferedAct = z.infer<typeof OfferedAct>;

/** A block between two members, as one of them meets it: their own, or the other one's. */
export const Tie = z.enum(['blocked', 'hidden']);
export type Tie = z.infer<typeof Tie>;

/** Why an open offer cannot be taken: its trip, or one of its two members is not there or not verified. */
const Stuck = z.enum([...TripObstacle.options, 'away']);
const StuckOffer = z.object({ isSent: z.boolean(), why: Stuck, isLate: z.optional(z.literal(true)) });

/** Open offers about a parcel, as its owner counts them. */
export const OpenOffers = z.object({
  received: z.int(),
  sent: z.int(),
  /** ISO: the first end of those that wait for the owner; without any, of the others. */
  until: z.string(),
  /** It is the only one, and its trip leaves after the last day of the parcel. */
  isLate: z.optional(z.literal(true)),
  /** Those besides that cannot be taken. */
  stuck: z.optional(z.array(StuckOffer)),
});
export type OpenOffers = z.infer<typeof OpenOffers>;

/** The end (ms) of every offer that a parcel stores: one that has run out waits for the job to remove it. */
export const StoredOffers = z.object({
  received: z.array(z.int()),
  sent: z.array(z.int()),
  /** The ends of those whose trips leave after the last day of the parcel. */
  late: z.optional(z.array(z.int())),
  stuck: z.optional(z.array(z.object({ end: z.int(), ...StuckOffer.shape }))),
});
export type StoredOffers = z.infer<typeof StoredOffers>;

/** The terms in force: announced, those of half an agreement, or agreed. */
const SituationTerms = z.object({
  ...Terms.shape,
  kind: z.enum(['announced', 'proposed', 'agreed']),
  mostGrams: z.optional(z.int()),
});

/**
 * A parcel for one of its members, or for a member who talks about it with its owner: everything that a place shows or
 * offers about it. Only `situationOf` makes it.
 */
export const Situation = z.object({
  stage: Stage,
  isOwner: z.boolean(),
  waitsFor: WaitsFor,
  /** ISO: when silence ends what waits. */
  until: z.optional(z.string()),
  /** Half an agreement without an answer, which the job is about to end. */
  lapsed: z.optional(z.literal(true)),
  /** Its owner asks for a code at the delivery. */
  codeAsked: z.optional(z.literal(true)),
  codeSpent: z.optional(z.literal(true)),
  /** The agreed day is over, and the parcel on its way (rule 165). */
  isLate: z.optional(z.literal(true)),
  /** ISO: when silence confirms what the carrier has declared (rules 158 and 160). */
  closesAt: z.optional(z.string()),
  /** ISO: when an agreement whose day is over ends without a pickup (rule 164). */
  endsAt: z.optional(z.string()),
  /** ISO: when our team ended it (rule 109). */
  settledAt: z.optional(z.string()),
  /** The open problem: the other member answers, then administrators decide (rule 172). */
  problem: z.optional(Problem),
  /** The kinds that its reader may report now (rule 169). */
  problemKinds: z.optional(z.array(ProblemKind)),
  /** A carrier did not take the parcel, and its owner has not corrected the listing yet (rule 190). */
  contentsRefused: z.optional(
    z.object({ by: z.pick(Card, { firstName: true, lastName: true, unavailable: true }), reason: z.string() }),
  ),
  terms: SituationTerms,
  /** The open offer of the two, also a change of their agreement. */
  offer: z.optional(Offer),
  offers: z.optional(OpenOffers),
  obstacle: z.optional(Obstacle),
  acts: z.array(OfferedAct),
  main: z.optional(ActName),
  /** ISO: the server's time. */
  at: z.string(),
});
export type Situation = z.infer<typeof Situation>;

/** The act is offered, also one that must wait. */
export const hasAct = ({ acts }: Pick<Situation, 'acts'>, act: ActName): boolean =>
  acts.some(({ name }) => name === act);
