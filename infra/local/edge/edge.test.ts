import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { Behaviour } from '../assembly/distribution.ts';
import type { OriginRequest, OriginResponse } from '../compute/http-api.ts';
import { edge, type Origin } from './edge.ts';
import { edgeFunction } from './edge-function.ts';

const stamp = `function handler(event) { var request = event.request; request.headers['true-client-ip'] = { value: event.viewer.ip }; return request; }`;
const siteOrigin = { host: 'site', path: '', headers: {}, timeoutMs: 30_000 };
const behaviour = (prefix: string, more: Partial<Behaviour> = {}): Behaviour => ({
  matches: (path) => path.startsWith(prefix),
  methods: ['GET', 'HEAD', 'POST'],
  origin: { host: 'api.aws', path: '', headers: { 'x-origin-secret': 's3cret' }, timeoutMs: 30_000 },
  cache: undefined,
  forwardsViewer: true,
  responseHeaders: { 'x-frame-options': 'DENY' },
  viewerRequest: undefined,
  viewerResponse: undefined,
  ...more,
});

function edgeOf(...behaviours: Behaviour[]) {
  const seen: OriginRequest[] = [];
  const bucket: Origin = {
    kind: 'bucket',
    get: async (path) => ({
      status: 200,
      headers: { etag: '"e"', 'content-type': 'text/html' },
      body: Buffer.from(path),
    }),
  };
  const api: Origin = {
    kind: 'api',
    send: async (request) => {
      seen.push(request);
      return { status: 200, headers: { 'cache-control': 's-maxage=1' }, body: Buffer.from('x') };
    },
  };
  return { front: edge(behaviours, (host) => (host === 'api.aws' ? api : bucket)), seen };
}

function request(method: string, url: string, headers: Record<string, string> = {}): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  Object.assign(message, { method, url });
  for (const [name, value] of Object.entries(headers)) {
    message.headersDistinct[name] = [value];
    message.headers[name] = value;
    message.rawHeaders.push(name, value);
  }
  return message;
}

const nothing = Buffer.alloc(0);

test('a private call passes on the visitor’s headers, the secret and the stamped address, but not the host', async () => {
  const { front, seen } = edgeOf(behaviour('/api/', { viewerRequest: edgeFunction(stamp).atRequest }));
  await front.answer(
    request('POST', '/api/me?x=1', { host: 'site', authorization: 'Bearer t', 'true-client-ip': '6.6.6.6' }),
    nothing,
  );
  expect(seen[0]).toMatchObject({
    path: '/api/me',
    query: 'x=1',
    headers: { host: 'api.aws', authorization: 'Bearer t', 'x-origin-secret': 's3cret' },
  });
  expect(seen[0]?.headers['true-client-ip']).toBe('');
});

test.each([
  ['//', '//'],
  ['//elsewhere.example/x?y', '//elsewhere.example/x'],
  ['http://site/x', '/x'],
])('the address %s has the path %s', async (url, path) => {
  const { front, seen } = edgeOf(behaviour('/'));
  expect((await front.answer(request('GET', url), nothing)).status).toBe(200);
  expect(seen[0]?.path).toBe(path);
});

test('a cached call forwards nothing of the visitor', async () => {
  const cache = { minSeconds: 0, maxSeconds: 60, query: ['from'], errorSeconds: new Map<number, number>() };
  const { front, seen } = edgeOf(behaviour('/api/public/', { cache, forwardsViewer: false }));
  const answer = await front.answer(
    request('GET', '/api/public/parcels?from=FR&x=1', { authorization: 'Bearer t', cookie: 'a=b' }),
    nothing,
  );
  expect(seen[0]?.query).toBe('from=FR');
  expect(Object.keys(seen[0]?.headers ?? {})).not.toContain('authorization');
  expect(Object.keys(seen[0]?.headers ?? {})).not.toContain('cookie');
  expect(answer.headers).toMatchObject({ 'x-cache': 'Miss from cloudfront', 'x-frame-options': 'DENY' });
});

test('the code of the edge chooses the document', async () => {
  const code = `function handler(event) { event.request.uri = '/index.html'; return event.request; }`;
  const { front } = edgeOf(behaviour('/', { origin: siteOrigin, viewerRequest: edgeFunction(code).atRequest }));
  const answer = await front.answer(request('GET', '/any/page'), nothing);
  expect(answer.body.toString()).toBe('/index.html');
});

test('the code of the edge gives an answer another status, but for an error of the origin it is not asked', async () => {
  const code = `function handler(event) { event.response.statusCode = event.request.uri === '/nothing' ? 404 : 200; return event.response; }`;
  const viewerResponse = edgeFunction(code).atResponse;
  const { front } = edgeOf(behaviour('/', { origin: siteOrigin, viewerResponse }));
  const answer = await front.answer(request('GET', '/nothing'), nothing);
  expect([answer.status, answer.body.toString()]).toEqual([404, '/nothing']);
  expect((await front.answer(request('GET', '/page'), nothing)).status).toBe(200);
  const refusing = edge([behaviour('/', { origin: siteOrigin, viewerResponse })], () => ({
    kind: 'bucket',
    get: async () => ({ status: 403, headers: {}, body: nothing }),
  }));
  expect((await refusing.answer(request('GET', '/page'), nothing)).status).toBe(403);
});

test('a document that the browser has already is not sent again', async () => {
  const { front } = edgeOf(behaviour('/', { origin: siteOrigin }));
  const answer = await front.answer(request('GET', '/a.html', { 'if-none-match': 'W/"e"' }), nothing);
  expect([answer.status, answer.body.length]).toEqual([304, 0]);
});

test('a method that the behaviour does not know is refused at the edge', async () => {
  const { front, seen } = edgeOf(behaviour('/api/', { methods: ['GET', 'HEAD'] }));
  expect((await front.answer(request('POST', '/api/public/parcels'), nothing)).status).toBe(403);
  expect(seen).toEqual([]);
});

test('a URL beyond 8,192 bytes and a request beyond 20,480 are refused before any origin', async () => {
  const { front, seen } = edgeOf(behaviour('/'));
  const ask = async (url: string, headers: Record<string, string>) =>
    (await front.answer(request('GET', url, { host: 'site', ...headers }), nothing)).status;
  const room = 8192 - 'https://site'.length;
  expect(await ask('/'.padEnd(room, 'a'), {})).toBe(200);
  expect(await ask('/'.padEnd(room + 1, 'a'), {})).toBe(413);
  // GET / HTTP/1.1, host: site, x: and the line breaks
  const left = 20_480 - 16 - 12 - 5;
  expect(await ask('/', { x: 'a'.repeat(left) })).toBe(200);
  expect(await ask('/', { x: 'a'.repeat(left + 1) })).toBe(413);
  expect(seen).toHaveLength(2);
});

const apiOrigin = { host: 'api.aws', path: '/api', headers: {}, timeoutMs: 50 };
const group = (cache?: Behaviour['cache']) =>
  behaviour('/', {
    origin: apiOrigin,
    fallback: { origin: siteOrigin, statuses: [429, 500, 502, 503, 504] },
    forwardsViewer: false,
    cache,
  });

function groupOf(send: (request: OriginRequest) => Promise<OriginResponse>) {
  const get = async (path: string) => ({ status: 200, headers: {}, body: Buffer.from(`built ${path}`) });
  const front = edge([group({ minSeconds: 0, maxSeconds: 60, query: [], errorSeconds: new Map() })], (host) =>
    host === 'api.aws' ? { kind: 'api', send } : { kind: 'bucket', get },
  );
  return async (method = 'GET') => {
    const { status, body } = await front.answer(request(method, '/index.html'), nothing);
    return `${status} ${body.toString()}`;
  };
}

test.each([429, 500, 502, 503, 504])('after %d the second origin is asked for the same path', async (status) => {
  const read = groupOf(async () => ({ status, headers: {}, body: nothing }));
  expect([await read(), await read('HEAD')]).toEqual(['200 built /index.html', '200 built /index.html']);
});

test('the second origin is asked when the first one is too slow, and the first one again afterwards', async () => {
  let isSlow = true;
  const read = groupOf(async () => {
    if (isSlow) await new Promise((resolve) => setTimeout(resolve, 200));
    return { status: 200, headers: {}, body: Buffer.from('rendered') };
  });
  expect(await read()).toBe('200 built /index.html');
  isSlow = false;
  expect(await read()).toBe('200 rendered');
});

test.each([200, 301, 404])('an answer %d is that of the first origin', async (status) => {
  const read = groupOf(async () => ({ status, headers: {}, body: Buffer.from('rendered') }));
  expect(await read()).toBe(`${status} rendered`);
});
