import { randomUUID } from 'node:crypto';
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { openNoticeQueue } from '#functions/notices/notifier/messages.ts';
import { openIdentity } from '#functions/platform/aws/identity.ts';
import { openLogCopy } from '#functions/platform/aws/log-copy.ts';
import { openFileStore } from '#functions/platform/aws/object-store.ts';
import { openPush } from '#functions/platform/aws/push.ts';
import { openMailQueue } from '#functions/platform/aws/queue.ts';
import { background } from '#functions/platform/background.ts';
import { env } from '#functions/platform/env.ts';
import { openTable } from '#functions/platform/table.ts';
import { type DispatcherDeps, dispatchBatch } from './dispatcher/dispatch.ts';
import { openSockets } from './dispatcher/sockets.ts';

const table = openTable(env('TABLE'));

const deps: DispatcherDeps = {
  table,
  sockets: openSockets(table, openPush(env('SOCKET_ENDPOINT')), Date.now),
  identity: openIdentity({ UserPoolId: env('POOL_ID') }),
  files: {
    identity: openFileStore(env('IDENTITY_BUCKET')),
    private: openFileStore(env('PRIVATE_BUCKET')),
    media: openFileStore(env('MEDIA_BUCKET')),
  },
  logCopy: openLogCopy(env('LOG_BUCKET')),
  queueNotice: openNoticeQueue(env('NOTICE_QUEUE')),
  queueMail: openMailQueue(env('MAIL_QUEUE')).send,
  now: () => Date.now(),
  newId: randomUUID,
};

/** Second reader of the table's stream. */
export const handler = background(
  (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => dispatchBatch(event.Records, deps),
);
