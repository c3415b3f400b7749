import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, test } from 'vitest';
import { openTable } from './table.ts';

function cancelledFor(Code: string) {
  const client = new DynamoDBClient({ region: 'eu-west-3' });
  const table = openTable('table', client);
  const api = mockClient(table.documents);
  const reasons = [{ Code: 'None' }, { Code }];
  api
    .on(TransactWriteCommand)
    .rejects(new TransactionCanceledException({ message: Code, CancellationReasons: reasons, $metadata: {} }));
  const write = table.put({ pk: 'U#1', sk: 'PROFILE' });
  return { api, outcome: () => table.transact([write, write]).catch((error: unknown) => error) };
}

test.each(['ValidationError', 'ItemCollectionSizeLimitExceeded'])(
  'a transaction that %s cancels is a fault at once: no repetition makes an item smaller',
  async (code) => {
    const { api, outcome } = cancelledFor(code);
    expect(await outcome()).toBeInstanceOf(TransactionCanceledException);
    expect(api.commandCalls(TransactWriteCommand)).toHaveLength(1);
  },
);

test('a transaction that meets another one is tried again, and ends as unavailable', async () => {
  const { api, outcome } = cancelledFor('TransactionConflict');
  expect(await outcome()).toMatchObject({ code: 'UNAVAILABLE' });
  const calls = api.commandCalls(TransactWriteCommand);
  expect(calls).toHaveLength(4);
  // One that takes effect after its answer was lost is the same request for DynamoDB, and refuses no later one.
  expect(new Set(calls.map(({ args: [{ input }] }) => input.ClientRequestToken ?? '')).size).toBe(1);
  expect(calls[0]?.args[0].input.ClientRequestToken).toBeDefined();
});
