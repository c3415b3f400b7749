import * as z from 'zod/mini';
import { isOwnProblem } from '../deliveries/problem.ts';
import type { ParcelRecord } from './record.ts';
import { awaitsCorrection, isClosed, isDeclared } from './rules.ts';

/** The sections of a member's own parcels: waiting for their owner, in progress, finished. */
export const ParcelPhase = z.enum(['todo', 'going', 'over']);
export type ParcelPhase = z.infer<typeof ParcelPhase>;

type PhaseFacts = Partial<Pick<ParcelRecord, 'adminStatus' | 'contentsRefused'>> &
  Pick<ParcelRecord, 'status' | 'returnConfirmedAt' | 'declaredAt' | 'problem'>;

/**
 * The section of a parcel. It waits for its owner with an offer to answer, a listing to correct, a return or a declared
 * delivery to confirm, or a problem that the carrier reported.
 */
export function phaseOf(parcel: PhaseFacts): ParcelPhase {
  const { status, problem } = parcel;
  if (problem && !isOwnProblem(true, problem)) return 'todo';
  if (isClosed(parcel)) return problem ? 'going' : 'over';
  const waits =
    isToCorrect(parcel) || isDeclared(parcel) || status === 'accepted_for_delivery' || status === 'returned';
  return waits ? 'todo' : 'going';
}

/** Its owner changes the listing, which administrators or a carrier refused. */
export function isToCorrect(parcel: Pick<PhaseFacts, 'status' | 'adminStatus' | 'contentsRefused'>): boolean {
  const { status, adminStatus } = parcel;
  return (adminStatus === 'rejected' && (status === 'active' || status === 'pending')) || awaitsCorrection(parcel);
}
