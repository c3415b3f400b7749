import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { MappingSpec } from '#infra/local/assembly/plan.ts';
import type { CallOutcome } from '#infra/local/compute/invoke.ts';
import { startPump } from '#infra/local/events/stream-pump.ts';
import { freshTable, onDynamoDb } from '../support/table.ts';

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
const taken: CallOutcome = { ok: true, result: { batchItemFailures: [] } };

async function consuming() {
  const { name, documents } = await freshTable({ accessKeyId: 'local', hasStream: true });
  const folder = mkdtempSync(join(tmpdir(), 'pump-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const failedFolder = join(folder, 'failed');

  type Consume = (records: DynamoDBRecord[]) => CallOutcome | Promise<CallOutcome>;
  const start = (consume: Consume = () => taken, patterns: readonly string[] = [], retries = 0) => {
    const seen: string[] = [];
    const pump = startPump({
      endpoint: inject('dynamoDbEndpoint'),
      region: 'eu-west-3',
      tableName: name,
      mapping: {
        ...mapping,
        MaximumRetryAttempts: retries,
        FilterCriteria: { Filters: patterns.map((Pattern) => ({ Pattern })) },
      },
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
  const put = (pk: string, version = 0) =>
    documents.send(new PutCommand({ TableName: name, Item: { pk, sk: 'x', version } }));
  const failed = () =>
    existsSync(failedFolder)
      ? readdirSync(failedFolder, { recursive: true, withFileTypes: true })
          .filter((file) => file.isFile())
          .map((file) => JSON.parse(readFileSync(join(file.parentPath, file.name), 'utf8')))
      : [];
  return { start, put, failed };
}

test(
  'a change arrives in the form Lambda gives it',
  onDynamoDb(async () => {
    const { start, put } = await consuming();
    const records: DynamoDBRecord[] = [];
    const { pump } = start((batch) => {
      records.push(...batch);
      return taken;
    });
    await put('a');
    await expect.poll(() => records.length).toBe(1);
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
  }),
);

test(
  'records that the filter of the mapping does not pass are not delivered, also not after a restart',
  onDynamoDb(async () => {
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
  }),
);

test(
  'a restart loses no record and repeats none',
  onDynamoDb(async () => {
    const { start, put } = await consuming();
    const first = start();
    await put('a');
    await expect.poll(() => first.seen).toEqual(['a']);
    await first.pump.close();

    await put('b');
    const second = start();
    await put('c');
    await expect.poll(() => second.seen.toSorted()).toEqual(['b', 'c']);
    await second.pump.close();
  }),
);

test(
  'a record that always fails is stored in a file, and later ones are delivered',
  onDynamoDb(async () => {
    const { start, put, failed } = await consuming();
    const broken: CallOutcome = { ok: false, error: { errorType: 'Error', errorMessage: 'poison' } };
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
    await expect.poll(() => taking.toSorted()).toEqual(['a', 'c']);
    await expect.poll(failed).toMatchObject([{ responseContext: { functionError: 'Unhandled' } }]);
    await pump.close();
    expect(JSON.parse(failed()[0].payload).Records[0].dynamodb.NewImage.pk).toEqual({ S: 'bad' });
  }),
);

/** Partition keys of all four shards: of so many texts each shard gets some. */
const keys = Array.from({ length: 24 }, (_, number) => `key-${number}`);
const keyOf = ({ dynamodb }: DynamoDBRecord) => dynamodb?.NewImage?.['pk']?.S ?? '';
const versionOf = ({ dynamodb }: DynamoDBRecord) => Number(dynamodb?.NewImage?.['version']?.N);

test(
  'changes of one item are never out of order, while four shards are read at once',
  onDynamoDb(async () => {
    const { start, put } = await consuming();
    const seen = new Map<string, number[]>(keys.map((key) => [key, []]));
    const running = new Set<string>();
    let most = 0;
    let atOnce = 0;
    const { pump } = start(async (records) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      for (const key of new Set(records.map(keyOf))) {
        expect(running.has(key), `two batches with ${key} at once`).toBe(false);
        running.add(key);
      }
      await wait(Math.random() * 20);
      for (const record of records) seen.get(keyOf(record))?.push(versionOf(record));
      for (const record of records) running.delete(keyOf(record));
      atOnce -= 1;
      return taken;
    });
    const versions = [0, 1, 2, 3, 4, 5];
    for (const version of versions) await Promise.all(keys.map((key) => put(key, version)));
    await expect.poll(() => [...seen.values()].flat().length).toBe(keys.length * versions.length);
    await pump.close();
    expect([...seen.values()]).toEqual(keys.map(() => versions));
    expect(most).toBe(4);
  }),
);

test(
  'a shard that does not get on holds up no other, and a restart goes on in each where it was',
  onDynamoDb(async () => {
    const { start, put } = await consuming();
    const notNow: CallOutcome = { ok: false, error: { errorType: 'Error', errorMessage: 'not now' } };
    const first: string[] = [];
    const refusing = (records: DynamoDBRecord[]) => {
      if (records.some((record) => keyOf(record) === 'key-0')) return notNow;
      first.push(...records.map(keyOf));
      return taken;
    };
    const { pump } = start(refusing, [], -1);
    await put('key-0');
    await expect.poll(() => pump.lag().some(({ waiting }) => waiting > 0)).toBe(true);
    for (const key of keys.slice(1)) await put(key);
    await expect.poll(() => pump.lag().filter(({ waiting }) => waiting === 0)).toHaveLength(3);
    await expect.poll(() => pump.lag().reduce((sum, { waiting }) => sum + waiting, 0) + first.length).toBe(keys.length);
    await pump.close();

    const second = start();
    await expect.poll(() => [...first, ...second.seen].toSorted()).toEqual(keys.toSorted());
    await put('last');
    await expect.poll(() => second.seen.at(-1)).toBe('last');
    await second.pump.close();
    expect(new Set([...first, ...second.seen]).size).toBe(first.length + second.seen.length);
  }),
);
