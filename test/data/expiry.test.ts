import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DeleteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startExpiry } from '#infra/local/database/expiry.ts';
import { startPump } from '#infra/local/events/stream-pump.ts';
import { freshTable, onDynamoDb } from '../support/table.ts';

const start = Date.parse('2026-12-01T12:00:00Z') / 1000;

/** A table whose rows expire by a clock of its own, and what its stream tells of removals. */
async function expiring() {
  const { name, documents } = await freshTable({ accessKeyId: 'local', hasStream: true });
  const folder = mkdtempSync(join(tmpdir(), 'expiry-'));
  const clock = { seconds: start };
  const shared = { endpoint: inject('dynamoDbEndpoint'), region: 'eu-west-3' };
  const expiry = startExpiry({
    ...shared,
    tables: [
      {
        name,
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      },
    ],
    now: () => clock.seconds * 1000,
    everySeconds: 0.05,
  });
  const removals: [pk: string | undefined, by: unknown][] = [];
  const pump = startPump({
    ...shared,
    tableName: name,
    mapping: {
      id: 'Mapping',
      EventSourceArn: 'stream',
      FunctionName: 'consumer',
      BatchSize: 10,
      BisectBatchOnFunctionError: false,
      FilterCriteria: { Filters: [{ Pattern: '{"eventName":["REMOVE"]}' }] },
      FunctionResponseTypes: [],
      MaximumBatchingWindowInSeconds: 0,
      MaximumRecordAgeInSeconds: -1,
      MaximumRetryAttempts: 0,
    },
    invoke: async (_, event) => {
      const { Records } = event as { Records: (DynamoDBRecord & { userIdentity?: unknown })[] };
      removals.push(
        ...Records.map(({ dynamodb, userIdentity }): [string | undefined, unknown] => [
          dynamodb?.OldImage?.['pk']?.S,
          userIdentity,
        ]),
      );
      return { ok: true, result: null };
    },
    positionFile: join(folder, 'positions.json'),
    failedFolder: join(folder, 'failed'),
    removedBy: expiry.removedBy,
    report: () => {},
  });
  onTestFinished(async () => {
    await expiry.close();
    await pump.close();
    rmSync(folder, { recursive: true });
  });
  const put = (pk: string, ttl?: unknown) =>
    documents.send(new PutCommand({ TableName: name, Item: { pk, sk: 'x', ...(ttl !== undefined && { ttl }) } }));
  const left = async () =>
    ((await documents.send(new ScanCommand({ TableName: name, ConsistentRead: true }))).Items ?? [])
      .map(({ pk }) => String(pk))
      .toSorted();
  return { clock, put, left, removals, documents, name };
}

const byService = { type: 'Service', principalId: 'dynamodb.amazonaws.com' };

test(
  'a row leaves some time after its end by the moved clock, and the stream names the service',
  onDynamoDb(async () => {
    const { clock, put, left, removals } = await expiring();
    await put('over', start - 1);
    await put('later', start + 3600);
    await put('forever');
    await put('text', String(start - 1));
    await put('ancient', start - 6 * 365 * 86_400);
    await expect.poll(left, { timeout: 10_000 }).toEqual(['ancient', 'forever', 'later', 'text']);
    await expect.poll(() => removals, { timeout: 10_000 }).toEqual([['over', byService]]);
    clock.seconds += 3601;
    await expect.poll(left, { timeout: 10_000 }).toEqual(['ancient', 'forever', 'text']);
    await expect
      .poll(() => removals, { timeout: 10_000 })
      .toEqual([
        ['over', byService],
        ['later', byService],
      ]);
  }),
);

test(
  'a row that a caller removes names no service',
  onDynamoDb(async () => {
    const { put, removals, documents, name } = await expiring();
    await put('taken', start + 3600);
    await documents.send(new DeleteCommand({ TableName: name, Key: { pk: 'taken', sk: 'x' } }));
    await expect.poll(() => removals, { timeout: 10_000 }).toEqual([['taken', undefined]]);
  }),
);
