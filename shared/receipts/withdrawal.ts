import type { ProfileRecord } from '../profiles/record.ts';
import { Refusal } from '../refusal.ts';
import { subscriptionMs } from '../subscriptions/yearly.ts';
import { dayMs, dayOf } from '../values/time.ts';
import type { ReceiptRecord } from './record.ts';
import { receiptWords } from './words.ts';

/** Days in which a member may give up the contract, after the day of its approval (rule 216). */
const withdrawalDays = 14;

/**
 * A last day on a Saturday, Sunday or French holiday moves to the next working day. Good Friday, a holiday in a part of
 * France, moves to the Tuesday after Easter.
 */
const movedDays = 4;

/** Days in which a payment is given back. */
const payBackDays = 14;

type Judged = Pick<ReceiptRecord, 'status' | 'validatedAt' | 'withdrawnAt'>;

const daysAfter = (moment: string, days: number) => dayOf(Date.parse(moment) + days * dayMs);

/** The fourteenth day, while the server accepts a withdrawal; undefined afterwards, and without a contract. */
export function withdrawUntil({ status, validatedAt, withdrawnAt }: Judged, now: number): string | undefined {
  if (status !== 'approved' || validatedAt === undefined || withdrawnAt !== undefined) return undefined;
  const isOver = daysAfter(validatedAt, withdrawalDays + movedDays) < dayOf(now);
  return isOver ? undefined : daysAfter(validatedAt, withdrawalDays);
}

export const payBackUntil = (withdrawnAt: string): string => daysAfter(withdrawnAt, payBackDays);

/** The receipt, withdrawn by its member. The approval stays. */
export function withdraw(receipt: ReceiptRecord, now: number): ReceiptRecord {
  const { status, validatedAt, version } = receipt;
  if (status !== 'approved' || validatedAt === undefined)
    throw new Refusal('STATE_CHANGED', { title: receiptWords.notWithdrawn, detail: receiptWords.noContract });
  if (withdrawUntil(receipt, now) === undefined)
    throw new Refusal('STATE_CHANGED', {
      title: receiptWords.notWithdrawn,
      detail: receiptWords.tooLate(daysAfter(validatedAt, withdrawalDays)),
    });
  return { ...receipt, withdrawnAt: new Date(now).toISOString(), version: version + 1 };
}

/** The end of a subscription without one of its years; undefined if nothing is left. */
export function shortenedEnd(end: string | undefined, now: number): string | undefined {
  const rest = Date.parse(end ?? '') - subscriptionMs;
  return rest > now ? new Date(rest).toISOString() : undefined;
}

/** The profile without the year of a withdrawn receipt. */
export function unsubscribe(profile: ProfileRecord, now: number): ProfileRecord {
  const { subscriptionStart, subscriptionEnd, ...rest } = profile;
  const end = shortenedEnd(subscriptionEnd, now);
  return {
    ...rest,
    ...(end === undefined ? {} : { subscriptionStart, subscriptionEnd: end }),
    version: profile.version + 1,
  };
}

/**
 * The receipt as paid back. A member who is blocked, or gone, withdraws by letter, so the withdrawal may be entered
 * with it.
 */
export function payBack(receipt: ReceiptRecord, now: number): ReceiptRecord {
  if (receipt.status !== 'approved' || receipt.paidBackAt !== undefined) throw new Refusal('ALREADY_DECIDED');
  const at = new Date(now).toISOString();
  return { ...receipt, withdrawnAt: receipt.withdrawnAt ?? at, paidBackAt: at, version: receipt.version + 1 };
}
