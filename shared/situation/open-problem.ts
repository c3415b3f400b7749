import { endsByArrival, isOwnProblem, type Problem, type ProblemKind, toProblem } from '../deliveries/problem.ts';
import type { ParcelRecord } from '../parcels/record.ts';
import type { Situation, Stage, WaitsFor } from './contract.ts';
import { isToConfirm } from './stages.ts';

/** The two members of a delivery, and no others, know of its problem. */
export const problemIn = ({ problem }: Pick<ParcelRecord, 'problem'>, isParty: boolean): Problem | undefined =>
  problem && isParty ? toProblem(problem) : undefined;

interface Reported {
  readonly stage: Stage;
  readonly problem?: { readonly kind: ProblemKind } | undefined;
}

/** An open problem denies the end that the parcel has reached, so that no place tells that end as a fact. */
export const isDenied = ({ stage, problem }: Reported): boolean =>
  problem !== undefined && endsByArrival(problem) && (stage === 'delivered' || stage === 'returned');

/** The stage whose steps a place shows as reached. */
export const stepStageOf = (of: Reported): Stage =>
  of.stage === 'delivered' && isDenied(of) ? 'delivering' : of.stage;

/**
 * An open problem waits for the member who has not reported it, after their answer for its author, and after three
 * days for us.
 */
export function answererOf(isOwner: boolean, problem: Problem, now: number): WaitsFor {
  if (Date.parse(problem.answerBy) <= now) return 'us';
  return isOwnProblem(isOwner, problem) === (problem.answeredAt !== undefined) ? 'me' : 'other';
}

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
