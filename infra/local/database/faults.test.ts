import { expect, test } from 'vitest';
import type { TableReply } from './faults.ts';
import { DatabaseFault, openDatabaseFaults } from './faults.ts';

const T = { name: 'T', KeySchema: [] };

/** The code and reasons of what calls with these partition keys, one for each part, meet. */
async function meeting(fault: object, operation: string, keys: readonly string[], random = 0) {
  const faults = openDatabaseFaults(() => T, { random: () => random });
  faults.behave(DatabaseFault.parse(fault));
  const wants = keys.map((key) => ({ action: '', resource: '', known: { 'dynamodb:LeadingKeys': [key] } }));
  const reply = await faults.meet({ operation, input: {}, wants }, async () => ({ status: 200, body: '{}' }));
  return reply && readingOf(reply);
}

function readingOf({ status, body }: TableReply) {
  const { __type, CancellationReasons } = JSON.parse(body) as {
    __type: string;
    CancellationReasons?: { Code: string }[];
  };
  return { status, code: __type.split('#')[1], reasons: CancellationReasons?.map(({ Code }) => Code) };
}

test('a conflict cancels a transaction for the parts with the named keys', async () => {
  const conflicts = { mode: 'conflicts', partition: 'P#' };
  expect(await meeting(conflicts, 'TransactWriteItems', ['U#1', 'P#1'])).toEqual({
    status: 400,
    code: 'TransactionCanceledException',
    reasons: ['None', 'TransactionConflict'],
  });
  expect(await meeting(conflicts, 'UpdateItem', ['P#1'])).toMatchObject({ code: 'TransactionConflictException' });
  expect(await meeting(conflicts, 'TransactWriteItems', ['U#1'])).toBeUndefined();
  expect(await meeting(conflicts, 'Query', ['P#1'])).toBeUndefined();
});

test('a transaction whose token is still at work is refused as such; nothing else has a token', async () => {
  const inProgress = { mode: 'inProgress', partition: 'P#' };
  expect(await meeting(inProgress, 'TransactWriteItems', ['U#1', 'P#1'])).toMatchObject({
    status: 400,
    code: 'TransactionInProgressException',
  });
  expect(await meeting(inProgress, 'UpdateItem', ['P#1'])).toBeUndefined();
  expect(await meeting(inProgress, 'TransactWriteItems', ['U#1'])).toBeUndefined();
});

test('a throttled table refuses reads and writes, a transaction with its reasons', async () => {
  const throttled = { mode: 'throttled' };
  expect(await meeting(throttled, 'GetItem', ['U#1'])).toMatchObject({ status: 400, code: 'ThrottlingException' });
  expect(await meeting(throttled, 'TransactWriteItems', ['U#1'])).toMatchObject({ reasons: ['ThrottlingError'] });
});

test('a fault strikes the share of the calls that was asked for', async () => {
  const half = { mode: 'throttled', share: 0.5 };
  expect(await meeting(half, 'GetItem', ['U#1'], 0.49)).toBeDefined();
  expect(await meeting(half, 'GetItem', ['U#1'], 0.5)).toBeUndefined();
});

test('a running table refuses nothing', async () => {
  expect(await meeting({ mode: 'running' }, 'TransactWriteItems', ['U#1'])).toBeUndefined();
});
