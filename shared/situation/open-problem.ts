import { type Problem, type ProblemKind, type ProblemRecord, toProblem } from '../deliveries/problem.ts';
import type { ParcelRecord, ParcelStatus } from '../parcels/record.ts';
import type { Situation, Stage, WaitsFor } from './contract.ts';
import { isToConfirm } from './stages.ts';

const kinds: Readonly<Record<'owner' | 'carrier', readonly ProblemKind[]>> = {
  owner: ['not_arrived', 'missing', 'damaged'],
  carrier: ['lost', 'customs', 'content'],
};

/** The kinds that a member may report, in the order of the form. */
export const problemKindsOf = (isOwner: boolean): readonly ProblemKind[] => kinds[isOwner ? 'owner' : 'carrier'];

/** The reader of a delivery has reported its open problem. */
export const isOwnProblem = (isOwner: boolean, { kind }: Pick<Problem, 'kind'>): boolean =>
  problemKindsOf(isOwner).includes(kind === 'not_returned' ? 'not_arrived' : kind);

/** A parcel that has arrived is not missing any more (rule 170). */
export const endsByArrival = ({ kind }: Pick<Problem, 'kind'>): boolean =>
  kind === 'not_arrived' || kind === 'not_returned' || kind === 'missing' || accusesNobody({ kind });

/** The carrier does not have the parcel any more, by the fault of neither: no list of reports about a member has it. */
export const accusesNobody = ({ kind }: Pick<Problem, 'kind'>): boolean => kind === 'lost' || kind === 'customs';

/** The carrier of a lost or held parcel has left to deliver it since, so that they have it again. */
export const isFoundAgain = (problem: Pick<Problem, 'kind' | 'startedAt'>): boolean =>
  accusesNobody(problem) && problem.startedAt !== undefined;

/** The two members of a delivery, and no others, know of its problem. */
export const problemIn = ({ problem }: Pick<ParcelRecord, 'problem'>, isParty: boolean): Problem | undefined =>
  problem && isParty ? toProblem(problem) : undefined;

interface Reported {
  readonly stage: Stage | ParcelStatus;
  readonly problem?: { readonly kind: ProblemKind } | undefined;
}

/** An open problem denies the end that the parcel has reached, so that no place tells that end as a fact. */
export const isDenied = ({ stage, problem }: Reported): boolean =>
  problem !== undefined && endsByArrival(problem) && (stage === 'delivered' || stage === 'returned');

/** The stage whose steps a place shows as reached. */
export const stepStageOf = (of: Reported & { readonly stage: Stage }): Stage =>
  of.stage === 'delivered' && isDenied(of) ? 'delivering' : of.stage;

/**
 * An open problem waits for the member who has not reported it, after their answer for its author, and after three
 * days for us.
 */
export function answererOf(isOwner: boolean, problem: Problem, now: number): WaitsFor {
  if (Date.parse(problem.answerBy) <= now) return 'us';
  return isOwnProblem(isOwner, problem) === (problem.answeredAt !== undefined) ? 'me' : 'other';
}

/** The problem waits for the carrier; without a moment, as if no answer were late. */
export const asksCarrier = (problem: ProblemRecord, now = 0): boolean =>
  answererOf(false, toProblem(problem), now) === 'me';

/** An end that the owner can confirm waits for them, also while the other one has the word about the problem. */
export const waitsBeside = (
  problem: Problem,
  { isOwner, stage }: Pick<Situation, 'isOwner' | 'stage'>,
  now: number,
): WaitsFor => (isOwner && isToConfirm(stage) ? 'me' : answererOf(isOwner, problem, now));

/** The author of an answered problem is asked whether it is resolved; an end to confirm comes first. */
export const isToSettle = (
  { problem, isOwner, stage }: Pick<Situation, 'problem' | 'isOwner' | 'stage'>,
  now: number,
): boolean =>
  problem?.answeredAt !== undefined && !(isOwner && isToConfirm(stage)) && answererOf(isOwner, problem, now) === 'me';
