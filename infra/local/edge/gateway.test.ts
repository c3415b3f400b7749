import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { startGateway } from './gateway.ts';

async function running() {
  const gateway = await startGateway(0);
  onTestFinished(() => gateway.close());
  const { port } = new URL(gateway.origin);
  const ask = (host: string, path = '/') =>
    new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
      request({ port, path, host: '127.0.0.1', headers: { host } }, (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0, location: response.headers.location });
      })
        .on('error', reject)
        .end();
    });
  return { gateway, port, ask };
}

test('requests during the start are answered with 503', async () => {
  const { ask, port } = await running();
  expect((await ask(`127.0.0.1:${port}`)).status).toBe(503);
});

test('another name of this machine is redirected to the origin, a foreign name is refused', async () => {
  const { ask, port, gateway } = await running();
  expect(await ask(`localhost:${port}`, '/find?a=1')).toEqual({ status: 307, location: `${gateway.origin}/find?a=1` });
  expect((await ask('evil.example')).status).toBe(421);
});

test('the gateway answers a failure of the site and continues', async () => {
  const { ask, port, gateway } = await running();
  let calls = 0;
  gateway.use({
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
