import { answerBy, hasLapsed, silenceOf } from '../deliveries/agreement.ts';
import { isCompletable, isThere, isToAnswer, isToComplete, travellerOf } from '../deliveries/negotiable.ts';
import type { Offer } from '../deliveries/offer.ts';
import { reportableKinds } from '../deliveries/problem-rules.ts';
import { beforeHandshake, hasAgreed } from '../deliveries/rules.ts';
import { type ParcelRecord, toRefusal } from '../parcels/record.ts';
import { awaitsCorrection, isDeclared, isListed, isParty, listingActsOf } from '../parcels/rules.ts';
import type { Card } from '../values/fields.ts';
import { dayOf } from '../values/time.ts';
import { actOrder, helps, mainOrder, mainStages } from './acts.ts';
import {
  type ActName,
  isOfTrip,
  type Obstacle,
  type OfferedAct,
  type OpenOffers,
  type Situation,
  type Stage,
  type Tie,
  type WaitsFor,
} from './contract.ts';
import { deliveryActsOf } from './delivery-acts.ts';
import { canOffer, halfTripOf, isMineToFree, isNegotiable, obstacleOf, reasonAgainstChange } from './obstacles.ts';
import { isAwaiting, isWaiting, openAt } from './open-offers.ts';
import { accusesNobody, isFoundAgain, isToSettle, problemIn, waitsBeside } from './open-problem.ts';
import {
  comesBack,
  hasCodeIn,
  isAwaitedIn,
  isDeclaredIn,
  isFound,
  isHalf,
  isListing,
  isOver,
  isToCorrect,
  type Section,
  sectionOf,
  steps,
} from './stages.ts';

/** The facts of a parcel that its situation needs; the rows of lists contain them. */
export type SituationFacts = Pick<
  ParcelRecord,
  | 'ownerId'
  | 'carrierId'
  | 'status'
  | 'adminStatus'
  | 'deadline'
  | 'deliveredAt'
  | 'returnConfirmedAt'
  | 'assignedAt'
  | 'codeAsked'
  | 'codeSpent'
  | 'declaredAt'
  | 'problem'
  | 'resumedAt'
  | 'outcome'
  | 'settledAt'
  | 'annulled'
  | 'contentsRefused'
  | 'terms'
  | 'price'
  | 'weightGrams'
  | 'openOffers'
  | 'carrierOffer'
  | 'carrierTie'
  | 'ownerAway'
  | 'carrier'
>;

/** The other member of a conversation, a row or a delivery, as the viewer finds them. */
export interface Other {
  readonly id: string;
  readonly isVerified: boolean;
  readonly isReachable: boolean;
  readonly hasNoAccount?: boolean;
  /** The viewer has blocked them, and it counts here. */
  readonly isBlocked: boolean;
  readonly hasWritten: boolean;
  readonly lacksSubscription?: boolean | undefined;
}

/** The facts that the parcel does not contain. */
export interface Around {
  readonly me: { readonly isVerified: boolean; readonly lacksSubscription: boolean };
  /** Absent in the owner's own list, before a carrier is named. */
  readonly other?: Other | undefined;
  /** The open offer of the viewer and the other one. */
  readonly offer?: Offer | undefined;
  /** The place is the row of that offer, also of a change of an agreement. */
  readonly isOffers?: boolean;
  /** The room left in the trip of the terms, in grams. */
  readonly freeGrams?: number | undefined;
}

/** The stage as the owner, the carrier and administrators see it. */
export function stageOf(parcel: Omit<SituationFacts, 'price' | 'weightGrams'>, now: number, hasOffer = false): Stage {
  if (parcel.annulled) return 'undecided';
  switch (parcel.status) {
    case 'accepted_for_delivery':
      return 'proposed';
    case 'carrier_chosen':
      return 'chosen';
    case 'pickup':
      return 'agreed';
    case 'in_transit':
      return 'collected';
    case 'delivery':
      return isDeclared(parcel) ? 'deliveryDeclared' : 'delivering';
    case 'returned':
      if (parcel.returnConfirmedAt) return 'returned';
      return isDeclared(parcel) ? 'returnDeclared' : 'returning';
    case 'delivered':
    case 'cancelled':
      return parcel.outcome ?? parcel.status;
    case 'active':
    case 'pending':
      return listingStageOf(parcel, now, hasOffer);
  }
}

function listingStageOf(parcel: Parameters<typeof stageOf>[0], now: number, hasOffer: boolean): Stage {
  const { status, adminStatus, deadline, openOffers } = parcel;
  if (adminStatus === 'rejected') return 'refused';
  if (awaitsCorrection(parcel)) return 'contentsRefused';
  if (deadline < dayOf(now)) return 'overdue';
  if (status === 'pending') return 'paused';
  if (adminStatus === 'pending') return 'review';
  return hasOffer || openAt(openOffers, now) ? 'offered' : 'listed';
}

/** Everything that a place shows or offers a member about a parcel (rule 223). */
export function situationOf(parcel: SituationFacts, viewerId: string, around: Around, now: number): Situation {
  const view = viewOf(parcel, viewerId, around, now);
  const { isOwner, isCarrier, offer, openOffers, problem, stage } = view;
  const obstacle = obstacleOf(view);
  const until = untilOf(view);
  const { acts, main } = actsOf(view, obstacle);
  const isMine = isOwner || isCarrier;
  return {
    stage,
    isOwner,
    waitsFor: waitsForOf(view),
    ...(until ? { until } : {}),
    ...(isMine && hasLapsed(parcel, now) ? { lapsed: true } : {}),
    ...(isMine ? { ...silenceOf(parcel, now), settledAt: parcel.settledAt } : {}),
    ...(isMine && hasCodeIn(stage) && parcel.codeAsked ? { codeAsked: true, codeSpent: parcel.codeSpent } : {}),
    ...(problem ? { problem } : {}),
    ...(acts.some(({ name }) => name === 'reportProblem')
      ? { problemKinds: reportableKinds(parcel, isOwner, now) }
      : {}),
    ...(stage === 'contentsRefused' && parcel.contentsRefused
      ? { contentsRefused: toRefusal(parcel.contentsRefused) }
      : {}),
    terms: termsOf(view),
    ...(offer ? { offer } : {}),
    ...(isOwner && openOffers && (isListing(stage) || isHalf(stage)) ? { offers: openOffers } : {}),
    ...(obstacle ? { obstacle } : {}),
    acts,
    ...(main ? { main } : {}),
    at: new Date(now).toISOString(),
  };
}

interface View {
  readonly parcel: SituationFacts;
  readonly viewerId: string;
  readonly around: Around;
  readonly now: number;
  readonly isOwner: boolean;
  readonly isCarrier: boolean;
  readonly isTheirs: boolean;
  readonly other: Other | undefined;
  readonly offer: Offer | undefined;
  /** Those that have not run out. */
  readonly openOffers: OpenOffers | undefined;
  readonly problem: Situation['problem'];
  readonly stage: Stage;
}

function viewOf(parcel: SituationFacts, viewerId: string, around: Around, now: number): View {
  const { other } = around;
  const isOwner = viewerId === parcel.ownerId;
  const isCarrier = viewerId === parcel.carrierId;
  const isTheirs = other !== undefined && isParty(viewerId, parcel) && isParty(other.id, parcel);
  const known = around.offer ?? (isTheirs ? parcel.carrierOffer : undefined);
  const offer = known && Date.parse(known.until) > now ? known : undefined;
  const hidesOffers = isOwner ? parcel : { ...parcel, openOffers: undefined };
  const seen = isOwner || isCarrier || isListed(parcel, now);
  const stage = seen ? stageOf(hidesOffers, now, offer !== undefined && (isOwner || isThere(other))) : 'unavailable';
  const openOffers = openAt(parcel.openOffers, now);
  const problem = problemIn(parcel, isOwner || isCarrier);
  return { parcel, viewerId, around, now, isOwner, isCarrier, isTheirs, other, offer, openOffers, problem, stage };
}

/** Half an agreement that misses the viewer's yes, and can get it. */
const missesMyYes = ({ parcel, viewerId, now }: View) => isToComplete(viewerId, parcel) && !hasLapsed(parcel, now);
const isByOther = ({ offer, viewerId }: View) => offer !== undefined && offer.by !== viewerId;

/** An agreement whose other member is no longer there, or the owner's choice of them: it can only be ended. */
const hasLost = (view: View) =>
  ((view.stage === 'agreed' && (view.isCarrier || view.isTheirs)) ||
    (view.stage === 'chosen' && view.isOwner && view.isTheirs)) &&
  obstacleOf(view) === 'unavailable';

/** Open offers of travellers to the owner. */
const received = ({ openOffers, stage }: View) => (isListing(stage) || isHalf(stage) ? (openOffers?.received ?? 0) : 0);

const hasToAnswer = ({ parcel, viewerId, offer, other }: View) =>
  offer !== undefined && isToAnswer(viewerId, parcel, offer, other);

/** A yes or an answer of the viewer is missing. */
const isAsked = (view: View) => missesMyYes(view) || hasToAnswer(view) || (view.isOwner && received(view) > 0);

function waitsForOf(view: View): WaitsFor {
  const { parcel, stage, isOwner, offer, openOffers, problem } = view;
  if (problem) return waitsBeside(problem, { isOwner, stage }, view.now);
  if (stage === 'undecided') return 'us';
  if (isOver(view)) return 'nobody';
  if (view.around.isOffers && isByOther(view)) return hasToAnswer(view) ? 'me' : 'nobody';
  if (isAsked(view) || isToCorrect(stage)) return 'me';
  if (isMineToFree(view) || hasLost(view)) return 'me';
  // An own change leaves the next step of an agreement as it is.
  if (offer && (stage !== 'agreed' || view.around.isOffers)) return isThere(view.other) ? 'other' : 'nobody';
  if (isHalf(stage) && !hasLapsed(parcel, view.now)) return isCompletable(parcel) ? 'other' : 'nobody';
  if (isOwner && isListing(stage) && isWaiting(openOffers)) return 'other';
  if (stage === 'review') return 'us';
  if (stage === 'returning') return 'me';
  if (isDeclaredIn(stage)) return isOwner ? 'me' : 'other';
  if (isAwaitedIn(stage)) return isOwner ? 'other' : 'me';
  return 'nobody';
}

function untilOf(view: View): string | undefined {
  const { parcel, stage, isOwner, offer, openOffers } = view;
  const answer = answerBy(parcel);
  const half = isHalf(stage) && answer !== undefined && answer > view.now ? new Date(answer).toISOString() : undefined;
  if (missesMyYes(view) && (view.isTheirs || !offer)) return half;
  // A pause stops all propositions, so the first one that ends counts.
  if (stage === 'paused' && isOwner && isAwaiting(openOffers)) return openOffers?.until;
  if (offer) return offer.until;
  return half ?? (isOwner && isListing(stage) && isAwaiting(openOffers) ? openOffers?.until : undefined);
}

function termsOf({ parcel, stage, around, isOwner, isCarrier, ...view }: View): Situation['terms'] {
  const { terms, price, weightGrams } = parcel;
  // Half an agreement with somebody else is no matter of this conversation.
  const isOthers = isOwner && view.other !== undefined && !view.isTheirs && isHalf(stage);
  if (!terms || isOthers || !(isOwner || isCarrier))
    return { kind: 'announced', grams: weightGrams, ...(price ? { price } : {}) };
  const { freeGrams } = around;
  return {
    ...terms,
    kind: isHalf(stage) ? 'proposed' : 'agreed',
    ...(stage === 'agreed' && terms.trip && freeGrams !== undefined && view.isTheirs
      ? { mostGrams: terms.grams + freeGrams }
      : {}),
  };
}

/** The act that removes an obstacle. A pause ends only with a subscription, where one is needed (rule 197). */
const helpOf = ({ around }: View, obstacle: Obstacle | undefined): ActName | undefined =>
  obstacle === 'paused' && around.me.lacksSubscription ? 'subscribe' : obstacle && helps[obstacle];

function actsOf(view: View, obstacle: Obstacle | undefined): Pick<Situation, 'acts' | 'main'> {
  const { parcel, other, stage, isOwner, now, viewerId } = view;
  const help = stage !== 'review' && !isOver(view) ? helpOf(view, obstacle) : undefined;
  const isUnpaid = view.around.me.lacksSubscription;
  const fixed = reasonAgainstChange(view, obstacle);
  const freeing = fixed && helps[fixed.why];
  const possible = new Set<ActName>([
    ...dealActs(view, obstacle),
    ...deliveryActsOf(view),
    ...(help ? [help] : []),
    ...(freeing ? [freeing] : []),
    ...(isOwner && (!other || view.isTheirs) && isUnpaid && comesBack(stage) ? (['subscribe'] as const) : []),
    ...(isOwner && isToCorrect(stage) && !isUnpaid ? (['editParcel'] as const) : []),
    ...(isOwner && (waitsElsewhere(view) || isStuck(view)) ? (['answer'] as const) : []),
    ...(isOwner && !other && view.around.me.isVerified && (stage === 'listed' || stage === 'offered')
      ? (['invite'] as const)
      : []),
  ]);
  // A conversation with a member who is not the carrier offers no act on the listing, but the one that helps.
  const listing = isOwner && (!other || view.isTheirs) ? listingActsOf(viewerId, parcel, now, isUnpaid) : {};
  const acts = actOrder.flatMap((name): OfferedAct[] => {
    if (possible.has(name)) return [{ name }];
    const act = name === 'makeOffer' ? fixed : listing[name as keyof typeof listing];
    return act ? [{ name, ...(act.reason ? { reason: act.reason } : {}) }] : [];
  });
  const main = mainOf(view, obstacle, (name) => acts.some((act) => act.name === name && !act.reason));
  return {
    acts: main ? [...acts.filter(({ name }) => name === main), ...acts.filter(({ name }) => name !== main)] : acts,
    ...(main ? { main } : {}),
  };
}

/** Somebody else than the other one of this conversation waits for the owner's answer. */
const waitsElsewhere = (view: View) =>
  (received(view) > 0 && !isByOther(view)) || (missesMyYes(view) && !view.isTheirs);

/** The owner's listing has offers that cannot be taken, alone or their own: « Demandes » leads to each. */
const isStuck = (view: View) =>
  !view.other && isFound(view) && view.openOffers !== undefined && (!isAwaiting(view.openOffers) || isMineToFree(view));

/** The acts by which the two agree, or on their open offer. */
function dealActs(view: View, obstacle: Obstacle | undefined): ActName[] {
  const { parcel, viewerId, other, offer, isOwner, isTheirs, isCarrier, stage, now } = view;
  const ends: ActName[] = offer ? [offer.by === viewerId ? 'withdrawOffer' : 'declineOffer'] : [];
  const isAboutOwn = isOwner || other?.id === parcel.ownerId;
  if (!other || !isAboutOwn || !isNegotiable(stage)) return ends;
  const sides = { meId: viewerId, otherId: other.id };
  const isOpen = obstacle === undefined;
  const takes = isOpen && isByOther(view);
  // Another trip, or none, is a way out of a full one.
  const hasWay = isOpen || isOfTrip(obstacle);
  // A plain yes names the trip of the half agreement, and none of an offer.
  const isOver = isTheirs && hasLapsed(parcel, now);
  const agrees = hasWay && !halfTripOf(view)?.obstacle && !takes && other.hasWritten && !isOver;
  const chooses =
    isOwner &&
    parcel.adminStatus === 'approved' &&
    beforeHandshake.includes(parcel.status) &&
    !(parcel.status === 'carrier_chosen' && isTheirs);
  const accepts =
    !isOwner && travellerOf(parcel, sides) === viewerId && (isListed(parcel, now) || (isCarrier && stage === 'chosen'));
  return [
    ...ends,
    ...(takes ? (['takeOffer'] as const) : []),
    ...(canOffer(view, obstacle) ? (['makeOffer'] as const) : []),
    ...(agrees && chooses ? (['chooseCarrier'] as const) : []),
    ...(agrees && accepts ? (['acceptDelivery'] as const) : []),
  ];
}

/** The next act, in every place. The author of an open offer waits for its answer, while its trip can be taken. */
function mainOf(view: View, obstacle: Obstacle | undefined, has: (name: ActName) => boolean): ActName | undefined {
  const { stage, offer, viewerId, other, isTheirs } = view;
  if (isToSettle(view, view.now) && has('settleProblem')) return 'settleProblem';
  const isGone = view.problem && accusesNobody(view.problem) && !isFoundAgain(view.problem) && !isOver(view);
  // Its carrier does not have it any more, so that they deliver nothing and its owner expects no return.
  if (isGone && (view.isCarrier || stage === 'returning')) return undefined;
  // The carrier may still bring the code, and waits for the owner.
  if (stage === 'deliveryDeclared') return has('confirmReceipt') ? 'confirmReceipt' : undefined;
  const help = helpOf(view, obstacle);
  // An owner who has chosen waits for that answer, so the offers of others come first.
  const answer = !other || (isTheirs && stage === 'chosen') ? 'answer' : undefined;
  // The sentence offers the way out.
  const wayOut = hasLost(view) && 'releaseCarrier';
  // An obstacle of a change leaves the next step of the agreement as it is.
  const order = [stage !== 'agreed' && help, answer, wayOut, 'takeOffer', ...steps, help] as const;
  const first = [...order, ...waysOut(view, obstacle)].find((name) => name && has(name));
  if (first) return first;
  if (stage === 'returning' || stage === 'agreed' || (offer?.by === viewerId && !isOfTrip(obstacle))) return undefined;
  if (offer) return has('makeOffer') ? 'makeOffer' : undefined;
  return ([...mainOrder.agreeing, ...mainOrder.ofListing] as const).find(
    (name) => has(name) && mainStages[name]?.has(stage) !== false,
  );
}

/** These acts are left when a trip has no room, or when the other one is not there or cannot agree yet. */
function waysOut(view: View, obstacle: Obstacle | undefined): readonly ActName[] {
  if (halfTripOf(view)?.obstacle === 'full') return ['releaseCarrier'];
  if (view.stage === 'agreed')
    return isByOther(view) ? ['declineOffer'] : isOfTrip(obstacle) ? ['makeOffer', 'withdrawOffer'] : [];
  if (obstacle === 'unavailable' || obstacle === 'unlisted') return ['releaseCarrier', 'declineOffer', 'withdrawOffer'];
  if (obstacle !== 'otherUnverified' && obstacle !== 'otherNoSubscription') return [];
  const isAnswer = view.isTheirs && isHalf(view.stage) && !hasAgreed(view.viewerId, view.parcel);
  return isAnswer ? ['releaseCarrier', 'declineOffer'] : ['declineOffer'];
}

/** The other member as a stored row or parcel shows them: half an agreement and an offer begin with a message. */
export const otherOfCard = ({ id, verified, unavailable }: Card, tie: Tie | undefined): Other => ({
  id,
  isVerified: verified,
  isReachable: !unavailable && tie !== 'hidden',
  hasNoAccount: unavailable === true,
  isBlocked: tie === 'blocked',
  hasWritten: true,
});

const ownViewOf = (parcel: SituationFacts, me: Around['me'], now: number): View =>
  viewOf(parcel, parcel.ownerId, { me, other: parcel.carrier && otherOfCard(parcel.carrier, parcel.carrierTie) }, now);

/** The stored place and counters are those without a moment, as if no offer had run out, of a verified owner. */
export function sectionOfRecord(parcel: SituationFacts): Section {
  const view = ownViewOf(parcel, { isVerified: true, lacksSubscription: false }, 0);
  return sectionOf({ stage: view.stage, waitsFor: waitsForOf(view) });
}

/** A parcel waits for its owner: for an answer, or to be revised, where no answer is possible. */
export function waitingOf(parcel: SituationFacts, me: Around['me'], now: number): 'answer' | 'revise' | undefined {
  const view = ownViewOf(parcel, me, now);
  if (waitsForOf(view) !== 'me') return undefined;
  return !view.problem && !isAsked(view) && (isMineToFree(view) || hasLost(view)) ? 'revise' : 'answer';
}
