import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openClock } from '../clock.ts';
import { openAccess } from '../iam/access.ts';
import { readPolicy } from '../iam/policy.ts';
import { nextTime, starter, startSchedules } from './schedules.ts';

const next = (expression: string, from: string) => new Date(nextTime(expression, Date.parse(from))).toISOString();

test.each([
  ['cron(15 3 * * ? *)', '2026-11-20T03:14:59Z', '2026-11-20T03:15:00.000Z'],
  ['cron(15 3 * * ? *)', '2026-11-20T03:15:00Z', '2026-11-21T03:15:00.000Z'],
  ['cron(0/10 * * * ? *)', '2026-11-20T03:11:00Z', '2026-11-20T03:20:00.000Z'],
  ['cron(0 8 1 * ? *)', '2026-12-02T00:00:00Z', '2027-01-01T08:00:00.000Z'],
  ['cron(0 8 ? * 2-6 *)', '2026-11-20T09:00:00Z', '2026-11-23T08:00:00.000Z'],
  ['rate(5 minutes)', '2026-11-20T03:11:00Z', '2026-11-20T03:16:00.000Z'],
])('%s after %s is %s', (expression, from, expected) => {
  expect(next(expression, from)).toBe(expected);
});

test('an expression that is not understood is refused', () => {
  expect(() => nextTime('at(2026-01-01)', 0)).toThrow('is not understood');
});

const ruleArn = 'arn:aws:events:eu-west-3:000000000000:rule/EveryNight';
const aSchedule = (name: string, expression: string) => ({
  name,
  arn: ruleArn,
  expression,
  targets: [{ Arn: 'daily' }],
});

test('a clock moved past the time starts a schedule once, a clock moved back does not', () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  let moved: () => void | Promise<void> = () => {};
  const calls: unknown[] = [];
  const clock = {
    now: () => now,
    offsetSeconds: () => 0,
    set: async () => {},
    onChange: (listener: () => void | Promise<void>) => (moved = listener),
  };
  const schedules = startSchedules([aSchedule('EveryNight', 'cron(15 3 * * ? *)')], {
    clock,
    start: async (_, { Arn }) => calls.push(Arn),
  });
  onTestFinished(() => schedules.close());
  const to = (time: string) => {
    now = Date.parse(time);
    void moved();
  };
  to('2026-11-23T00:00:00Z');
  expect(calls).toEqual(['daily']);
  to('2026-11-01T00:00:00Z');
  expect(calls).toEqual(['daily']);
  to('2026-11-01T03:15:00Z');
  expect(calls).toEqual(['daily', 'daily']);
});

test('a move of the clock lasts until the schedules that it starts have ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'envoyage-clock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const clock = openClock(join(folder, 'clock'));
  const steps: string[] = [];
  const start = async () => {
    await wait(20);
    steps.push('ended');
  };
  const schedules = startSchedules([aSchedule('EveryDay', 'rate(1 day)')], { clock, start });
  onTestFinished(() => schedules.close());
  await clock.set(2 * 86_400);
  expect(steps).toEqual(['ended']);
});

/**
 * The calls that a rule starts when the function allows `caller`, and its dead-letter queue accepts messages of
 * `teller`.
 */
async function startedBy({ caller, teller }: { caller: string; teller: string }) {
  const [functionArn, queueArn] = [
    'arn:aws:lambda:eu-west-3:000000000000:function:daily',
    'arn:aws:sqs:eu-west-3:000000000000:Missed',
  ];
  const lets = (Action: string, Resource: string, rule: string) =>
    readPolicy({
      Statement: [
        {
          Effect: 'Allow',
          Action,
          Resource,
          Principal: { Service: 'events.amazonaws.com' },
          Condition: { ArnLike: { 'aws:SourceArn': rule } },
        },
      ],
    });
  const resources = new Map([
    [functionArn, lets('lambda:InvokeFunction', functionArn, caller)],
    [queueArn, lets('sqs:SendMessage', queueArn, teller)],
  ]);
  const calls: unknown[] = [];
  const sent: unknown[] = [];
  const start = starter({
    access: openAccess({ roles: [], resources, distributionArn: '' }, () => {}),
    call: async (_, event) => calls.push(event),
    send: (arn, body) => sent.push([arn, JSON.parse(body)]),
  });
  const target = { Arn: functionArn, DeadLetterConfig: { Arn: queueArn } };
  await start({ ...aSchedule('EveryNight', 'rate(1 day)'), targets: [target] }, target, { night: 1 });
  return { calls, sent };
}

test('an event reaches the function that lets the rule in, otherwise the dead-letter queue of the rule', async () => {
  expect(await startedBy({ caller: ruleArn, teller: ruleArn })).toEqual({ calls: [{ night: 1 }], sent: [] });
  expect(await startedBy({ caller: `${ruleArn}2`, teller: ruleArn })).toEqual({
    calls: [],
    sent: [['arn:aws:sqs:eu-west-3:000000000000:Missed', { night: 1 }]],
  });
  expect(await startedBy({ caller: `${ruleArn}2`, teller: `${ruleArn}2` })).toEqual({ calls: [], sent: [] });
});
