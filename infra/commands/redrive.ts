import { InvokeCommand } from '@aws-sdk/client-lambda';
import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import { StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { Settings } from '#infra/config.ts';
import { type Clients, outputValue } from './clients.ts';
import { command } from './command.ts';
import { openStage } from './stage.ts';

const Answer = z.object({ batchItemFailures: z.array(z.unknown()) });
/** Lambda's record of a batch it gave up, with the original event as JSON or as JSON text. */
const FailedBatch = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  payload: z.union([z.string(), z.looseObject({})]),
});

const lastQueues = [
  { stack: 'Files', output: 'FailedScansArn', done: 'Failed scans go back to the queue of the scanner.' },
  { stack: 'Live', output: 'FailedRefusalsArn', done: 'Bounces and complaints go back to their queue.' },
  {
    stack: 'Live',
    output: 'FailedNoticesArn',
    done: 'Listings for alerts and pushes go back to the queue of the notifier.',
  },
] as const;

/**
 * Gives functions their failed events again, after the cause is fixed. Batches of the stream wait in the bucket of
 * failed events (14 days); scans of files, reports of SES and listings for alerts in their last queues. Functions apply
 * each record once and in any order, so a repeat is safe. A batch that fails again stays without delaying the others,
 * and is named at the end in a thrown sentence.
 */
export async function redrive(settings: Settings, clients: Clients, say: (line: string) => void): Promise<void> {
  const bucket = await outputValue(clients, settings, 'Live', 'FailedEventsBucket');
  const keys = await keysOf(bucket, clients);
  const left: string[] = [];
  for (const key of keys) {
    const trouble = await redriveBatch(bucket, key, clients);
    say(trouble ? `Stays: ${key} (${trouble})` : `Given again: ${key}`);
    if (trouble) left.push(key);
  }
  say(`${keys.length - left.length} of ${keys.length} failed batches of the stream were given again.`);
  for (const { stack, output, done } of lastQueues) {
    const SourceArn = await outputValue(clients, settings, stack, output);
    await clients.queues.send(new StartMessageMoveTaskCommand({ SourceArn }));
    say(done);
  }
  if (left.length > 0)
    throw new Error(`Failed again, see the logs of their functions, and left in ${bucket}: ${left.join(', ')}`);
}

/** Keys contain mapping, shard and time: sorted, each function gets its batches in the order of their failures. */
async function keysOf(Bucket: string, { files }: Clients): Promise<string[]> {
  const keys: string[] = [];
  for await (const { Contents = [] } of paginateListObjectsV2({ client: files }, { Bucket })) {
    keys.push(...Contents.flatMap(({ Key }) => Key ?? []));
  }
  return keys.toSorted((one, other) => one.localeCompare(other));
}

/** The problem, if there is one. The batch stays if it cannot be read, or if the function fails or names records. */
async function redriveBatch(Bucket: string, Key: string, clients: Clients): Promise<string | undefined> {
  try {
    return await giveAgain(Bucket, Key, clients);
  } catch (problem) {
    return problem instanceof Error ? problem.message : String(problem);
  }
}

async function giveAgain(Bucket: string, Key: string, { files, lambda }: Clients): Promise<string | undefined> {
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
  const name = functionArn.split(':').at(-1);
  if (FunctionError) return `${name} failed again`;
  if (failed.length > 0) return `${name} could not apply ${failed.length} of its records`;
  await files.send(new DeleteObjectCommand({ Bucket, Key }));
  return undefined;
}

/** `npm run redrive`: gives functions their failed events again. Uses the credentials of this terminal. */
if (import.meta.main)
  await command(async () => {
    const { settings, clients } = await openStage();
    await redrive(settings, clients, (line) => console.log(line));
  });
