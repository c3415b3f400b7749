import { setTimeout } from 'node:timers/promises';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { deliverMail, mailDeps } from './deliver.ts';
import { mailBatch } from './mailer.ts';
import { openQuota } from './pace.ts';
import { openSes } from './ses.ts';

const table = openTable(env('TABLE'));
const mails = mailDeps(table);
const quota = openQuota(openSes());

/** Consumer of the queue of mails. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> =>
  mailBatch(Records, { table, quota, deliver: (row) => deliverMail(mails, row), pause: setTimeout });
