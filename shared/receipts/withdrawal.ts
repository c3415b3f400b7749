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

/** Days in which a payment is given back, and after which administrators are reminded of it. */
const payBackDays = 14;
const reminderDays = 7;

type Judged = Pick<ReceiptRecord, 'status' | 'validatedAt' | 'withdrawnAt' | 'paidBackAt'>;

const daysAfter = (moment: string, days: number) => dayOf(Date.parse(moment) + days * dayMs);

/** The fourteenth day, while the server accepts a withdrawal; undefined afterwards, and without a contract. */
export function withdrawUntil({ status, validatedAt, withdrawnAt }: Judged, now: number): string | undefined {
  if (status !== 'approved' || validatedAt === undefined || withdrawnAt !== undefined) return undefined;
  const isOver = daysAfter(validatedAt, withdrawalDays + movedDays) < dayOf(now);
  return isOver ? undefined : daysAfter(validatedAt, withdrawalDays);
}

/** A withdrawal of this moment (ISO) or earlier is named to administrators until it is paid back. */
export const remindedSince = (now: number): string => new Date(now - reminderDays * dayMs).toISOString();

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
 * An administrator may note a refund: of a withdrawn payment, or of a member who writes a letter, because they are
 * blocked or gone. A letter of the last day has its answer within the days of a refund.
 */
export function mayPayBack({ status, validatedAt, withdrawnAt, paidBackAt }: Judged, now: number): boolean {
  if (status !== 'approved' || validatedAt === undefined || paidBackAt !== undefined) return false;
  return withdrawnAt !== undefined || dayOf(now) <= daysAfter(validatedAt, withdrawalDays + movedDays + payBackDays);
}

/** The receipt as paid back, of a letter also as withdrawn. */
export function payBack(receipt: ReceiptRecord, now: number): ReceiptRecord {
  if (!mayPayBack(receipt, now))
    throw new Refusal('STATE_CHANGED', { title: receiptWords.notPaidBack, detail: receiptWords.noRefund });
  const at = new Date(now).toISOString();
  return { ...receipt, withdrawnAt: receipt.withdrawnAt ?? at, paidBackAt: at, version: receipt.version + 1 };
}
