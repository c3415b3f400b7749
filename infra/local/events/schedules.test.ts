import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openClock } from '../clock.ts';
import { nextTime, startSchedules } from './schedules.ts';

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
  const targets = [{ Arn: 'daily' }];
  const schedules = startSchedules([{ name: 'EveryNight', expression: 'cron(15 3 * * ? *)', targets }], {
    clock,
    invoke: async (functionRef) => {
      calls.push(functionRef);
      return { ok: true, result: null };
    },
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
  const invoke = async () => {
    await wait(20);
    steps.push('ended');
    return { ok: true as const, result: null };
  };
  const targets = [{ Arn: 'daily' }];
  const schedules = startSchedules([{ name: 'EveryDay', expression: 'rate(1 day)', targets }], { clock, invoke });
  onTestFinished(() => schedules.close());
  await clock.set(2 * 86_400);
  expect(steps).toEqual(['ended']);
});
