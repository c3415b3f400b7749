import { background } from '#functions/platform/background.ts';
import { settleDue } from '#functions/platform/due.ts';
import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { dueKinds, logOldestReceipt, remind } from './reminders.ts';

const table = openTable(env('TABLE'));

/** A failure of one job keeps no other from running. */
export const handler = background(async (): Promise<void> => {
  const now = Date.now();
  const jobs = [settleDue(table, now, dueKinds), remind(table, now), logOldestReceipt(table, now)];
  const failed = (await Promise.allSettled(jobs)).filter((job) => job.status === 'rejected');
  if (failed.length > 0)
    throw new AggregateError(
      failed.map(({ reason }) => reason as unknown),
      'reminders failed',
    );
});
