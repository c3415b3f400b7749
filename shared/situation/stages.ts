import type { FollowedStep } from '../deliveries/follow.ts';
import type { Situation, Stage } from './contract.ts';

/** The steps to the recipient in their order, as lists, the delivery's page and the recipient's tell them. */
export const stepLabels = {
  agreed: 'Accord conclu',
  pickedUp: 'Récupéré',
  inTransit: 'En transit',
  inDelivery: 'En cours de livraison',
  delivered: 'Livré',
} as const satisfies Readonly<Record<FollowedStep, string>>;

const closedStages: ReadonlySet<Stage> = new Set(['delivered', 'returned', 'lost', 'seized', 'undecided', 'cancelled']);

/** No more acts on a delivery or a listing are possible. */
export const isOver = ({ stage }: Pick<Situation, 'stage'>): boolean => closedStages.has(stage);

/** Travellers find the listing, and its link leads somewhere. */
export const isFound = ({ stage }: Pick<Situation, 'stage'>): boolean => stage === 'listed' || stage === 'offered';

export const listingStages = [
  'review',
  'contentsRefused',
  'refused',
  'paused',
  'overdue',
  'listed',
  'offered',
] as const satisfies readonly Stage[];
export const isListing = (stage: Stage): boolean => (listingStages as readonly Stage[]).includes(stage);

/** An own listing comes back from it by an act that needs a subscription (rule 197). */
export const comesBack = (stage: Stage): boolean => isToCorrect(stage) || stage === 'overdue' || stage === 'paused';

/** The owner changes the listing, and administrators look at it then. */
export const isToCorrect = (stage: Stage): boolean => stage === 'refused' || stage === 'contentsRefused';

/** The carrier has declared the end, and the owner answers. */
export const isDeclaredIn = (stage: Stage): boolean => stage === 'deliveryDeclared' || stage === 'returnDeclared';

/** The owner can confirm the end: of a return also before it is declared. */
export const isToConfirm = (stage: Stage): boolean => stage === 'returning' || isDeclaredIn(stage);

/** The parcel has ended or is about to: both read it also while a problem is open. */
export const isEndingIn = (stage: Stage): boolean => isReturnIn(stage) || isDeclaredIn(stage) || stage === 'delivered';

/** The parcel comes back to its owner, or is back. */
export const isReturnIn = (stage: Stage): boolean =>
  stage === 'returning' || stage === 'returnDeclared' || stage === 'returned';

/** The recipient waits for the parcel. */
export const isAwaitedIn = (stage: Stage): boolean =>
  stage === 'agreed' || stage === 'collected' || stage === 'delivering';

/** The carrier has the parcel, for its recipient. */
export const isOnItsWayIn = (stage: Stage): boolean => hasCodeIn(stage) && stage !== 'agreed';

/** A code may still end the delivery. */
export const hasCodeIn = (stage: Stage): boolean => isAwaitedIn(stage) || stage === 'deliveryDeclared';

/** One of the two has said yes. */
export const isHalf = (stage: Stage): boolean => stage === 'proposed' || stage === 'chosen';

/** Half an agreement of the owner and somebody else; that of the two could be withdrawn. */
export const isWithAnother = ({ isOwner, stage, acts }: Situation): boolean =>
  isOwner && isHalf(stage) && !acts.some(({ name }) => name === 'releaseCarrier');

/** The sections of a member's own parcels: waiting for their owner, in progress, finished. */
export const sections = ['todo', 'going', 'over'] as const;
export type Section = (typeof sections)[number];

export function sectionOf(situation: Pick<Situation, 'stage' | 'waitsFor'>): Section {
  if (isOver(situation) && situation.waitsFor === 'nobody') return 'over';
  return situation.waitsFor === 'me' ? 'todo' : 'going';
}

/** The steps of a delivery, in the order in which one is the main act. */
export const steps = ['confirmReturn', 'validatePickup', 'startDelivery', 'validateDelivery', 'declare'] as const;

/** The step that a problem leaves possible without a main act: lists and conversations offer it as its page does. */
export function stepBeside({ acts, main, problem, stage }: Pick<Situation, 'acts' | 'main' | 'problem' | 'stage'>) {
  if (!problem || isDeclaredIn(stage)) return undefined;
  const step = steps.find((name) => acts.some((act) => act.name === name && !act.reason));
  return step === main ? undefined : step;
}
