import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { logOldestReceipt } from './oldest-receipt.ts';
import { remind } from './reminders.ts';

const table = openTable(env('TABLE'));

export async function handler(): Promise<void> {
  await remind(table, Date.now());
  await logOldestReceipt(table, Date.now());
}
