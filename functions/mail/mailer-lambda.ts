import { setTimeout } from 'node:timers/promises';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { openMailQueue } from '#functions/platform/aws/queue.ts';
import { background } from '#functions/platform/background.ts';
import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { deliverMail, mailDeps } from './deliver.ts';
import { mailBatch } from './mailer.ts';
import { openQuota, openSes } from './ses.ts';

const table = openTable(env('TABLE'));
const mails = mailDeps(table);
const quota = openQuota(openSes());
const queue = openMailQueue(env('MAIL_QUEUE'));

/** Longer than SES may take with its second try. */
const lastMs = 10_000;
/**
 * Delay of a mail while SES accepts none. With the queue's thousand tries that is 25 hours, so a daily quota loses no
 * mail.
 */
const heldSeconds = 90;

/** Consumer of the queue of mails. */
export const handler = background(
  ({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
    mailBatch(Records, {
      table,
      quota,
      deliver: (row) => deliverMail(mails, row),
      hasTime: () => context.getRemainingTimeInMillis() > lastMs,
      hide: (receiptHandle) => queue.hide(receiptHandle, heldSeconds),
      pause: setTimeout,
    }),
);
