import { expect, test } from 'vitest';
import { receiptItem } from '#functions/receipts/repository.ts';
import { hourMs } from '#shared/values/time.ts';
import { aReceiptRecord } from '#test/support/factories.ts';
import { tableWith } from '#test/support/pipeline.ts';
import { logOldestReceipt } from './oldest-receipt.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const ago = (hours: number) => new Date(now - hours * hourMs).toISOString();

test('the log tells for how many hours the oldest waiting proof of payment waits', async () => {
  const receipt = (id: string, hours: number, status: 'pending' | 'approved' = 'pending') =>
    receiptItem(aReceiptRecord({ id, memberId: 'member', status, sentAt: ago(hours) }));
  const table = await tableWith([receipt('r1', 3), receipt('r2', 20.5), receipt('r3', 90, 'approved')]);
  expect(await logOldestReceipt(table, now)).toBe(20);
  expect(await logOldestReceipt(await tableWith([]), now)).toBe(0);
});
