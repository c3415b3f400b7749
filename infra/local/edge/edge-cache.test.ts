import { expect, test } from 'vitest';
import type { OriginRequest, OriginResponse } from '../compute/http-api.ts';
import { edgeCache, sameTag } from './edge-cache.ts';

const policy = { minSeconds: 0, maxSeconds: 60, query: ['from', 'to'], errorSeconds: new Map([[503, 0]]) };
const get = (query = '', headers = {}): OriginRequest => ({
  method: 'GET',
  path: '/api/public/parcels',
  query,
  headers,
  body: Buffer.alloc(0),
  sourceIp: '',
});

function cacheOf(answer: (request: OriginRequest, call: number) => Partial<OriginResponse>) {
  let time = 0;
  const seen: OriginRequest[] = [];
  const ask = edgeCache(
    policy,
    async (request) => {
      seen.push(request);
      return { status: 200, headers: {}, body: Buffer.from(String(seen.length)), ...answer(request, seen.length) };
    },
    () => time,
  );
  const read = async (request = get()) => {
    const { xCache, body } = await ask(request);
    return `${xCache} ${body.toString()}`;
  };
  return { read, seen, wait: (seconds: number) => (time += seconds * 1000) };
}

const oneSecond = { headers: { 'cache-control': 'public, max-age=0, s-maxage=1', etag: '"v1"' } };

test('an answer is shared for the second it allows', async () => {
  const { read, wait, seen } = cacheOf(() => oneSecond);
  expect([await read(), await read()]).toEqual(['Miss 1', 'Hit 1']);
  wait(1);
  expect(await read()).toBe('Miss 2');
  expect(seen[1]?.headers).toEqual({ 'if-none-match': '"v1"' });
});

test('an old answer is confirmed by its tag', async () => {
  const { read, wait } = cacheOf((_, call) => (call === 1 ? oneSecond : { ...oneSecond, status: 304 }));
  await read();
  wait(2);
  expect([await read(), await read()]).toEqual(['RefreshHit 1', 'Hit 1']);
});

test('concurrent requests for one key call the origin once', async () => {
  const { read, seen } = cacheOf(() => oneSecond);
  expect(await Promise.all([read(), read(), read()])).toEqual(['Miss 1', 'Miss 1', 'Miss 1']);
  expect(seen).toHaveLength(1);
});

test('names outside the list are dropped, and the order of the others counts', async () => {
  const { read, seen } = cacheOf(() => oneSecond);
  await read(get('from=FR&utm=1'));
  expect(await read(get('from=FR'))).toBe('Hit 1');
  expect(seen[0]?.query).toBe('from=FR');
  expect(await read(get('to=DZ&from=FR'))).toBe('Miss 2');
  expect(await read(get('from=FR&to=DZ'))).toBe('Miss 3');
});

test('a visitor’s own condition does not reach the origin', async () => {
  const { read, seen } = cacheOf(() => oneSecond);
  await read(get('', { 'if-none-match': '"v1"' }));
  expect(seen[0]?.headers).toEqual({});
});

test('answers that forbid it are not cached', async () => {
  const secret = cacheOf(() => ({ headers: { 'cache-control': 'no-store' } }));
  expect([await secret.read(), await secret.read()]).toEqual(['Miss 1', 'Miss 2']);
});

const noStore = { 'cache-control': 'no-store' };
const aMinute = { 'cache-control': 'max-age=60' };

test.each([
  ['503 with an age', 503, aMinute, 60],
  ['500, for which the distribution says nothing', 500, {}, 10],
  ['500, whose no-store does not count', 500, noStore, 10],
  ['404', 404, {}, 10],
  ['400 with an age', 400, aMinute, 60],
  ['404 with an age', 404, aMinute, 60],
  ['301 with an age', 301, aMinute, 60],
])('an error or a redirect is cached as CloudFront does: %s', async (_, status, headers, seconds) => {
  const { read, wait } = cacheOf(() => ({ status, headers }));
  expect(await read()).toBe('Miss 1');
  wait(seconds - 0.1);
  expect(await read()).toBe('Hit 1');
  wait(0.1);
  expect(await read()).toBe('Miss 2');
});

test.each([
  ['503, for which the distribution says 0', 503, {}],
  ['404, whose no-store counts', 404, noStore],
  ['400', 400, {}],
  ['301', 301, {}],
  ['409 with an age', 409, aMinute],
  ['429', 429, {}],
])('an error is not cached: %s', async (_, status, headers) => {
  const { read } = cacheOf(() => ({ status, headers }));
  expect([await read(), await read()]).toEqual(['Miss 1', 'Miss 2']);
});

test('while the origin fails an old answer is served, but not beyond the longest time of the policy', async () => {
  const { read, wait } = cacheOf((_, call) => (call === 1 ? oneSecond : { status: 503 }));
  await read();
  wait(60);
  expect(await read()).toBe('Hit 1');
  wait(1);
  expect(await read()).toBe('Miss 3');
});

test('a refusal takes the place of an old answer', async () => {
  const { read, wait } = cacheOf((_, call) => (call === 1 ? oneSecond : { status: 404, headers: noStore }));
  await read();
  wait(2);
  expect(await read()).toBe('Miss 2');
});

test('tags are compared weakly', () => {
  expect(sameTag('W/"a"', '"a"')).toBe(true);
  expect(sameTag('"b", "a"', 'W/"a"')).toBe(true);
  expect(sameTag('"b"', '"a"')).toBe(false);
  expect(sameTag(undefined, '"a"')).toBe(false);
});

const halfMinute = { headers: { 'cache-control': 'public, max-age=0, s-maxage=30, stale-while-revalidate=30' } };

test('a stale answer is used while the next one is fetched, as long as it allows', async () => {
  const { read, wait, seen } = cacheOf(() => halfMinute);
  await read();
  wait(45);
  expect([await read(), seen.length]).toEqual(['Hit 1', 2]);
  expect(await read()).toBe('Hit 2');
  wait(61);
  expect(await read()).toBe('Miss 3');
});

test('10,000 visits of 50 addresses within a minute ask for at most 150 documents', async () => {
  const { read, wait, seen } = cacheOf(() => halfMinute);
  for (let visit = 0; visit < 10_000; visit++) {
    await read(get(`from=${visit % 50}`));
    wait(60 / 10_000);
  }
  expect(seen.length).toBeLessThanOrEqual(150);
});
