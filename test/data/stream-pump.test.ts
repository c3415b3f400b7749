import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { MappingSpec } from '#infra/local/assembly/plan.ts';
import type { Outcome } from '#infra/local/compute/workers.ts';
import { startPump } from '#infra/local/events/stream-pump.ts';
import { freshTable } from '../support/table.ts';

const mapping: MappingSpec = {
  id: 'Mapping',
  EventSourceArn: 'stream',
  FunctionName: 'consumer',
  BatchSize: 2,
  BisectBatchOnFunctionError: true,
  FilterCriteria: { Filters: [] },
  FunctionResponseTypes: ['ReportBatchItemFailures'],
  MaximumBatchingWindowInSeconds: 0,
  MaximumRecordAgeInSeconds: -1,
  MaximumRetryAttempts: 0,
};
const taken: Outcome = { ok: true, result: { batchItemFailures: [] } };

async function consuming() {
  const { name, documents } = await freshTable('local');
  const folder = mkdtempSync(join(tmpdir(), 'pump-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const failedFolder = join(folder, 'failed');

  const start = (consume: (records: DynamoDBRecord[]) => Outcome = () => taken, patterns: readonly string[] = []) => {
    const seen: string[] = [];
    const pump = startPump({
      endpoint: inject('dynamoDbEndpoint'),
      region: 'eu-west-3',
      tableName: name,
      mapping: { ...mapping, FilterCriteria: { Filters: patterns.map((Pattern) => ({ Pattern })) } },
      invoke: async (_, event) => {
        const { Records } = event as { Records: DynamoDBRecord[] };
        seen.push(...Records.map(({ dynamodb }) => dynamodb?.NewImage?.['pk']?.S ?? ''));
        return consume(Records);
      },
      positionFile: join(folder, 'positions.json'),
      failedFolder,
      report: () => {},
    });
    return { seen, pump };
  };
  const put = (pk: string) => documents.send(new PutCommand({ TableName: name, Item: { pk, sk: 'x' } }));
  const failed = () =>
    existsSync(failedFolder)
      ? readdirSync(failedFolder, { recursive: true, withFileTypes: true })
          .filter((file) => file.isFile())
          .map((file) => JSON.parse(readFileSync(join(file.parentPath, file.name), 'utf8')))
      : [];
  return { start, put, failed };
}

test('changes of one item arrive in order, in the form Lambda gives them', async () => {
  const { start, put } = await consuming();
  const records: DynamoDBRecord[] = [];
  const { pump } = start((batch) => {
    records.push(...batch);
    return taken;
  });
  await put('a');
  await put('b');
  await put('c');
  await expect.poll(() => records.length).toBe(3);
  await pump.close();
  expect(records[0]).toMatchObject({
    eventName: 'INSERT',
    eventSource: 'aws:dynamodb',
    dynamodb: { Keys: { pk: { S: 'a' } }, NewImage: { pk: { S: 'a' } }, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  // In seconds, and DynamoDB Local tells no more than the minute.
  const age = Date.now() / 1000 - Number(records[0]?.dynamodb?.ApproximateCreationDateTime);
  expect(age).toBeGreaterThanOrEqual(0);
  expect(age).toBeLessThan(75);
});

test('records that the filter of the mapping does not pass are not delivered, also not after a restart', async () => {
  const { start, put } = await consuming();
  const wanted = ['{"dynamodb":{"Keys":{"pk":{"S":["wanted","last"]}}}}'];
  const first = start(() => taken, wanted);
  await put('wanted');
  await put('other');
  await expect.poll(() => first.seen).toEqual(['wanted']);
  await first.pump.close();
  const second = start(() => taken, wanted);
  await put('last');
  await expect.poll(() => second.seen).toEqual(['last']);
  await second.pump.close();
});

test('a restart loses no record and repeats none', async () => {
  const { start, put } = await consuming();
  const first = start();
  await put('a');
  await expect.poll(() => first.seen).toEqual(['a']);
  await first.pump.close();

  await put('b');
  const second = start();
  await put('c');
  await expect.poll(() => second.seen).toEqual(['b', 'c']);
  await second.pump.close();
});

test('a record that always fails is stored in a file, and later ones are delivered', async () => {
  const { start, put, failed } = await consuming();
  const broken: Outcome = { ok: false, error: { errorType: 'Error', errorMessage: 'poison' } };
  const taking: string[] = [];
  const { pump } = start((batch) => {
    const names = batch.map(({ dynamodb }) => dynamodb?.NewImage?.['pk']?.S ?? '');
    if (names.includes('bad')) return broken;
    taking.push(...names);
    return taken;
  });
  await put('a');
  await put('bad');
  await put('c');
  await expect.poll(() => taking).toEqual(['a', 'c']);
  await expect.poll(failed).toMatchObject([{ responseContext: { functionError: 'Unhandled' } }]);
  await pump.close();
  expect(JSON.parse(failed()[0].payload).Records[0].dynamodb.NewImage.pk).toEqual({ S: 'bad' });
});
