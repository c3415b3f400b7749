import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readSettings, type Settings } from '../config.ts';
import { aws, outputValue } from './aws.ts';
import { outputOf } from './run.ts';

const Listing = z.object({ Contents: z._default(z.array(z.object({ Key: z.string() })), []) });
const Invocation = z.object({ FunctionError: z.optional(z.string()) });
/** The answer of a reader of the stream: the records that it could not apply. */
const Answer = z.object({ batchItemFailures: z.array(z.unknown()) });
/** What Lambda stores about a batch it gave up; the original event as JSON or as JSON text. */
const FailedBatch = z.object({
  requestContext: z.object({ functionArn: z.string() }),
  payload: z.union([z.string(), z.looseObject({})]),
});

/**
 * `npm run redrive`: gives functions their failed events again, after the cause is fixed. Batches of the stream wait in
 * the bucket of failed events (14 days), scans of files in their last queue. Functions apply each record once, so a
 * repeat is safe. Needs the `aws` program, signed in.
 */
try {
  const settings = readSettings();
  await redriveStream(settings);
  await redriveScans(settings);
} catch (problem) {
  process.exitCode = 1;
  console.error(problem instanceof Error ? problem.message : problem);
}

async function redriveStream(settings: Settings): Promise<void> {
  const bucket = await outputValue(settings, 'Live', 'FailedEventsBucket');
  const listing = Listing.parse((await aws(settings, ['s3api', 'list-objects-v2', '--bucket', bucket])) ?? {});
  // Keys contain mapping, shard and time: sorted, each function gets its batches in the order of their failures.
  const keys = listing.Contents.map(({ Key }) => Key).toSorted((one, other) => one.localeCompare(other));
  for (const key of keys) {
    const text = await outputOf('aws', ['s3', 'cp', `s3://${bucket}/${key}`, '-', '--region', settings.region]);
    const { requestContext, payload } = FailedBatch.parse(JSON.parse(text));
    await invoke(settings, requestContext.functionArn, typeof payload === 'string' ? payload : JSON.stringify(payload));
    await aws(settings, ['s3api', 'delete-object', '--bucket', bucket, '--key', key]);
    console.log(`Given again: ${key}`);
  }
  console.log(`${keys.length} failed batches of the stream were given again.`);
}

/** Throws when the function fails again, or names failed records of the batch; the batch then stays. */
async function invoke(settings: Settings, functionArn: string, event: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'redrive-'));
  const [eventFile, answerFile] = [join(folder, 'event.json'), join(folder, 'answer.json')];
  writeFileSync(eventFile, event);
  const args = ['lambda', 'invoke', '--function-name', functionArn, '--payload', `fileb://${eventFile}`, answerFile];
  const { FunctionError } = Invocation.parse(await aws(settings, args));
  const { batchItemFailures } = FunctionError
    ? { batchItemFailures: [] }
    : Answer.parse(JSON.parse(readFileSync(answerFile, 'utf8')));
  if (FunctionError || batchItemFailures.length > 0) {
    throw new Error(`${functionArn} failed again, see its log. What is left stays in the bucket.`);
  }
}

async function redriveScans(settings: Settings): Promise<void> {
  const queue = await outputValue(settings, 'Files', 'FailedScansArn');
  await aws(settings, ['sqs', 'start-message-move-task', '--source-arn', queue]);
  console.log('Failed scans go back to the queue of the scanner.');
}
