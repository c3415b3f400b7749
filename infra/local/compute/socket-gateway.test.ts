import {
  DeleteConnectionCommand,
  GetConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { serveSockets, ticketAuthorizer } from '#test/support/local/serve-sockets.ts';
import type { ApiSpec } from '../assembly/apis.ts';
import type { CallOutcome } from './invoke.ts';
import { socketGateway } from './socket-gateway.ts';

const route = (key: string, more = {}) => ({ key, functionRef: key, scopes: [], answers: false, ...more });
const api: ApiSpec = {
  id: 'socket1',
  protocol: 'WEBSOCKET',
  stage: 'ws',
  routeField: 'action',
  // One a minute.
  throttle: { rate: 1 / 60, burst: 2 },
  routes: [
    route('$connect', { authorizer: ticketAuthorizer }),
    route('$disconnect'),
    route('$default', { answers: true }),
    route('quiet'),
  ],
};
const clock = { now: () => 1000, offsetSeconds: () => 0, set: async () => {}, onChange: () => {} };

interface Event {
  queryStringParameters?: Record<string, string>;
  requestContext: { connectionId: string; authorizer?: object };
}

async function running({ limited = false, handshake = async (): Promise<unknown> => undefined } = {}) {
  const calls: { key: string; event: Event }[] = [];
  const policy = (Effect: string) => ({
    principalId: 'm1',
    policyDocument: { Statement: [{ Effect }] },
    context: { sub: 'm1' },
  });
  const gateway = socketGateway(api, {
    clock,
    limited: () => limited,
    handshake,
    region: 'eu-west-3',
    invoke: async (key, event): Promise<CallOutcome> => {
      calls.push({ key, event: event as Event });
      const { ticket } = (event as Event).queryStringParameters ?? {};
      if (key === 'authorizer') return { ok: true, result: policy(ticket === 'good' ? 'Allow' : 'Deny') };
      return { ok: true, result: { statusCode: 200, body: `answer of ${key}` } };
    },
  });
  const { address, client } = await serveSockets(gateway);
  return { address, calls, client, gateway };
}

/** Status of a refused upgrade, or the open socket. */
const connect = (url: string) =>
  new Promise<WebSocket | number>((resolve) => {
    const socket = new WebSocket(url);
    socket.on('open', () => resolve(socket));
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => {});
  });

const opened = async (address: string) => {
  const socket = await connect(`${address}/ws?ticket=good`);
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`);
  return socket;
};
const nextMessage = (socket: WebSocket) =>
  new Promise<string>((resolve) => socket.once('message', (data: Buffer) => resolve(data.toString())));

test('without a ticket no function is called, a bad ticket is refused, another path is closed', async () => {
  const { address, calls } = await running();
  expect(await connect(`${address}/ws`)).toBe(401);
  expect(calls).toEqual([]);
  expect(await connect(`${address}/ws?ticket=bad`)).toBe(403);
  expect(calls.map(({ key }) => key)).toEqual(['authorizer']);
  expect(await connect(`${address}/ws/@connections?ticket=good`)).toBe(403);
});

test('messages reach the route they name or the default one, with the authorizer’s context', async () => {
  const { address, calls } = await running();
  const socket = await opened(address);
  const answer = nextMessage(socket);
  socket.send('{"action":"quiet"}');
  socket.send('{"action":"ping"}');
  expect(await answer).toBe('answer of $default');
  expect(calls.map(({ key }) => key)).toEqual(['authorizer', '$connect', 'quiet', '$default']);
  expect(calls[3]?.event.requestContext.authorizer).toMatchObject({ principalId: 'm1', sub: 'm1' });
});

test('the end of a connection reaches the function', async () => {
  const { address, calls } = await running();
  (await opened(address)).close();
  await expect.poll(() => calls.at(-1)?.key).toBe('$disconnect');
});

test('functions push to a connection, look at it and close it; then it no longer exists', async () => {
  const { address, client, gateway } = await running();
  const socket = await opened(address);
  const [ConnectionId = ''] = gateway.connections.keys();
  const pushed = nextMessage(socket);
  await client.send(new PostToConnectionCommand({ ConnectionId, Data: '{"type":"x"}' }));
  expect(await pushed).toBe('{"type":"x"}');
  expect((await client.send(new GetConnectionCommand({ ConnectionId }))).ConnectedAt).toBeInstanceOf(Date);

  const closed = new Promise((resolve) => socket.once('close', resolve));
  await client.send(new DeleteConnectionCommand({ ConnectionId }));
  await closed;
  await expect(client.send(new PostToConnectionCommand({ ConnectionId, Data: 'x' }))).rejects.toThrow(GoneException);
});

test('the throttle of the stage counts new sockets and messages together', async () => {
  const { address, calls } = await running({ limited: true });
  const socket = await opened(address);
  const first = nextMessage(socket);
  socket.send('{"action":"ping"}');
  expect(await first).toBe('answer of $default');
  const second = nextMessage(socket);
  socket.send('{"action":"ping"}');
  expect(JSON.parse(await second)).toMatchObject({ message: 'Too Many Requests', connectionId: expect.any(String) });
  const before = calls.length;
  expect(await connect(`${address}/ws?ticket=good`)).toBe(429);
  expect(calls).toHaveLength(before);
});

test('while limits are off nothing is counted', async () => {
  const { address, gateway } = await running();
  for (let turn = 0; turn < 4; turn++) await opened(address);
  expect(gateway.connections.size).toBe(4);
});

test('a socket is gone for functions until its handshake has ended', async () => {
  const { promise, resolve: end } = Promise.withResolvers();
  const { address, calls, client } = await running({ handshake: () => promise });
  const opening = opened(address);
  await expect.poll(() => calls.at(-1)?.key).toBe('$connect');
  const push = new PostToConnectionCommand({
    ConnectionId: calls.at(-1)?.event.requestContext.connectionId ?? '',
    Data: 'early',
  });
  await expect(client.send(push)).rejects.toThrow(GoneException);
  end(undefined);
  const socket = await opening;
  const pushed = nextMessage(socket);
  await client.send(push);
  expect(await pushed).toBe('early');
});
