import type { APIGatewayAuthorizerResult, APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { issueToken, newToken, type TokenPurpose } from '#functions/platform/tokens.ts';
import { memberIds } from '#test/access/people.ts';
import { tableWith } from '#test/support/pipeline.ts';
import { connectionRepository } from './connections.ts';
import { authorizeSocket, serveSocket } from './socket.ts';

process.env['ORIGIN_SECRET'] = 'edge';
process.env['SITE_URL'] = 'https://envoyage.example';
const now = Date.parse('2026-11-20T10:00:00.000Z');
const memberId = memberIds.M;

async function ticketIn(table: Table, purpose: TokenPurpose = 'socket'): Promise<string> {
  const ticket = newToken();
  await table.transact([
    issueToken(table, ticket, { purpose, memberId, authTime: 1_700_000_000, expiresAt: now + 30_000 }),
  ]);
  return ticket;
}

const knock = (ticket: string, headers: Record<string, string | undefined> = {}) =>
  ({
    type: 'REQUEST',
    methodArn: 'arn:aws:execute-api:eu-west-3:1:a/ws/$connect',
    headers: { Origin: 'https://envoyage.example', 'x-origin-secret': 'edge', ...headers },
    queryStringParameters: { ticket },
  }) as unknown as APIGatewayRequestAuthorizerEvent;

const effectOf = ({ policyDocument }: APIGatewayAuthorizerResult) =>
  (policyDocument.Statement[0] as { Effect: string }).Effect;

const frame = (routeKey: string, more: object = {}, authorizer?: object) =>
  ({ requestContext: { routeKey, connectionId: 'c1', ...(authorizer ? { authorizer } : {}) }, ...more }) as never;

test('a ticket opens one socket, and gives its member and session', async () => {
  const table = await tableWith([]);
  const ticket = await ticketIn(table);
  const first = await authorizeSocket(knock(ticket), table, now);
  expect(effectOf(first)).toBe('Allow');
  expect(first.context).toEqual({ memberId, authTime: 1_700_000_000 });
  expect(effectOf(await authorizeSocket(knock(ticket), table, now))).toBe('Deny');
});

test('of many concurrent uses of one ticket, one opens a socket', async () => {
  const table = await tableWith([]);
  const ticket = await ticketIn(table);
  const answers = await Promise.all(Array.from({ length: 8 }, () => authorizeSocket(knock(ticket), table, now)));
  expect(answers.filter((answer) => effectOf(answer) === 'Allow')).toHaveLength(1);
});

test('a foreign page, a request past the edge, an expired ticket and another kind of ticket are refused', async () => {
  const table = await tableWith([]);
  const ticket = await ticketIn(table);
  const refused = [
    authorizeSocket(knock(ticket, { Origin: 'https://evil.example' }), table, now),
    authorizeSocket(knock(ticket, { Origin: undefined }), table, now),
    authorizeSocket(knock(ticket, { 'x-origin-secret': 'guess' }), table, now),
    authorizeSocket(knock(ticket), table, now + 30_001),
    authorizeSocket(knock(await ticketIn(table, 'reset')), table, now),
    authorizeSocket(knock(newToken()), table, now),
  ];
  expect((await Promise.all(refused)).map(effectOf)).toEqual(refused.map(() => 'Deny'));
  // All of them left it unused.
  expect(effectOf(await authorizeSocket(knock(ticket), table, now))).toBe('Allow');
});

test('a connection is stored while it is open', async () => {
  const table = await tableWith([]);
  const connections = connectionRepository(table);
  // API Gateway passes numbers of the context as text.
  const context = { memberId, authTime: '1700000000', principalId: memberId };
  expect(await serveSocket(frame('$connect', {}, context), table, now)).toEqual({ statusCode: 200 });
  expect(await connections.of(memberId)).toMatchObject([{ id: 'c1', memberId, authTime: 1_700_000_000 }]);
  const row = await table.get(keys.connection(memberId, 'c1'));
  expect(row?.['ttl']).toBe(now / 1000 + 7800);
  await serveSocket(frame('$disconnect'), table, now);
  expect(await connections.of(memberId)).toEqual([]);
  expect(await table.get(keys.connectionOwner('c1'))).toBeUndefined();
  expect(await serveSocket(frame('$disconnect'), table, now)).toEqual({ statusCode: 200 });
});

test('a connection without the authorizer’s context is refused', async () => {
  const table = await tableWith([]);
  expect(await serveSocket(frame('$connect'), table, now)).toEqual({ statusCode: 403 });
});

test.each([
  ['{"action":"ping"}', 'pong'],
  ['{"action":"ping","more":1}', 'error'],
  ['{"action":"send"}', 'error'],
  ['not json', 'error'],
  ['', 'error'],
  [JSON.stringify({ action: 'ping', padding: 'x'.repeat(4096) }), 'error'],
])('the frame %s is answered with %s', async (body, type) => {
  const table = await tableWith([]);
  await connectionRepository(table).add({
    id: 'c1',
    memberId,
    authTime: 1_700_000_000,
    connectedAt: '2026-11-20T10:00:00.000Z',
  });
  const answer = await serveSocket(frame('$default', { body }), table, now);
  expect(answer).toMatchObject({ body: JSON.stringify({ type }) });
});

test('a ping on an unknown connection is answered with that fact', async () => {
  const answer = await serveSocket(frame('$default', { body: '{"action":"ping"}' }), await tableWith([]), now);
  expect(answer).toMatchObject({ body: JSON.stringify({ type: 'stale' }) });
});
