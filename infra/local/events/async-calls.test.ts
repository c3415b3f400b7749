import { expect, test } from 'vitest';
import type { AsyncRules } from '../assembly/plan.ts';
import type { CallOutcome } from '../compute/invoke.ts';
import { startAsyncCalls } from './async-calls.ts';

const fine: CallOutcome = { ok: true, result: null };
const failed: CallOutcome = { ok: false, error: { errorType: 'Error', errorMessage: 'no' } };
const noRoom: CallOutcome = {
  ok: false,
  error: { errorType: 'TooManyRequestsException', errorMessage: 'Rate Exceeded.' },
};
const lambda: AsyncRules = { retries: 2, maxAgeSeconds: 6 * 3600, onFailure: undefined };
const queueArn = 'arn:aws:sqs:eu-west-3:000000000000:Failures';

/** One call of `daily`, whose tries have these outcomes, on a clock that moves only by waiting. */
async function called(outcomes: CallOutcome[], rules: Partial<AsyncRules> = {}, waitAtMost = Number.POSITIVE_INFINITY) {
  const [events, waits, told]: [unknown[], number[], unknown[]] = [[], [], []];
  let time = 0;
  const calls = startAsyncCalls({
    functions: [{ name: 'daily', asyncRules: { ...lambda, ...rules } }],
    waitAtMost,
    invoke: async (_, event) => {
      events.push(event);
      return outcomes[events.length - 1] ?? fine;
    },
    tell: (_, queue, body) => told.push([queue, JSON.parse(body)]),
    report: () => {},
    now: () => time,
    wait: async (milliseconds) => {
      waits.push(milliseconds / 1000);
      time += milliseconds;
    },
  });
  const first = await calls.call('arn:aws:lambda:eu-west-3:000000000000:function:daily', { night: 1 });
  await calls.idle();
  return { first, events, waits, told };
}

test('a call that ends well is made once', async () => {
  const { events, waits } = await called([fine]);
  expect([events, waits]).toEqual([[{ night: 1 }], []]);
});

test('a call that fails is made twice more with the same event, after one and two minutes, and is then lost', async () => {
  const { first, events, waits, told } = await called([failed, failed, failed]);
  expect(first).toBe(failed);
  expect(events).toEqual([{ night: 1 }, { night: 1 }, { night: 1 }]);
  expect([waits, told]).toEqual([[60, 120], []]);
});

test('the second try may be the last one', async () => {
  expect((await called([failed, fine])).events).toHaveLength(2);
});

test('as many tries are made as the template says, and its destination learns of the failure', async () => {
  const { events, told } = await called([failed, failed], { retries: 1, onFailure: queueArn });
  expect(events).toHaveLength(2);
  expect(told).toMatchObject([
    [
      queueArn,
      {
        requestContext: { condition: 'RetriesExhausted', approximateInvokeCount: 2 },
        requestPayload: { night: 1 },
        responsePayload: { errorMessage: 'no' },
      },
    ],
  ]);
});

test('a call that finds no room is tried ever more rarely until it is too old', async () => {
  const { waits, told } = await called(Array(20).fill(noRoom), { maxAgeSeconds: 60, onFailure: queueArn });
  expect(waits).toEqual([1, 2, 4, 8, 16]);
  expect(told).toMatchObject([[queueArn, { requestContext: { condition: 'EventAgeExceeded' } }]]);
});

test('who does not want to wait so long shortens the waits', async () => {
  expect((await called([failed, failed, failed], {}, 2)).waits).toEqual([2, 2]);
});

test('a call that found no room is still tried twice after it has failed', async () => {
  expect((await called([noRoom, failed, failed, failed])).events).toHaveLength(4);
});

test('after the end nothing is tried again', async () => {
  let made = 0;
  const calls = startAsyncCalls({
    functions: [{ name: 'daily', asyncRules: lambda }],
    waitAtMost: 0,
    invoke: async () => {
      made += 1;
      return failed;
    },
    tell: () => {},
    report: () => {},
  });
  const call = calls.call('daily', {});
  await call;
  calls.close();
  await calls.idle();
  expect(made).toBe(1);
});
