import { expect, test } from 'vitest';
import type { ApiSpec } from '#infra/local/assembly/apis.ts';
import { httpApi, type OriginRequest, router } from './http-api.ts';
import type { CallOutcome } from './invoke.ts';

const routes = (...keys: string[]) => router(keys.map((key) => ({ key })));

test('a fixed segment wins over a parameter', () => {
  const match = routes('GET /parcels/{parcelId}', 'GET /parcels/matching-trips');
  expect(match('GET', '/parcels/matching-trips')?.route.key).toBe('GET /parcels/matching-trips');
  expect(match('GET', '/parcels/p1')).toEqual({
    route: { key: 'GET /parcels/{parcelId}' },
    parameters: { parcelId: 'p1' },
  });
});

test('the leftmost difference decides', () => {
  const match = routes('GET /{kind}/fixed', 'GET /parcels/{id}');
  expect(match('GET', '/parcels/fixed')?.route.key).toBe('GET /parcels/{id}');
});

test('the rest of a path goes to the greedy parameter, decoded', () => {
  const match = routes('ANY /any/{rest+}', 'GET /any/{one}');
  expect(match('GET', '/any/a')?.route.key).toBe('GET /any/{one}');
  expect(match('GET', '/any/a/b%20c')?.parameters).toEqual({ rest: 'a/b c' });
  expect(match('GET', '/any')).toBeUndefined();
});

test('a named method wins over ANY', () => {
  const match = routes('ANY /me', 'GET /me');
  expect(match('GET', '/me')?.route.key).toBe('GET /me');
  expect(match('DELETE', '/me')?.route.key).toBe('ANY /me');
});

test('a path without a route matches nothing, unless there is a default', () => {
  expect(routes('GET /me')('GET', '/me/')).toBeUndefined();
  expect(routes('GET /me')('POST', '/me')).toBeUndefined();
  expect(routes('GET /me', '$default')('POST', '/me')?.route.key).toBe('$default');
});

const authorizer = { IdentitySource: [], JwtConfiguration: { Issuer: 'https://issuer', Audience: ['web'] } };
const route = (key: string, more = {}) => ({ key, functionRef: 'fn', scopes: [], answers: false, ...more });
const api: ApiSpec = {
  id: 'api1',
  protocol: 'HTTP',
  stage: 'api',
  routeField: 'action',
  routes: [route('POST /parcels/{parcelId}/accept'), route('GET /me', { authorizer })],
  throttle: { rate: 1, burst: 2 },
};
const clock = { now: () => Date.UTC(2026, 3, 9, 12), offsetSeconds: () => 0, set: async () => {}, onChange: () => {} };
const request = (more: Partial<OriginRequest> = {}): OriginRequest => ({
  method: 'POST',
  path: '/api/parcels/p%201/accept',
  query: 'a=1&b=2&a=3',
  headers: { host: 'h', cookie: 'x=1; y=2', 'content-type': 'application/json', 'user-agent': 'test' },
  body: Buffer.from('{"é":1}'),
  sourceIp: '127.0.0.1',
  ...more,
});

function gatewayOf(answer: (event: unknown) => CallOutcome | Promise<CallOutcome>, limited = false) {
  const events: unknown[] = [];
  const send = httpApi(api, {
    clock,
    limited: () => limited,
    jwks: async () => ({ keys: [] }),
    invoke: async (_, event) => {
      events.push(event);
      return answer(event);
    },
  });
  return { send, events };
}

const ok = (result: unknown): CallOutcome => ({ ok: true, result });
const bodyOf = (response: { body: Buffer }) => JSON.parse(response.body.toString());

test('a function gets the request in payload format 2.0, with the stage in its path', async () => {
  const { send, events } = gatewayOf(() => ok({ statusCode: 204 }));
  await send(request());
  expect(events[0]).toMatchObject({
    version: '2.0',
    routeKey: 'POST /parcels/{parcelId}/accept',
    rawPath: '/api/parcels/p%201/accept',
    rawQueryString: 'a=1&b=2&a=3',
    queryStringParameters: { a: '1,3', b: '2' },
    pathParameters: { parcelId: 'p 1' },
    cookies: ['x=1', 'y=2'],
    body: '{"é":1}',
    isBase64Encoded: false,
    requestContext: {
      stage: 'api',
      http: { method: 'POST', sourceIp: '127.0.0.1' },
      time: '09/Apr/2026:12:00:00 +0000',
    },
  });
  expect(events[0]).not.toHaveProperty('headers.cookie');
});

test('binary bodies arrive in base64', async () => {
  const { send, events } = gatewayOf(() => ok({ statusCode: 204 }));
  const headers = { host: 'h', 'content-type': 'application/octet-stream' };
  await send(request({ headers, body: Buffer.from([255, 0, 1]) }));
  expect(events[0]).toMatchObject({ body: '/wAB', isBase64Encoded: true });
});

test('the answer of a function is sent as it is', async () => {
  const { send } = gatewayOf(() =>
    ok({ statusCode: 201, headers: { 'X-Thing': 1 }, cookies: ['a=b'], body: '/wAB', isBase64Encoded: true }),
  );
  const response = await send(request());
  expect(response).toMatchObject({ status: 201, headers: { 'x-thing': '1', 'set-cookie': ['a=b'] } });
  expect([...response.body]).toEqual([255, 0, 1]);
});

test('a result without a status is a JSON body', async () => {
  const { send } = gatewayOf(() => ok({ hello: 1 }));
  const response = await send(request());
  expect(response.status).toBe(200);
  expect(bodyOf(response)).toEqual({ hello: 1 });
});

test('a path without a route is 404, with the bare body of the gateway', async () => {
  const { send, events } = gatewayOf(() => ok({}));
  const response = await send(request({ path: '/api/nothing' }));
  expect(response.status).toBe(404);
  expect(bodyOf(response)).toEqual({ message: 'Not Found' });
  expect((await send(request({ path: '/parcels/p1/accept' }))).status).toBe(404);
  expect(events).toEqual([]);
});

test('a route behind an authorizer is closed without a token', async () => {
  const { send, events } = gatewayOf(() => ok({}));
  const response = await send(request({ method: 'GET', path: '/api/me' }));
  expect(response.status).toBe(401);
  expect(bodyOf(response)).toEqual({ message: 'Unauthorized' });
  expect(events).toEqual([]);
});

test('a function that fails is 500, one that takes too long 503', async () => {
  const failing = (errorType: string) => gatewayOf(() => ({ ok: false, error: { errorType, errorMessage: '' } }));
  const failed = await failing('TypeError').send(request());
  expect([failed.status, bodyOf(failed)]).toEqual([500, { message: 'Internal Server Error' }]);
  const late = await failing('Sandbox.Timedout').send(request());
  expect([late.status, bodyOf(late)]).toEqual([503, { message: 'Service Unavailable' }]);
  const nonsense = await gatewayOf(() => ok({ statusCode: 'many' })).send(request());
  expect(nonsense.status).toBe(500);
});

test('a body over 10 MB is refused before the function', async () => {
  const { send, events } = gatewayOf(() => ok({}));
  expect((await send(request({ body: Buffer.alloc(10 * 1024 * 1024 + 1) }))).status).toBe(413);
  expect(events).toEqual([]);
});

test('more requests than the stage admits are refused, unless limits are off', async () => {
  const statuses = async (limited: boolean) => {
    const { send } = gatewayOf(() => ok({ statusCode: 200 }), limited);
    const responses = await Promise.all([1, 2, 3].map(() => send(request())));
    return responses.map(({ status }) => status);
  };
  expect(await statuses(true)).toEqual([200, 200, 429]);
  expect(await statuses(false)).toEqual([200, 200, 200]);
});

test('request line and values of headers together have 10,240 bytes', async () => {
  const { send, events } = gatewayOf(() => ok({ statusCode: 204 }));
  const line = 'POST /api/parcels/p%201/accept HTTP/1.1'.length;
  const ofLength = (length: number) => request({ query: '', headers: { long: 'a'.repeat(length) } });
  expect((await send(ofLength(10_240 - line))).status).toBe(204);
  const refused = await send(ofLength(10_240 - line + 1));
  expect([refused.status, bodyOf(refused)]).toEqual([431, { message: 'Request Header Fields Too Large' }]);
  expect(events).toHaveLength(1);
});
