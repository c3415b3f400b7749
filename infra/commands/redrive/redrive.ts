import { InvokeCommand } from '@aws-sdk/client-lambda';
import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { Settings } from '../../config.ts';
import { type Clients, outputValue } from '../clients.ts';

/** The answer of a reader of the stream: the records that it could not apply. */
const Answer = z.object({ batchItemFailures: z.array(z.unknown()) });
/** What Lambda stores about a batch it gave up; the original event as JSON or as JSON text. */
const FailedBatch = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  payload: z.union([z.string(), z.looseObject({})]),
});

/**
 * Gives functions their failed events again, after the cause is fixed. Batches of the stream wait in the bucket of failed
 * events (14 days), scans of files in their last queue. Functions apply each record once, so a repeat is safe. Throws a
 * sentence when a function fails again; what is left then stays where it is.
 */
export async function redrive(settings: Settings, clients: Clients, say: (line: string) => void): Promise<void> {
  const bucket = await outputValue(clients, settings, 'Live', 'FailedEventsBucket');
  const keys = await keysOf(bucket, clients);
  for (const key of keys) {
    await redriveBatch(bucket, key, clients);
    say(`Given again: ${key}`);
  }
  say(`${keys.length} failed batches of the stream were given again.`);
  const SourceArn = await outputValue(clients, settings, 'Files', 'FailedScansArn');
  await clients.queues.send(new StartMessageMoveTaskCommand({ SourceArn }));
  say('Failed scans go back to the queue of the scanner.');
}

/** Keys contain mapping, shard and time: sorted, each function gets its batches in the order of their failures. */
async function keysOf(Bucket: string, { files }: Clients): Promise<string[]> {
  const keys: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client: files }, { Bucket })) {
    keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
  }
  return keys.toSorted((one, other) => one.localeCompare(other));
}

/** The batch stays when the function fails again, or names failed records. */
async function redriveBatch(Bucket: string, Key: string, { files, lambda }: Clients): Promise<void> {
  const { Body } = await files.send(new GetObjectCommand({ Bucket, Key }));
  const { requestContext, payload } = FailedBatch.parse(JSON.parse((await Body?.transformToString()) ?? ''));
  const { functionArn } = requestContext;
  const { FunctionError, Payload } = await lambda.send(
    new InvokeCommand({
      FunctionName: functionArn,
      Payload: new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload)),
    }),
  );
  const failed = FunctionError ? [] : Answer.parse(JSON.parse(new TextDecoder().decode(Payload))).batchItemFailures;
  if (FunctionError || failed.length > 0)
    throw new Error(`${functionArn} failed again, see its log. What is left stays in the bucket.`);
  await files.send(new DeleteObjectCommand({ Bucket, Key }));
}
