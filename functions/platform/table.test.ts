import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, onTestFinished, test, vi } from 'vitest';
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
  // DynamoDB sees one request, even if it takes effect after its answer was lost, and refuses no later one.
  expect(new Set(calls.map(({ args: [{ input }] }) => input.ClientRequestToken ?? '')).size).toBe(1);
  expect(calls[0]?.args[0].input.ClientRequestToken).toBeDefined();
});

/** A database that answers each call by its number, or never. */
async function aServer(answer: (call: number) => object | undefined) {
  let calls = 0;
  const server = createServer((request, response) => {
    request.resume();
    const body = answer(++calls);
    if (body) response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-west-3');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const table = openTable('table');
  return { table, write: table.put({ pk: 'U#1', sk: 'PROFILE' }), calls: () => calls };
}

test('a database that does not answer within 700 ms is asked four times, and ends as unavailable', async () => {
  const { table, write, calls } = await aServer(() => undefined);
  await expect(table.transact([write])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(calls()).toBe(4);
});

test('a repetition that meets its own first try at work is told as « not now »: the act may be done', async () => {
  const { table, write, calls } = await aServer((call) =>
    call === 1
      ? undefined
      : {
          __type: 'com.amazonaws.dynamodb.v20120810#TransactionInProgressException',
          Message: 'The transaction with the given request token is already in progress.',
        },
  );
  await expect(table.transact([write])).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(calls()).toBeGreaterThan(1);
});
