import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { connectionRepository } from '#functions/live/connections.ts';
import { serveSocket } from '#functions/live/socket.ts';
import { openPush } from '#functions/platform/aws/push.ts';
import { openSockets } from '#functions/stream/dispatcher/sockets.ts';
import type { ApiSpec } from '#infra/local/assembly/apis.ts';
import { socketGateway } from '#infra/local/compute/socket-gateway.ts';
import { memberIds } from '../access/people.ts';
import { serveSockets, ticketAuthorizer } from '../support/local/serve-sockets.ts';
import { tableWith } from '../support/pipeline.ts';

const memberId = memberIds.M;
const context = { principalId: memberId, memberId, authTime: 1_700_000_000 };
const api: ApiSpec = {
  id: 'socket1',
  protocol: 'WEBSOCKET',
  stage: 'ws',
  routeField: 'action',
  routes: [{ key: '$connect', functionRef: 'socket', scopes: [], answers: false, authorizer: ticketAuthorizer }],
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
  const { address, endpoint, client } = await serveSockets(gateway);
  const sockets = openSockets(table, openPush(endpoint, client), Date.now);
  const tell = (id: string) =>
    sockets.send({ to: [memberId], event: { type: 'parcel.changed', at: new Date().toISOString(), data: { id } } });

  const socket = new WebSocket(`${address}/ws?ticket=good`);
  const heard: string[] = [];
  socket.on('message', (frame: Buffer) => heard.push(frame.toString()));
  const opened = new Promise((resolve) => socket.once('open', resolve));
  await expect.poll(async () => (await connections.of(memberId)).length).toBe(1);
  expect(gateway.connections.size).toBe(0);
  await tell('p1');
  expect(await connections.of(memberId)).toHaveLength(1);
  handshake.resolve(undefined);
  await opened;
  await tell('p2');
  await expect.poll(() => heard).toHaveLength(1);
  expect(heard[0]).toContain('"id":"p2"');
});
