import { InvokeCommand } from '@aws-sdk/client-lambda';
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { StartMessageMoveTaskCommand } from '@aws-sdk/client-sqs';
import { expect, test } from 'vitest';
import { parseSettings } from '#infra/config.ts';
import { aReadyAccount } from '#test/support/fake-account.ts';
import { redrive } from './redrive.ts';

const functionArn = 'arn:aws:lambda:eu-west-3:1:function:dispatcher';

/** Two failed batches wait in the bucket, listed on two pages; each invoked function answers `answer`. */
function anAccount(answer: { FunctionError?: string; batchItemFailures?: unknown[] }) {
  const { clients, apis, stack } = aReadyAccount();
  const output = (OutputKey: string, OutputValue: string) => ({ Outputs: [{ OutputKey, OutputValue }] });
  stack('Envoyage-dev-Live', output('FailedEventsBucket', 'failed-events'));
  stack('Envoyage-dev-Files', output('FailedScansArn', 'arn:aws:sqs:eu-west-3:1:failed-scans'));
  const calls: string[] = [];
  const { FunctionError, ...payload } = answer;
  apis.files
    .on(ListObjectsV2Command)
    .resolves({ Contents: [{ Key: 'map/2' }], IsTruncated: true, NextContinuationToken: 'more' })
    .on(ListObjectsV2Command, { ContinuationToken: 'more' })
    .resolves({ Contents: [{ Key: 'map/1' }] })
    .on(GetObjectCommand)
    .callsFake(async ({ Bucket, Key }) => {
      const batch = JSON.stringify({ Records: [`batch ${Key.at(-1)}`] });
      calls.push(`get ${Bucket}/${Key}`);
      const text = JSON.stringify({ requestContext: { functionArn }, payload: batch });
      return { Body: { transformToString: async () => text } };
    })
    .on(DeleteObjectCommand)
    .callsFake(async ({ Key }) => void calls.push(`delete ${Key}`));
  apis.lambda.on(InvokeCommand).callsFake(async ({ FunctionName, Payload }) => {
    calls.push(`invoke ${FunctionName} ${new TextDecoder().decode(Payload)}`);
    return { FunctionError, Payload: new TextEncoder().encode(JSON.stringify(payload)) };
  });
  apis.queues.on(StartMessageMoveTaskCommand).callsFake(async ({ SourceArn }) => void calls.push(`move ${SourceArn}`));
  return { calls, run: () => redrive(parseSettings({}), clients, () => {}) };
}

test('each failed batch is given to its function again, in order, and then deleted', async () => {
  const { calls, run } = anAccount({ batchItemFailures: [] });
  await run();
  expect(calls).toEqual([
    'get failed-events/map/1',
    `invoke ${functionArn} {"Records":["batch 1"]}`,
    'delete map/1',
    'get failed-events/map/2',
    `invoke ${functionArn} {"Records":["batch 2"]}`,
    'delete map/2',
    'move arn:aws:sqs:eu-west-3:1:failed-scans',
  ]);
});

test.each([{ batchItemFailures: [{ itemIdentifier: '7' }] }, { FunctionError: 'Unhandled' }])(
  'a batch that ends with %j stays where it is',
  async (answer) => {
    const { calls, run } = anAccount(answer);
    await expect(run()).rejects.toThrow(`${functionArn} failed again, see its log. What is left stays in the bucket.`);
    expect(calls.at(-1)).toMatch(/^invoke .*batch 1/);
  },
);
