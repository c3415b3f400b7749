import { type Decision, decideProfile } from '../admin/rules.ts';
import { awaitsWithDocument, type ProfileRecord } from '../profiles/record.ts';
import { Refusal } from '../refusal.ts';
import { dayMs, dayOf } from '../values/time.ts';
import type { ReceiptRecord } from './record.ts';
import { receiptWords } from './words.ts';

/** The 12 months of the offer (rule 18). */
const subscriptionMs = 365 * dayMs;

/** Receipts of a member that may wait at the same time. */
export const pendingReceiptLimit = 3;

/** Days for which a decided receipt and its file are kept (rule 95). */
export const receiptDays = { approved: 3653, rejected: 90 } as const;

/** The end of a subscription after one more year: an early renewal loses no day (rule 18). */
export const extendedEnd = (end: string | undefined, now: number): string =>
  new Date(Math.max(now, end === undefined ? 0 : Date.parse(end)) + subscriptionMs).toISOString();

/** What members write on a transfer, so that an administrator recognises it on the account statement. */
export const paymentReference = (memberId: string) => `ABO-${memberId.slice(-8).toUpperCase()}`;

/** Throws INVALID for a payment of a day that is still to come. */
export function requirePaid(paidOn: string | undefined, now: number): void {
  if (paidOn !== undefined && paidOn > dayOf(now))
    throw new Refusal('INVALID', undefined, { fields: { paidOn: receiptWords.futureDay } });
}

/** Whether an approval of a receipt also approves the profile: only a pending one with documents (rule 43). */
export const verifiesProfile = (profile: ProfileRecord) =>
  profile.status === 'pending' && profile.newName === undefined && awaitsWithDocument(profile);

/** The profile with one more year. A rejected one stays rejected; a blocked one is refused (rule 43). */
export function subscribe(profile: ProfileRecord, decision: Decision): ProfileRecord {
  if (profile.status === 'blocked')
    throw new Refusal('STATE_CHANGED', { title: receiptWords.notDecided, detail: receiptWords.memberBlocked });
  const judged = verifiesProfile(profile)
    ? decideProfile(profile, 'approved', decision)
    : { ...profile, version: profile.version + 1 };
  return {
    ...judged,
    subscriptionStart: new Date(decision.now).toISOString(),
    subscriptionEnd: extendedEnd(profile.subscriptionEnd, decision.now),
  };
}

/** pending → approved with the new end of the subscription, or rejected with a reason. */
export function decideReceipt(
  receipt: ReceiptRecord,
  { adminId, now }: Decision,
  outcome: { subscriptionEnd: string } | { reason: string },
): ReceiptRecord {
  if (receipt.status !== 'pending') throw new Refusal('ALREADY_DECIDED');
  return {
    ...receipt,
    ...outcome,
    status: 'reason' in outcome ? 'rejected' : 'approved',
    validatedAt: new Date(now).toISOString(),
    validatedBy: adminId,
    version: receipt.version + 1,
  };
}

/** Days before the end on which a member is reminded; 0 is the last day. */
const reminderDays = [30, 7, 0] as const;

/** Whole days until a day of the calendar; negative after it. */
export const daysUntil = (day: string, now: number) =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${dayOf(now)}T00:00:00Z`)) / dayMs);

/** The day of the next reminder before the end of a subscription; undefined after the last one. */
export function nextReminder(end: string, now: number): string | undefined {
  const left = daysUntil(dayOf(Date.parse(end)), now);
  const next = reminderDays.find((days) => days < left);
  return next === undefined ? undefined : dayOf(Date.parse(end) - next * dayMs);
}
