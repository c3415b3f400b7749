import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { connectionRepository } from '#functions/live/connections.ts';
import { serveSocket } from '#functions/live/socket.ts';
import { openPush } from '#functions/platform/aws/push.ts';
import { openSockets } from '#functions/stream/dispatcher/sockets.ts';
import type { ApiSpec } from '#infra/local/assembly/apis.ts';
import { socketGateway } from '#infra/local/compute/socket-gateway.ts';
import { startSocketManagement } from '#infra/local/compute/socket-management.ts';
import { memberIds } from '../access/people.ts';
import { tableWith } from '../support/pipeline.ts';

const memberId = memberIds.M;
const context = { principalId: memberId, memberId, authTime: 1_700_000_000 };
const authorizer = { IdentitySource: ['route.request.querystring.ticket'], AuthorizerUri: 'authorizer' };
const api: ApiSpec = {
  id: 'socket1',
  protocol: 'WEBSOCKET',
  stage: 'ws',
  routeField: 'action',
  routes: [{ key: '$connect', functionRef: 'socket', scopes: [], answers: false, authorizer }],
};

test('a socket that is told something during its handshake keeps its row, and hears what comes later', async () => {
  const table = await tableWith([]);
  const connections = connectionRepository(table);
  const handshake = Promise.withResolvers();
  const gateway = socketGateway(api, {
    clock: { now: Date.now, offsetSeconds: () => 0, set: async () => {}, onChange: () => {} },
    region: 'eu-west-3',
    limited: () => false,
    handshake: () => handshake.promise,
    invoke: async (functionRef, event) => ({
      ok: true,
      result:
        functionRef === 'authorizer'
          ? { principalId: memberId, policyDocument: { Statement: [{ Effect: 'Allow' }] }, context }
          : await serveSocket(event as Parameters<typeof serveSocket>[0], table, Date.now()),
    }),
  });
  const management = await startSocketManagement(() => gateway);
  const server = createServer().on(
    'upgrade',
    (request, socket, head) => void gateway.upgrade(request, socket, head, {}),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    gateway.close();
    server.close();
    await management.close();
  });
  const client = new ApiGatewayManagementApiClient({
    endpoint: `${management.endpoint}/ws`,
    region: 'eu-west-3',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const sockets = openSockets(table, openPush(management.endpoint, client), Date.now);
  const tell = (version: number) =>
    sockets.send({
      to: [memberId],
      event: { type: 'parcel.changed', at: new Date().toISOString(), data: { id: 'p1', version } },
    });

  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws?ticket=good`);
  const heard: string[] = [];
  socket.on('message', (frame: Buffer) => heard.push(frame.toString()));
  const opened = new Promise((resolve) => socket.once('open', resolve));
  await expect.poll(async () => (await connections.of(memberId)).length).toBe(1);
  expect(gateway.connections.size).toBe(0);
  await tell(1);
  expect(await connections.of(memberId)).toHaveLength(1);
  handshake.resolve(undefined);
  await opened;
  await tell(2);
  await expect.poll(() => heard).toHaveLength(1);
  expect(heard[0]).toContain('"version":2');
});
