import { randomUUID } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { background } from '#functions/platform/background.ts';
import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { openNoticeQueue } from './notifier/messages.ts';
import { notifyBatch } from './notifier/notify.ts';
import { openPushService } from './notifier/push-service.ts';

const table = openTable(env('TABLE'));
const queueNotice = openNoticeQueue(env('NOTICE_QUEUE'));
const push = openPushService({ contact: env('PUSH_CONTACT'), standIn: process.env['PUSH_SERVICE_URL'] });

/** Consumer of the queue of notices. */
export const handler = background(
  ({ Records }: SQSEvent): Promise<SQSBatchResponse> =>
    notifyBatch(Records, { table, now: () => Date.now(), newId: randomUUID, push, queueNotice }),
);
