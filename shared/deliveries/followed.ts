import { calledName } from '../messaging/words.ts';
import type { ParcelRecord } from '../parcels/record.ts';
import type { Stage } from '../situation/contract.ts';
import { endsByArrival, isDenied, isFoundAgain } from '../situation/open-problem.ts';
import { stageOf } from '../situation/situation.ts';
import { hasCodeIn, isAwaitedIn, isOver, listingStages } from '../situation/stages.ts';
import { dayMs } from '../values/time.ts';
import { agreedDay } from './agreement.ts';
import type { TrackingEvent } from './contract.ts';
import type { Followed, FollowedStep } from './follow.ts';
import { endsAgreement } from './rules.ts';

/** The link of a parcel opens for so long after its end. */
const afterEndMs = 30 * dayMs;

const unfollowed = [...listingStages, 'proposed', 'chosen', 'unavailable'] as const satisfies readonly Stage[];
type Unfollowed = (typeof unfollowed)[number];
const isFollowed = (stage: Stage): stage is Exclude<Stage, Unfollowed> =>
  !(unfollowed as readonly Stage[]).includes(stage);

/**
 * The parcel as the recipient's link shows it (rule 162); undefined before both have agreed, and 30 days after the end.
 * `events` are the newest ones of the parcel, oldest first.
 */
export function followed(parcel: ParcelRecord, events: readonly TrackingEvent[], now: number): Followed | undefined {
  const { owner, carrier, assignedAt = '', ownerOkAt, carrierOkAt } = parcel;
  const stage = stageOf(parcel, now);
  if (!carrier || !ownerOkAt || !carrierOkAt || !isFollowed(stage)) return undefined;
  const told = shownStage({ stage, problem: parcel.problem });
  const own = events.filter(({ at }) => at >= assignedAt);
  const end = parcel.deliveredAt ?? parcel.returnConfirmedAt ?? own.at(-1)?.at;
  if (isOver({ stage: told }) && (!end || Date.parse(end) + afterEndMs <= now)) return undefined;
  const kind = parcel.problem && !isFoundAgain(parcel.problem) ? parcel.problem.kind : undefined;
  const isAwaited = isAwaitedIn(stage) && !(kind && endsByArrival({ kind }));
  const seen = own.findLast(({ type }) => type === 'position');
  return {
    stage: told,
    from: parcel.pickup.city,
    to: parcel.delivery.city,
    ...(kind ? { problem: kind === 'content' ? ('other' as const) : kind } : {}),
    ...(isAwaited ? { day: agreedDay(parcel) } : {}),
    sender: calledName(owner),
    carrier: calledName(carrier),
    steps: stepsOf(parcel, own, told),
    ...(seen?.city && !isOver({ stage }) ? { seen: { city: seen.city, at: seen.at } } : {}),
    ...(parcel.codeAsked && hasCodeIn(stage) && !parcel.codeSpent ? { hasCode: true as const } : {}),
  };
}

/** The agreement that began at this moment has ended without its parcel, which its link tells as long (rule 162). */
export function hasEnded(events: readonly TrackingEvent[], since: number, now: number): boolean {
  const end = events.find((event) => Date.parse(event.at) >= since && endsAgreement(event));
  return end !== undefined && Date.parse(end.at) + afterEndMs > now;
}

/** The recipient reads of a return only its end, and of a problem only that an end is said and not certain. */
function shownStage<S extends Stage>(of: { stage: S; problem: ParcelRecord['problem'] }) {
  if (of.stage === 'returnDeclared') return 'returning';
  if (!isDenied(of)) return of.stage as Exclude<S, 'returnDeclared'>;
  return of.stage === 'delivered' ? 'deliveryDeclared' : 'returning';
}

function stepsOf(
  { ownerOkAt = '', carrierOkAt = '', pickedUpAt, deliveredAt }: ParcelRecord,
  own: readonly TrackingEvent[],
  stage: Stage,
): Followed['steps'] {
  const isThere = stage === 'delivered';
  const outAt = own.findLast(({ type }) => type === 'startDelivery')?.at;
  const reached: readonly (readonly [FollowedStep, isReached: boolean, at?: string | undefined])[] = [
    ['agreed', true, ownerOkAt > carrierOkAt ? ownerOkAt : carrierOkAt],
    ['pickedUp', isThere || pickedUpAt !== undefined, pickedUpAt],
    ['inTransit', isThere || pickedUpAt !== undefined, pickedUpAt],
    ['inDelivery', stage === 'delivering' || stage === 'deliveryDeclared' || outAt !== undefined, outAt],
    ['delivered', isThere, deliveredAt],
  ];
  return reached.flatMap(([key, isReached, at]) => (isReached ? [{ key, ...(at ? { at } : {}) }] : []));
}
