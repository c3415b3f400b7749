import {
  DescribeTableCommand,
  DynamoDBClient,
  type TableDescription,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { expect, test } from 'vitest';
import { mockClass } from '#test/support/run/mock-class.ts';
import { makeLikeOurs } from './restore.ts';

const indexes = ['gs1', 'gs2', 'gs3'].map((IndexName) => ({ IndexName }));
const stream = 'arn:aws:dynamodb:eu-west-3:012345678901:table/copy/stream/2027';

/** A table as it is described first; then as it is after the changes. */
function aTable(first: TableDescription) {
  const client = mockClass(DynamoDBClient);
  client.on(DescribeTableCommand).resolves({ Table: { ...first, TableStatus: 'ACTIVE', LatestStreamArn: stream } });
  client.on(UpdateTableCommand).resolves({});
  client.on(UpdateTimeToLiveCommand).resolves({});
  client.on(UpdateContinuousBackupsCommand).resolves({});
  return client;
}
const make = () => makeLikeOurs(new DynamoDBClient({ region: 'eu-west-3' }), 'copy');

test('a table as DynamoDB restores it gets protection, stream, expiry and copies', async () => {
  const client = aTable({ GlobalSecondaryIndexes: indexes });
  expect(await make()).toBe(stream);
  const inputs = (command: Parameters<typeof client.commandCalls>[0]) =>
    client.commandCalls(command).map(({ args }) => args[0].input);
  expect(inputs(UpdateTableCommand)).toEqual([
    { TableName: 'copy', DeletionProtectionEnabled: true },
    { TableName: 'copy', StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } },
  ]);
  expect(inputs(UpdateTimeToLiveCommand)).toMatchObject([
    { TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true } },
  ]);
  expect(inputs(UpdateContinuousBackupsCommand)).toMatchObject([
    { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 } },
  ]);
});

test('what a table has already is left alone, so the command may be repeated', async () => {
  const client = aTable({
    GlobalSecondaryIndexes: indexes,
    DeletionProtectionEnabled: true,
    StreamSpecification: { StreamEnabled: true },
  });
  const enabled = Object.assign(new Error('TimeToLive is already enabled'), { name: 'ValidationException' });
  client.on(UpdateTimeToLiveCommand).rejects(enabled);
  expect(await make()).toBe(stream);
  expect(client.commandCalls(UpdateTableCommand)).toEqual([]);
});

test('a table without our indexes is not taken', async () => {
  const client = aTable({ GlobalSecondaryIndexes: indexes.slice(0, 2) });
  await expect(make()).rejects.toThrow('copy lacks the indexes gs3: restore it again, with all indexes.');
  expect(client.commandCalls(UpdateTableCommand)).toEqual([]);
});
