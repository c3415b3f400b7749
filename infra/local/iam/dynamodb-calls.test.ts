import { expect, test } from 'vitest';
import { dynamoDbWants, type TableKeys } from './dynamodb-calls.ts';

const arn = 'arn:aws:dynamodb:eu-west-3:000000000000:table/T';
const table: TableKeys = { arn, partitionKey: 'pk', indexes: { gs1: 'gs1pk' } };

const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 'A' } });

/** Each right in short: the action, what follows the table's ARN, and the leading keys. */
const needed = (operation: string, input: object) =>
  dynamoDbWants(operation, input, () => table).map(({ action, resource, known }) =>
    [action, resource.slice(arn.length), known?.['dynamodb:LeadingKeys']].flat().filter(Boolean).join(' '),
  );

test.each([
  ['GetItem', { Key: key('M#1') }],
  ['UpdateItem', { Key: key('M#1') }],
  ['DeleteItem', { Key: key('M#1') }],
  ['PutItem', { Item: { ...key('M#1'), name: { S: 'Amel' } } }],
])('%s needs the right of its name, for the key of its item', (operation, input) => {
  expect(needed(operation, { TableName: 'T', ...input })).toEqual([`dynamodb:${operation} M#1`]);
});

test('a transaction needs the rights of its parts', () => {
  const TransactItems = [
    { Put: { TableName: 'T', Item: key('M#1') } },
    { Update: { TableName: 'T', Key: key('M#2') } },
    { Delete: { TableName: 'T', Key: key('M#3') } },
    { ConditionCheck: { TableName: 'T', Key: key('LOG#4') } },
  ];
  expect(needed('TransactWriteItems', { TransactItems })).toEqual([
    'dynamodb:PutItem M#1',
    'dynamodb:UpdateItem M#2',
    'dynamodb:DeleteItem M#3',
    'dynamodb:ConditionCheckItem LOG#4',
  ]);
  for (const want of dynamoDbWants('TransactWriteItems', { TransactItems }, () => table))
    expect(want.known?.['dynamodb:EnclosingOperation']).toBe('TransactWriteItems');
  const reads = [{ Get: { TableName: 'T', Key: key('M#1') } }];
  expect(needed('TransactGetItems', { TransactItems: reads })).toEqual(['dynamodb:GetItem M#1']);
});

test('a batch has a right of its own, for the keys of all its items', () => {
  expect(needed('BatchGetItem', { RequestItems: { T: { Keys: [key('M#1'), key('M#2')] } } })).toEqual([
    'dynamodb:BatchGetItem M#1 M#2',
  ]);
  const T = [{ PutRequest: { Item: key('M#1') } }, { DeleteRequest: { Key: key('M#2') } }];
  expect(needed('BatchWriteItem', { RequestItems: { T } })).toEqual(['dynamodb:BatchWriteItem M#1 M#2']);
});

const values = { ':p': { S: 'M#1' }, ':s': { S: 'A' } };

test.each([
  [{ KeyConditionExpression: 'pk = :p AND begins_with(sk, :s)' }, 'dynamodb:Query M#1'],
  [{ KeyConditionExpression: '#k = :p', ExpressionAttributeNames: { '#k': 'pk' } }, 'dynamodb:Query M#1'],
  [{ KeyConditionExpression: 'sk=:s and pk=:p' }, 'dynamodb:Query M#1'],
  [{ KeyConditionExpression: 'gs1pk = :p', IndexName: 'gs1' }, 'dynamodb:Query /index/gs1 M#1'],
])('a query needs the right on what it asks, the table or one index: %j', (query, right) => {
  expect(needed('Query', { TableName: 'T', ExpressionAttributeValues: values, ...query })).toEqual([right]);
});

test('any other operation needs the right of its name on the table', () => {
  expect(needed('Scan', { TableName: 'T' })).toEqual(['dynamodb:Scan']);
  expect(needed('DescribeTable', { TableName: 'T' })).toEqual(['dynamodb:DescribeTable']);
});
