import * as z from 'zod/mini';
import type { ParcelRecord } from './record.ts';
import { isClosed, isDeclared } from './rules.ts';

/** The sections of a member's own parcels: waiting for their owner, in progress, finished. */
export const ParcelPhase = z.enum(['todo', 'going', 'over']);
export type ParcelPhase = z.infer<typeof ParcelPhase>;

type PhaseFacts = Partial<Pick<ParcelRecord, 'adminStatus'>> &
  Pick<ParcelRecord, 'status' | 'returnConfirmedAt' | 'declaredAt'>;

/**
 * The section of a parcel. It waits for its owner with an offer to answer, a refusal to correct, or a return or a
 * declared delivery to confirm.
 */
export function phaseOf(parcel: PhaseFacts): ParcelPhase {
  if (isClosed(parcel)) return 'over';
  const { status, adminStatus } = parcel;
  const isRefused = adminStatus === 'rejected' && (status === 'active' || status === 'pending');
  const waits = isRefused || isDeclared(parcel) || status === 'accepted_for_delivery' || status === 'returned';
  return waits ? 'todo' : 'going';
}
