import { expect, test } from 'vitest';
import type { CallOutcome } from '../compute/invoke.ts';
import { deliver, type RetryRules } from './stream-shards.ts';

const taken: CallOutcome = { ok: true, result: { batchItemFailures: [] } };
const broken: CallOutcome = { ok: false, error: { errorType: 'Error', errorMessage: 'broken' } };
const naming = (...ids: string[]): CallOutcome => ({
  ok: true,
  result: { batchItemFailures: ids.map((itemIdentifier) => ({ itemIdentifier })) },
});

async function delivering(
  batch: string,
  answer: (part: string, call: number) => CallOutcome,
  rules: Partial<RetryRules> = {},
) {
  const calls: string[] = [];
  const lost: string[] = [];
  await deliver(batch.split(''), {
    rules: { bisect: true, retries: 2, reportsFailures: true, ...rules },
    invoke: async (records) => {
      calls.push(records.join(''));
      return answer(records.join(''), calls.length);
    },
    idOf: (record) => record,
    giveUp: async (records, outcome) =>
      void lost.push(`${records.join('')}: ${outcome.ok ? 'reported as failed' : outcome.error.errorMessage}`),
    pause: async () => {},
  });
  return { calls, lost };
}

test('a successful batch is delivered once', async () => {
  expect(await delivering('abc', () => taken)).toEqual({ calls: ['abc'], lost: [] });
});

test('after a partial failure everything from the first failed record is tried again', async () => {
  const { calls, lost } = await delivering('abcd', (_, call) => (call === 1 ? naming('d', 'c') : taken), {
    bisect: false,
  });
  expect(calls).toEqual(['abcd', 'cd']);
  expect(lost).toEqual([]);
});

test('a record that always fails is found by splitting and dropped, all others succeed', async () => {
  const { calls, lost } = await delivering('abcd', (part) => (part.includes('b') ? broken : taken));
  expect(lost).toEqual(['b: broken']);
  expect(calls).toEqual(['abcd', 'ab', 'a', 'b', 'b', 'b', 'cd']);
});

test('without splitting a failing batch is dropped completely after its retries', async () => {
  const { calls, lost } = await delivering('ab', () => broken, { bisect: false });
  expect(calls).toEqual(['ab', 'ab', 'ab']);
  expect(lost).toEqual(['ab: broken']);
});

test('with unlimited retries delivery continues until it succeeds', async () => {
  const { calls, lost } = await delivering('a', (_, call) => (call === 50 ? taken : broken), { retries: -1 });
  expect(calls).toHaveLength(50);
  expect(lost).toEqual([]);
});

test('a failure that names no record of the batch counts for the whole batch', async () => {
  const { calls } = await delivering('ab', (_, call) => (call === 1 ? naming('') : taken), { bisect: false });
  expect(calls).toEqual(['ab', 'ab']);
});

test('named failures are ignored by a mapping without this setting', async () => {
  const { calls } = await delivering('ab', () => naming('a'), { reportsFailures: false });
  expect(calls).toEqual(['ab']);
});

test('after progress the next record gets its full number of tries', async () => {
  const { calls, lost } = await delivering(
    'ab',
    (part, call) => (call <= 2 ? naming('a') : call <= 4 ? naming('b') : taken),
    {
      bisect: false,
    },
  );
  expect(calls).toEqual(['ab', 'ab', 'ab', 'b', 'b']);
  expect(lost).toEqual([]);
});
