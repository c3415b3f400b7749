import { expect, test } from 'vitest';
import { receiptItem } from '#functions/receipts/repository.ts';
import { hourMs } from '#shared/values/time.ts';
import { aReceiptRecord } from '#test/support/factories.ts';
import { tableWith } from '#test/support/pipeline.ts';
import { logOldestReceipt } from './reminders.ts';

const now = Date.parse('2026-11-24T12:00:00.000Z');
const ago = (hours: number) => new Date(now - hours * hourMs).toISOString();

test('the log tells for how many hours the oldest waiting receipt waits', async () => {
  const receipt = (id: string, hours: number, status: 'pending' | 'approved' = 'pending') =>
    receiptItem(aReceiptRecord({ id, memberId: 'member', status, sentAt: ago(hours) }));
  const table = await tableWith([receipt('r1', 3), receipt('r2', 20.5), receipt('r3', 90, 'approved')]);
  expect(await logOldestReceipt(table, now)).toBe(20);
  expect(await logOldestReceipt(await tableWith([]), now)).toBe(0);
});

test('Friday and Saturday do not count, because the promise is about working days', async () => {
  const sunday = Date.parse('2026-11-22T09:30:00.000Z');
  const sentAt = '2026-11-19T20:00:00.000Z';
  const table = await tableWith([receiptItem(aReceiptRecord({ id: 'r1', memberId: 'member', sentAt }))]);
  // Three hours of Thursday and ten and a half of Sunday, in Algiers.
  expect(await logOldestReceipt(table, sunday)).toBe(13);
});
