import type { S3Event, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { env } from '#functions/platform/env.ts';
import { logger } from '#functions/platform/log.ts';
import { openTable } from '#functions/platform/table.ts';
import { scan } from './scanner.ts';
import { s3Store } from './store.ts';
import { uploadStates } from './upload-states.ts';

const tools = {
  uploads: uploadStates(openTable(env('TABLE'))),
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

/** New files in quarantine, through a queue: those that fail come again, the others of the batch do not. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  for (const { messageId, body } of event.Records) {
    try {
      for (const key of keysIn(body))
        logger.info('file scanned', { kind: key.split('/')[1], outcome: await scan(key, tools) });
    } catch (error) {
      logger.error('file not scanned', error as Error);
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}
