import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, test } from 'vitest';
import { requestHash } from './idempotency.ts';

const event = (password: string) =>
  ({
    routeKey: 'POST /me/password',
    headers: {},
    body: JSON.stringify({ current: 'vq7mzd', password }),
  }) as unknown as APIGatewayProxyEventV2;

const guess = (password: string) => {
  const { routeKey, body } = event(password);
  return createHash('sha256')
    .update(JSON.stringify([routeKey, {}, '', body ?? '']))
    .digest('base64url');
};

test('a reader of the table cannot find a password from the hash of its request', () => {
  process.env['ORIGIN_SECRET'] = 'edge';
  expect(requestHash(event('Traversee42'))).not.toBe(guess('Traversee42'));
  const known = requestHash(event('Traversee42'));
  expect(requestHash(event('Traversee42'))).toBe(known);
  expect(requestHash(event('Traversee43'))).not.toBe(known);
  process.env['ORIGIN_SECRET'] = 'another';
  expect(requestHash(event('Traversee42'))).not.toBe(known);
});
