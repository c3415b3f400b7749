import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  AdminCreateUserCommand,
  CognitoIdentityProviderClient,
  NotAuthorizedException,
} from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBDocumentClient, GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { CloudFormationCustomResourceEvent, Context } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import { mockClass } from '#test/support/run/mock-class.ts';

/** A fake of CloudFormation that refuses the first `refusals` answers and stores the rest. */
async function aResponseUrl(refusals = 0) {
  const answers: Record<string, unknown>[] = [];
  let left = refusals;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (left-- > 0) return response.writeHead(503).end();
      answers.push({ ...(JSON.parse(body) as object), method: request.method, type: request.headers['content-type'] });
      return response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${port}/`, answers, close };
}

async function aBootstrap() {
  for (const [name, value] of Object.entries({ TABLE: 'table', POOL_ID: 'pool', AWS_REGION: 'eu-west-3' }))
    vi.stubEnv(name, value);
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
  const documents = mockClass(DynamoDBDocumentClient);
  documents.on(QueryCommand).resolves({ Items: [] });
  documents.on(GetCommand).resolves({});
  documents.on(TransactWriteCommand).resolves({});
  const pool = mockClass(CognitoIdentityProviderClient);
  pool.on(AdminCreateUserCommand).resolves({ User: { Username: 'sub-1' } });
  const { handler } = await import('./bootstrap-lambda.ts');
  return { handler, documents, pool };
}

const anEvent = (ResponseURL: string, facts: object = {}) =>
  ({
    RequestType: 'Create',
    ResponseURL,
    StackId: 'stack',
    RequestId: 'request',
    LogicalResourceId: 'RootAdmin',
    ResourceProperties: { ServiceToken: 'arn', email: 'admin@example.org', adminTransfer: 'false' },
    ...facts,
  }) as unknown as CloudFormationCustomResourceEvent;
const context = { logStreamName: 'stream' } as Context;

test('CloudFormation is told that the root administrator was created', async () => {
  const { handler, documents } = await aBootstrap();
  const { url, answers, close } = await aResponseUrl();
  await handler(anEvent(url), context);
  await close();
  expect(answers).toMatchObject([
    {
      method: 'PUT',
      type: '',
      Status: 'SUCCESS',
      PhysicalResourceId: 'root-admin',
      RequestId: 'request',
      Data: { id: 'sub-1' },
    },
  ]);
  // It reserves the address first, then stores the complete administrator.
  expect(documents.commandCalls(TransactWriteCommand)).toHaveLength(2);
});

test('CloudFormation is told the reason of a failure', async () => {
  const { handler, pool } = await aBootstrap();
  pool.on(AdminCreateUserCommand).rejects(new NotAuthorizedException({ message: 'not allowed', $metadata: {} }));
  const { url, answers, close } = await aResponseUrl();
  await handler(anEvent(url), context);
  await close();
  expect(answers).toMatchObject([{ Status: 'FAILED', Reason: 'not allowed', PhysicalResourceId: 'root-admin' }]);
});

test('rights that reach IAM late are waited for', async () => {
  const { handler, pool } = await aBootstrap();
  const denied = Object.assign(new Error('not authorized to perform: cognito-idp:AdminCreateUser'), {
    name: 'AccessDeniedException',
  });
  pool
    .on(AdminCreateUserCommand)
    .rejectsOnce(denied)
    .resolves({ User: { Username: 'sub-1' } });
  const { url, answers, close } = await aResponseUrl();
  await handler(anEvent(url), context);
  await close();
  expect(answers).toMatchObject([{ Status: 'SUCCESS', Data: { id: 'sub-1' } }]);
});

test('properties that cannot be read are answered as a failure', async () => {
  const { handler } = await aBootstrap();
  const { url, answers, close } = await aResponseUrl();
  await handler(anEvent(url, { ResourceProperties: {} }), context);
  await close();
  expect(answers).toMatchObject([{ Status: 'FAILED' }]);
});

test('an answer that does not arrive is sent again', async () => {
  const { handler } = await aBootstrap();
  const { url, answers, close } = await aResponseUrl(2);
  await handler(anEvent(url), context);
  await close();
  expect(answers).toMatchObject([{ Status: 'SUCCESS' }]);
});

test('the root administrator outlives the stack', async () => {
  const { handler, pool, documents } = await aBootstrap();
  const { url, answers, close } = await aResponseUrl();
  await handler(anEvent(url, { RequestType: 'Delete', PhysicalResourceId: 'root-admin' }), context);
  await close();
  expect(answers).toMatchObject([{ Status: 'SUCCESS' }]);
  expect([pool.calls(), documents.calls()]).toEqual([[], []]);
});
