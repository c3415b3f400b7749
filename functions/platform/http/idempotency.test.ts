import { createHash } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, onTestFinished, test } from 'vitest';
import { Refusal } from '#shared/refusal.ts';
import type { Table } from '../table.ts';
import { recordOf, requestHashes, storedAnswer } from './idempotency.ts';

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

const requestHash = (request: APIGatewayProxyEventV2) => requestHashes(request)[0];

test('a reader of the table cannot find a password from the hash of its request', () => {
  process.env['ORIGIN_SECRET'] = 'edge';
  expect(requestHash(event('Traversee42'))).not.toBe(guess('Traversee42'));
  const known = requestHash(event('Traversee42'));
  expect(requestHash(event('Traversee42'))).toBe(known);
  expect(requestHash(event('Traversee43'))).not.toBe(known);
  process.env['ORIGIN_SECRET'] = 'another';
  expect(requestHash(event('Traversee42'))).not.toBe(known);
});

test('while the secret is rotated, what was stored before it is still known', () => {
  process.env['ORIGIN_SECRET'] = 'edge';
  const stored = requestHash(event('Traversee42'));
  process.env['ORIGIN_SECRET'] = 'another';
  process.env['ORIGIN_SECRET_BEFORE'] = 'edge';
  onTestFinished(() => void delete process.env['ORIGIN_SECRET_BEFORE']);
  const record = { hash: stored, ttl: 100, status: 201, body: '{}' };
  expect(storedAnswer(record, requestHashes(event('Traversee42')), 0)).toEqual({ status: 201, body: '{}' });
  expect(() => storedAnswer(record, requestHashes(event('Traversee43')), 0)).toThrow(Refusal);
});

test.each([10, 5000])('an answer of %i characters comes back as it was stored, in less than a kilobyte', (length) => {
  process.env['ORIGIN_SECRET'] = 'edge';
  const hashes = requestHashes(event('Traversee42'));
  const answer = { status: 201, body: JSON.stringify({ title: 'é'.repeat(length), version: 1 }) };
  const rows: Record<string, unknown>[] = [];
  const table = { put: (row: Record<string, unknown>) => rows.push(row) } as unknown as Table;
  recordOf(table, 'member', 'key', { hashes, now: 0, answer });
  const [row = {}] = rows;
  expect(storedAnswer(row, hashes, 0)).toEqual(answer);
  const { packed, ...rest } = row;
  expect(JSON.stringify(rest).length + ((packed as Uint8Array | undefined)?.length ?? 0)).toBeLessThan(1024);
});
