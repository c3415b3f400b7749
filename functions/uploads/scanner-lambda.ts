import type { S3Event, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { background } from '#functions/platform/background.ts';
import { env } from '#functions/platform/env.ts';
import { logger } from '#functions/platform/log.ts';
import { openTable } from '#functions/platform/table.ts';
import { scanStates } from './scan-states.ts';
import { giveUp, s3Store, scan } from './scanner.ts';

const tools = {
  uploads: scanStates(openTable(env('TABLE'))),
  store: s3Store({
    quarantine: env('QUARANTINE_BUCKET'),
    identity: env('IDENTITY_BUCKET'),
    private: env('PRIVATE_BUCKET'),
    media: env('MEDIA_BUCKET'),
  }),
};

/** S3 writes the blanks of a key as plus signs and escapes the rest. S3's own test event has no `Records`. */
const keysIn = (body: string): string[] =>
  ((JSON.parse(body) as Partial<S3Event>).Records ?? []).map(({ s3 }) =>
    decodeURIComponent(s3.object.key.replaceAll('+', ' ')),
  );

/** How often the queue delivers a message before it gives up. */
const tries = Number(env('TRIES'));

/**
 * New files in quarantine, through a queue. Only failed ones of a batch are delivered again. After the last try the
 * message goes to the queue of failed scans, and the member is informed.
 */
export const handler = background(async (event: SQSEvent): Promise<SQSBatchResponse> => {
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  for (const { messageId, body, attributes } of event.Records) {
    try {
      for (const key of keysIn(body))
        logger.info('file scanned', { kind: key.split('/')[1], outcome: await scan(key, tools) });
    } catch (error) {
      logger.error('file not scanned', error as Error);
      batchItemFailures.push({ itemIdentifier: messageId });
      if (Number(attributes.ApproximateReceiveCount) >= tries) await tellMembers(body);
    }
  }
  return { batchItemFailures };
});

/** If even this fails, an old upload without a verdict counts as failed after some time. */
async function tellMembers(body: string): Promise<void> {
  try {
    for (const key of keysIn(body)) await giveUp(key, tools.uploads);
  } catch (error) {
    logger.error('member not told', error as Error);
  }
}
