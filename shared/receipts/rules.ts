import { subscriptionMs } from '../subscriptions/yearly.ts';
import { dayOf } from '../values/time.ts';
import { Receipt } from './contract.ts';
import type { ReceiptRecord } from './record.ts';

/** Receipts of a member that may wait at the same time. */
export const pendingReceiptLimit = 3;

/** Days for which a decided receipt and its file are kept (rule 95). */
export const receiptDays = { approved: 3653, rejected: 90 } as const;

/** The end of a subscription after one more year: an early renewal loses no day (rule 18). */
export const extendedEnd = (end: string | undefined, now: number): string =>
  new Date(Math.max(now, end === undefined ? 0 : Date.parse(end)) + subscriptionMs).toISOString();

/** The reference that members write on a transfer, so that an administrator recognises it on the account statement. */
export const paymentReference = (memberId: string) => `ABO-${memberId.slice(-8).toUpperCase()}`;

/** Why a day cannot be the day of a payment; undefined if it can. */
export const paidOnProblem = (paidOn: string, now: number): string | undefined =>
  paidOn > dayOf(now) ? "Cette date n'est pas encore passée" : undefined;

/** A receipt as its member reads it, without the place of its file and its administrator. */
export const toReceipt = (receipt: ReceiptRecord): Receipt =>
  Receipt.parse({
    ...receipt,
    kind: receipt.contentType === 'application/pdf' ? 'pdf' : 'image',
    decidedAt: receipt.validatedAt,
  });
