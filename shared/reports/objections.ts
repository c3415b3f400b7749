import type { AdminAction } from '../admin/contract.ts';

/** The decisions that can be contested, by their line of the log (rule 179). */
export const contestable: readonly AdminAction[] = [
  'rejectProfile',
  'blockProfile',
  'refuseName',
  'deleteProfile',
  'rejectParcel',
  'deleteParcel',
  'rejectTrip',
  'deleteTrip',
  'removeReview',
  'warnMember',
  'dismissReport',
  'upholdReport',
];

/** A decision may be contested for so many months. */
const months = 6;

/** Whether a decision of this moment (ISO) can still be contested. */
export function isContestable(decidedAt: string, now: number): boolean {
  const end = new Date(decidedAt);
  end.setUTCMonth(end.getUTCMonth() + months);
  return now < end.getTime();
}
