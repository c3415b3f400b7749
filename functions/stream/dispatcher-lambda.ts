import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { deliverMail, mailDeps } from '#functions/mail/deliver.ts';
import { env } from '#functions/platform/env.ts';
import { openIdentity } from '#functions/platform/identity.ts';
import { logger } from '#functions/platform/log.ts';
import { openPush } from '#functions/platform/push.ts';
import { openTable } from '#functions/platform/table.ts';
import { changeOf } from './dispatcher/change.ts';
import { type DispatcherDeps, dispatch } from './dispatcher/dispatch.ts';
import { openSockets } from './dispatcher/sockets.ts';

const table = openTable(env('TABLE'));
const mails = mailDeps(table);

const deps: DispatcherDeps = {
  table,
  sockets: openSockets(table, openPush(env('SOCKET_ENDPOINT'))),
  identity: openIdentity(env('POOL_ID')),
  deliver: (record) => deliverMail(mails, record),
  now: () => Date.now(),
};

/**
 * Second reader of the table's stream. Records of a batch are handled at once; those that fail are named, and the stream
 * delivers from the first of them on again.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const failed = await Promise.all(
    event.Records.map(async (record) => {
      try {
        await dispatch(changeOf(record), deps);
        return [];
      } catch (error) {
        logger.error('change not dispatched', { eventId: record.eventID, error: error as Error });
        return [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }];
      }
    }),
  );
  return { batchItemFailures: failed.flat() };
}
