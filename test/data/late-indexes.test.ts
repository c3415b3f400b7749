import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, inject, onTestFinished, test } from 'vitest';
import { DatabaseFault, openDatabaseFaults } from '#infra/local/database/faults.ts';
import { startDynamoDbGuard } from '#infra/local/iam/dynamodb-guard.ts';
import { accessKeyOf, freshTable, onDynamoDb } from '../support/table.ts';

const keysOf = (prefix: string) => [
  { AttributeName: `${prefix}pk`, KeyType: 'HASH' as const },
  { AttributeName: `${prefix}sk`, KeyType: 'RANGE' as const },
];

/** A table whose first index is a second late, by a clock that the test moves. */
async function lateTable() {
  const { name } = await freshTable();
  const time = { now: 0 };
  const index = { IndexName: 'gs1', KeySchema: keysOf('gs1'), Projection: { ProjectionType: 'ALL' as const } };
  const shape = { name, KeySchema: keysOf(''), GlobalSecondaryIndexes: [index] };
  const faults = openDatabaseFaults(() => shape, { now: () => time.now });
  const target = inject('dynamoDbEndpoint');
  const wants = () => [{ action: '', resource: '' }];
  const guard = await startDynamoDbGuard({
    target,
    wants,
    judge: () => undefined,
    meet: (...call) => faults.meet(...call),
  });
  onTestFinished(() => guard.close());
  const documents = DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint: guard.endpoint,
      region: 'eu-west-3',
      credentials: { accessKeyId: accessKeyOf(name), secretAccessKey: 'local' },
    }),
  );
  const put = (pk: string, gs1pk: string, state: string) =>
    documents.send(
      new TransactWriteCommand({
        TransactItems: [{ Put: { TableName: name, Item: { pk, sk: 'x', gs1pk, gs1sk: pk, state } } }],
      }),
    );
  const query = { TableName: name, IndexName: 'gs1', KeyConditionExpression: 'gs1pk = :list' };
  const list = async (gs1pk: string) => {
    const { Items = [] } = await documents.send(
      new QueryCommand({ ...query, ExpressionAttributeValues: { ':list': gs1pk } }),
    );
    return Items.map(({ pk, state }) => `${pk} ${state}`);
  };
  const count = async (gs1pk: string) =>
    (
      await documents.send(
        new QueryCommand({ ...query, Select: 'COUNT', ExpressionAttributeValues: { ':list': gs1pk } }),
      )
    ).Count;
  const stored = async (pk: string) =>
    (await documents.send(new GetCommand({ TableName: name, Key: { pk, sk: 'x' } }))).Item?.['state'];
  const behave = (fault: object) => faults.behave(DatabaseFault.parse(fault));
  return { time, put, list, count, stored, behave };
}

test(
  'an item is in the table at once and in a late index later',
  onDynamoDb(async () => {
    const { time, put, list, count, stored, behave } = await lateTable();
    await put('old', 'list', 'there');
    behave({ mode: 'lateIndexes', milliseconds: 1000 });
    await put('new', 'list', 'there');
    expect(await stored('new')).toBe('there');
    expect(await list('list')).toEqual(['old there']);
    expect(await count('list')).toBe(1);
    time.now = 1001;
    expect(await list('list')).toEqual(['new there', 'old there']);
    expect(await count('list')).toBe(2);
  }),
);

test(
  'a changed item stays in a late index as it was, through each change',
  onDynamoDb(async () => {
    const { time, put, list, behave } = await lateTable();
    await put('one', 'list', 'first');
    behave({ mode: 'lateIndexes', milliseconds: 1000 });
    await put('one', 'list', 'second');
    time.now = 600;
    await put('one', 'list', 'third');
    expect(await list('list')).toEqual(['one first']);
    time.now = 1100;
    expect(await list('list')).toEqual(['one second']);
    time.now = 1700;
    expect(await list('list')).toEqual(['one third']);
  }),
);

test(
  'without the fault an index is up to date again',
  onDynamoDb(async () => {
    const { put, list, behave } = await lateTable();
    behave({ mode: 'lateIndexes', milliseconds: 1000 });
    await put('one', 'list', 'there');
    expect(await list('list')).toEqual([]);
    behave({ mode: 'running' });
    expect(await list('list')).toEqual(['one there']);
  }),
);
