import { InvokeCommand } from '@aws-sdk/client-lambda';
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { openClients } from '#infra/commands/clients.ts';
import { parseSettings } from '#infra/config.ts';
import { failedBatch } from '#infra/local/events/stream-shards.ts';
import { aReadyAccount } from '#test/support/fake-account.ts';
import { redrive } from './redrive.ts';

const functionArn = 'arn:aws:lambda:eu-west-3:1:function:dispatcher';

/** Keys and contents as Lambda's documentation of failed batches in S3 has them. */
const keyOf = (batch: number) => `aws/lambda/2d1c/shardId-000/2027/01/31/2027-01-31T14.0${batch}.00-8f0c`;
const contentOf = (batch: number) => ({
  requestContext: {
    requestId: `c9b8fa9f-${batch}`,
    functionArn,
    condition: 'RetryAttemptsExhausted',
    approximateInvokeCount: 6,
  },
  responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
  version: '1.0',
  timestamp: '2027-01-31T14:05:00.000Z',
  DDBStreamBatchInfo: {
    shardId: 'shardId-000',
    startSequenceNumber: `${batch}00`,
    endSequenceNumber: `${batch}09`,
    approximateArrivalOfFirstRecord: '2027-01-31T14:04:00Z',
    approximateArrivalOfLastRecord: '2027-01-31T14:04:09Z',
    batchSize: 10,
    streamArn: 'arn:aws:dynamodb:eu-west-3:1:table/t/stream/2027',
  },
  payload: JSON.stringify({ Records: [`batch ${batch}`] }),
});

interface Result {
  FunctionError?: string;
  batchItemFailures?: unknown[];
}

/**
 * Two failed batches wait in the bucket, listed on two pages; the function's answer to each of them is given, and what
 * the first file contains may be.
 */
function anAccount(first: Result, second: Result = { batchItemFailures: [] }, firstContent: unknown = contentOf(1)) {
  const { clients, apis, stack } = aReadyAccount();
  const output = (OutputKey: string, OutputValue: string) => ({ Outputs: [{ OutputKey, OutputValue }] });
  const outputs = {
    Outputs: [
      ...output('FailedEventsBucket', 'failed-events').Outputs,
      ...output('FailedRefusalsArn', 'arn:aws:sqs:eu-west-3:1:failed-refusals').Outputs,
      ...output('FailedNoticesArn', 'arn:aws:sqs:eu-west-3:1:failed-notices').Outputs,
    ],
  };
  stack('Envoyage-dev-Live', outputs);
  stack('Envoyage-dev-Files', output('FailedScansArn', 'arn:aws:sqs:eu-west-3:1:failed-scans'));
  const calls: string[] = [];
  const said: string[] = [];
  const batchOf = (key: string) => (key === keyOf(1) ? 1 : 2);
  apis.files
    .on(ListObjectsV2Command)
    .resolves({ Contents: [{ Key: keyOf(2) }], IsTruncated: true, NextContinuationToken: 'more' })
    .on(ListObjectsV2Command, { ContinuationToken: 'more' })
    .resolves({ Contents: [{ Key: keyOf(1) }] })
    .on(GetObjectCommand)
    .callsFake(async ({ Key }) => ({
      Body: { transformToString: async () => JSON.stringify(batchOf(Key) === 1 ? firstContent : contentOf(2)) },
    }))
    .on(DeleteObjectCommand)
    .callsFake(async ({ Bucket, Key }) => void calls.push(`delete ${batchOf(Key)} of ${Bucket}`));
  apis.lambda.on(InvokeCommand).callsFake(async ({ FunctionName, Payload }) => {
    const text = new TextDecoder().decode(Payload);
    calls.push(`invoke ${FunctionName} ${text}`);
    const { FunctionError, ...answer } = text.includes('batch 1') ? first : second;
    return { FunctionError, Payload: new TextEncoder().encode(JSON.stringify(answer)) };
  });
  apis.queues.on(StartMessageMoveTaskCommand).callsFake(async ({ SourceArn }) => void calls.push(`move ${SourceArn}`));
  return { calls, said, run: () => redrive(parseSettings({}), clients, (line) => said.push(line)) };
}

const given = (batch: number) => `invoke ${functionArn} {"Records":["batch ${batch}"]}`;
const moved = ['scans', 'refusals', 'notices'].map((queue) => `move arn:aws:sqs:eu-west-3:1:failed-${queue}`);

test('each failed batch is given to its function again, in order, and then deleted', async () => {
  const { calls, run } = anAccount({ batchItemFailures: [] });
  await run();
  expect(calls).toEqual([given(1), 'delete 1 of failed-events', given(2), 'delete 2 of failed-events', ...moved]);
});

test.each([
  [{ batchItemFailures: [{ itemIdentifier: '7' }] }, 'dispatcher could not apply 1 of its records'],
  [{ FunctionError: 'Unhandled' }, 'dispatcher failed again'],
  [{}, 'batchItemFailures'],
])('a batch that ends with %j stays and is named at the end, and the others go on', async (answer, why) => {
  const { calls, said, run } = anAccount(answer);
  await expect(run()).rejects.toThrow(`left in failed-events: ${keyOf(1)}`);
  expect(calls).toEqual([given(1), given(2), 'delete 2 of failed-events', ...moved]);
  expect(said[0]).toContain(`Stays: ${keyOf(1)} (`);
  expect(said[0]).toContain(why);
  expect(said).toContain('1 of 2 failed batches of the stream were given again.');
});

test('a file of the local stack has the documented form, and is given again in the same way', async () => {
  const at = new Date('2027-01-31T14:04:00Z');
  const recordOf = (SequenceNumber: string) => ({ dynamodb: { SequenceNumber, ApproximateCreationDateTime: at } });
  const { key, content } = failedBatch({
    mappingId: '2d1c',
    functionRef: 'dispatcher',
    region: 'eu-west-3',
    streamArn: 'arn:aws:dynamodb:eu-west-3:1:table/t/stream/2027',
    shardId: 'shardId-000',
    records: [recordOf('100'), recordOf('109')],
    event: { Records: ['batch 1'] },
    isError: true,
    tries: 6,
    now: Date.parse('2027-01-31T14:05:00Z'),
  });
  expect(key).toMatch(/^aws\/lambda\/2d1c\/shardId-000\/2027\/01\/31\/2027-01-31T14\.05\.00-[\w-]{36}$/);
  const documented = contentOf(1);
  expect(content).toEqual({
    ...documented,
    requestContext: {
      ...documented.requestContext,
      requestId: expect.any(String),
      functionArn: 'arn:aws:lambda:eu-west-3:000000000000:function:dispatcher',
    },
    DDBStreamBatchInfo: {
      ...documented.DDBStreamBatchInfo,
      approximateArrivalOfLastRecord: '2027-01-31T14:04:00Z',
      batchSize: 2,
    },
  });
  const { calls, run } = anAccount({ batchItemFailures: [] }, undefined, content);
  await run();
  expect(calls).toContain('invoke arn:aws:lambda:eu-west-3:000000000000:function:dispatcher {"Records":["batch 1"]}');
  expect(calls).toContain('delete 1 of failed-events');
});

test('a call of a function that takes long is never sent a second time meanwhile', async () => {
  expect(await openClients({ region: 'eu-west-3' }).lambda.config.maxAttempts()).toBe(1);
});
