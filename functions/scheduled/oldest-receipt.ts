import { queueRepository } from '#functions/admin/lists/queues.ts';
import { logger } from '#functions/platform/log.ts';
import type { Table } from '#functions/platform/table.ts';
import { waitedMs } from '#shared/admin/queues.ts';
import { hourMs } from '#shared/values/time.ts';

/**
 * Hours of working days, rounded down, that the oldest receipt has waited for an administrator; 0 if none waits. The
 * alarm `ReceiptsWait` counts this line of the log.
 */
export async function logOldestReceipt(table: Table, now: number): Promise<number> {
  const since = await queueRepository(table).oldest('receipt');
  const oldestReceiptHours = since ? Math.floor(waitedMs('receipt', since, now) / hourMs) : 0;
  logger.info('oldest receipt', { oldestReceiptHours });
  return oldestReceiptHours;
}
