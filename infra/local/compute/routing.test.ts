import { expect, test } from 'vitest';
import { router } from './routing.ts';

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
