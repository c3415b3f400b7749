import { randomUUID } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { notifyBatch } from './notifier/notify.ts';
import { openPushService } from './notifier/push-service.ts';
import { openNoticeQueue } from './notifier/queue.ts';

const table = openTable(env('TABLE'));
const queueNotice = openNoticeQueue(env('NOTICE_QUEUE'));
const push = openPushService({ contact: env('PUSH_CONTACT'), standIn: process.env['PUSH_SERVICE_URL'] });

export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> =>
  notifyBatch(Records, { table, now: () => Date.now(), newId: randomUUID, push, queueNotice });
