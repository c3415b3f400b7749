import * as z from 'zod/mini';
import { dayOf } from '../values/time.ts';
import type { ParcelRecord } from './record.ts';
import { isClosed } from './rules.ts';

/** The sections of a member's own parcels: waiting for their owner, in progress, finished. */
export const ParcelPhase = z.enum(['todo', 'going', 'over']);
export type ParcelPhase = z.infer<typeof ParcelPhase>;

export const parcelPhaseLabels: Readonly<Record<ParcelPhase, string>> = {
  todo: 'À faire',
  going: 'En cours',
  over: 'Terminés',
};

/** No carrier took it and its last day has passed, so the search no longer lists it. */
export const isOverdue = ({ status, deadline }: Pick<ParcelRecord, 'status' | 'deadline'>, now: number): boolean =>
  (status === 'active' || status === 'pending') && deadline < dayOf(now);

type PhaseFacts = Partial<Pick<ParcelRecord, 'adminStatus'>> & Pick<ParcelRecord, 'status' | 'returnConfirmedAt'>;

/**
 * The section of a parcel. It waits for its owner with an offer to answer, a refusal to correct, or a return to
 * confirm.
 */
export function phaseOf(parcel: PhaseFacts): ParcelPhase {
  if (isClosed(parcel)) return 'over';
  const { status, adminStatus } = parcel;
  const isRefused = adminStatus === 'rejected' && (status === 'active' || status === 'pending');
  return isRefused || status === 'accepted_for_delivery' || status === 'returned' ? 'todo' : 'going';
}
