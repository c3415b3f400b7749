import { request } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../emulators/http-server.ts';
import { site, startFrontServer } from './front-server.ts';

async function running() {
  const frontServer = await startFrontServer(0);
  onTestFinished(() => frontServer.close());
  const { port } = new URL(frontServer.origin);
  const ask = (host: string, path = '/') =>
    new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
      request({ port, path, host: '127.0.0.1', headers: { host } }, (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, location: response.headers.location });
      })
        .on('error', reject)
        .end();
    });
  return { frontServer, port, ask };
}

test('requests during the start are answered with 503', async () => {
  const { ask, port } = await running();
  expect((await ask(`127.0.0.1:${port}`)).status).toBe(503);
});

test('another name of this machine is redirected to the origin, a foreign name is refused', async () => {
  const { ask, port, frontServer } = await running();
  expect(await ask(`localhost:${port}`, '/find?a=1')).toEqual({
    status: 307,
    location: `${frontServer.origin}/find?a=1`,
  });
  expect((await ask('evil.example')).status).toBe(421);
});

test('the front server answers a failure of the site and continues', async () => {
  const { ask, port, frontServer } = await running();
  let calls = 0;
  frontServer.use({
    handle: async (_, response) => {
      calls += 1;
      if (calls === 1) throw new Error('the first call fails, as this test wants');
      response.writeHead(204).end();
    },
    upgrade: () => {},
  });
  expect((await ask(`127.0.0.1:${port}`)).status).toBe(500);
  expect((await ask(`127.0.0.1:${port}`)).status).toBe(204);
});

test('headers that are larger than the edge takes still reach the site', async () => {
  const { frontServer } = await running();
  frontServer.use({
    handle: async ({ headers }, response) => {
      response.end(String(headers['x-long']?.length));
    },
    upgrade: () => {},
  });
  const answer = await fetch(frontServer.origin, { headers: { 'x-long': 'a'.repeat(30_000) } });
  expect(await answer.text()).toBe('30000');
});

test('the front server outlives a socket that breaks off while it opens', async () => {
  const { ask, port, frontServer } = await running();
  const opening = new Promise<Duplex>((resolve) => {
    frontServer.use({
      handle: async (_, response) => void response.writeHead(204).end(),
      upgrade: (_, socket) => resolve(socket),
    });
  });
  const browser = connect(Number(port), '127.0.0.1');
  browser.write(`GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  const socket = await opening;
  const closed = new Promise((resolve) => socket.once('close', resolve));
  browser.resetAndDestroy();
  await closed;
  expect((await ask(`127.0.0.1:${port}`)).status).toBe(204);
});

test('the page for developers is found without its last slash', async () => {
  const answers = site({
    edge: {
      find: () => expect.unreachable('the site was asked'),
      answer: () => expect.unreachable('the site was asked'),
    } as never,
    sockets: {} as never,
    localRoutes: async (request, response) => void response.end(`developers: ${request.url}`),
    config: {},
    pages: undefined,
  });
  const server = await listen(async (request, response) => answers.handle(request, response));
  onTestFinished(() => server.close());
  const answer = await fetch(`${server.endpoint}/__local?after=start`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([307, '/__local/']);
  expect(await (await fetch(`${server.endpoint}/__local`)).text()).toBe('developers: /__local/');
});
