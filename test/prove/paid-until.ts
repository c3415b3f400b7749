import type { ReceiptRecord } from '#shared/receipts/record.ts';
import { extendedEnd } from '#shared/receipts/rules.ts';
import { shortenedEnd } from '#shared/receipts/withdrawal.ts';

/** The end of a member's subscription by their approvals and withdrawals, in the order in which they happened. */
export const paidUntil = (receipts: readonly ReceiptRecord[]): string | undefined =>
  receipts
    .filter(({ status }) => status === 'approved')
    .flatMap(({ validatedAt = '', withdrawnAt }) => [
      { at: validatedAt, endAfter: extendedEnd },
      ...(withdrawnAt ? [{ at: withdrawnAt, endAfter: shortenedEnd }] : []),
    ])
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .reduce<string | undefined>((end, { at, endAfter }) => endAfter(end, Date.parse(at)), undefined);
