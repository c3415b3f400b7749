import type { Proof, ProofStage, TrackingEvent } from '#shared/deliveries/contract.ts';
import { endsAgreement } from '#shared/deliveries/rules.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import type { Situation, Stage } from '#shared/situation/contract.ts';
import { isDenied } from '#shared/situation/open-problem.ts';
import { deniedOf } from '#shared/situation/problem-words.ts';
import { stepLabels } from '#shared/situation/stages.ts';
import { stageLabels, stepsReached } from '#shared/situation/words.ts';

export interface DeliveryStep {
  key: 'agreed' | 'pickedUp' | 'inTransit' | 'inDelivery' | 'delivered' | 'returning' | 'back' | 'cancelled';
  title: string;
  state: 'done' | 'current' | 'later';
  /** The event that reached the step: when, by whom, why. */
  told?: TrackingEvent | undefined;
  place?: string | undefined;
  proofs: readonly Proof[];
  positions: readonly TrackingEvent[];
  changes: readonly TrackingEvent[];
  /** The carrier has declared the end, or the declaration became one. */
  declared?: TrackingEvent | undefined;
}
interface StepFacts {
  key: DeliveryStep['key'];
  title: string;
  event: TrackingEvent['type'];
  stage?: ProofStage;
}
type Shown = Pick<Parcel, 'pickup' | 'delivery'>;

/** The agreement, then the steps of product 2.2: picked up, in transit, in delivery, delivered. */
const there: readonly StepFacts[] = (
  [
    { key: 'agreed', event: 'handshake' },
    { key: 'pickedUp', event: 'validatePickup', stage: 'pickup' },
    { key: 'inTransit', event: 'validatePickup' },
    { key: 'inDelivery', event: 'startDelivery' },
    { key: 'delivered', event: 'validateDelivery', stage: 'delivery' },
  ] as const
).map((step) => ({ ...step, title: stepLabels[step.key] }));
const back: readonly StepFacts[] = [
  { key: 'returning', title: "Retour à l'expéditeur", event: 'returned', stage: 'delivery' },
  { key: 'back', title: "Rendu à l'expéditeur", event: 'returnConfirmed' },
];
const givenUp = (stage: Stage): StepFacts => ({
  key: 'cancelled',
  title: stageLabels[stage],
  event: stage === 'cancelled' ? 'cancelled' : 'problemDecided',
});

export interface EndedDelivery {
  end: TrackingEvent;
  proofs: readonly Proof[];
}

/** The deliveries that came to nothing, newest first: how each one ended, and the photos that were taken in it. */
export function endedDeliveries(events: readonly TrackingEvent[], proofs: readonly Proof[]): EndedDelivery[] {
  const ends = events.filter(endsAgreement);
  return ends
    .map((end, index) => {
      const since = ends[index - 1]?.at ?? '';
      return { end, proofs: proofs.filter(({ at }) => at > since && at <= end.at) };
    })
    .toReversed();
}

/** The steps of the parcel, and which one is the current one. */
function planOf(stage: Stage, events: readonly TrackingEvent[]): [readonly StepFacts[], number] {
  const passed = there.filter(({ key, event }) => key !== 'delivered' && events.some(({ type }) => type === event));
  if (stage === 'returning' || stage === 'returnDeclared') return [[...passed, ...back], passed.length];
  if (stage === 'returned') return [[...passed, ...back], passed.length + back.length];
  const turned = back.filter(({ event }) => events.some(({ type }) => type === event));
  if (stage === 'undecided') return [[...passed, ...turned], passed.length + turned.length - 1];
  if (stage === 'cancelled' || stage === 'lost' || stage === 'seized') {
    return [[...passed, ...turned, givenUp(stage)], passed.length + turned.length + 1];
  }
  if (stage === 'delivered') {
    // The owner or an administrator may end a delivery that its carrier had not started.
    const steps = there.filter((step) => step.key !== 'inDelivery' || passed.includes(step));
    return [steps, steps.length];
  }
  const reached = stepsReached[stage] ?? 0;
  return [there, reached - 1];
}

/** Ends that are no step of the carrier. */
export const isEnding = ({ type, end }: TrackingEvent): boolean =>
  ['overridden', 'receiptConfirmed', 'declarationClosed'].includes(type) || end !== undefined;

/** The events of the present delivery: earlier carriers have no part in it. */
export const deliveryEvents = (events: readonly TrackingEvent[]): readonly TrackingEvent[] =>
  events.slice(events.findLastIndex(endsAgreement) + 1);

export function deliverySteps(
  parcel: Shown,
  { stage, problem }: Pick<Situation, 'stage' | 'problem'>,
  events: readonly TrackingEvent[],
  proofs: readonly Proof[],
): DeliveryStep[] {
  const own = deliveryEvents(events);
  const since = events.findLast(endsAgreement)?.at ?? '';
  const [steps, current] = planOf(stage, own);
  const turned = own.findIndex(({ type }) => type === 'returned');
  const settled = own.findLast(isEnding);
  const lastOf = (wanted: TrackingEvent['type']) => own.findLast(({ type }) => type === wanted);
  const declared = { inDelivery: lastOf('deliveryDeclared'), returning: lastOf('returnDeclared') };
  // A declared end counts from the declaration on (rule 158).
  const counted =
    settled?.type === 'overridden' || settled?.end
      ? settled
      : settled && (declared.returning ?? declared.inDelivery ?? settled);
  const positions = own.filter(({ type }) => type === 'position');
  const changes = own.filter(({ type }) => type === 'changeAgreed' || type === 'tripMoved' || type === 'tripCancelled');
  const pickedUp = own.findIndex(({ type }) => type === 'validatePickup');
  const isBeforePickup = (change: TrackingEvent) => pickedUp === -1 || own.indexOf(change) < pickedUp;
  const isBefore = (position: TrackingEvent) => turned === -1 || own.indexOf(position) < turned;

  return steps.map(({ key, title, event, stage: photosOf }, index) => {
    const isReached = index <= current;
    const isEnd = index === steps.length - 1;
    const doubt = isEnd && isDenied({ stage, problem }) ? deniedOf(stage) : undefined;
    return {
      key,
      title: doubt?.label ?? title,
      state: doubt ? 'current' : index < current ? 'done' : index === current ? 'current' : 'later',
      ...(key === 'inDelivery' || key === 'returning' ? { declared: declared[key] } : {}),
      ...(isEnd && isReached && counted !== settled ? { declared: settled } : {}),
      // An end by the owner, by silence or by an administrator has no other event.
      told: isReached
        ? isEnd && counted?.type === 'overridden'
          ? counted
          : (lastOf(event) ?? (isEnd ? counted : undefined))
        : undefined,
      place: key === 'pickedUp' ? parcel.pickup.city : key === 'delivered' ? parcel.delivery.city : undefined,
      proofs: photosOf ? proofs.filter((proof) => proof.stage === photosOf && proof.at > since) : [],
      positions: positions.filter((one) =>
        key === 'inTransit' ? isBefore(one) : key === 'returning' ? !isBefore(one) : false,
      ),
      changes: changes.filter((one) =>
        key === 'agreed' ? isBeforePickup(one) : key === 'inTransit' ? !isBeforePickup(one) : false,
      ),
    };
  });
}
