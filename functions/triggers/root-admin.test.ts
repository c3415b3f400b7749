import { expect, test } from 'vitest';
import { Refusal } from '#shared/refusal.ts';
import { patiently } from './root-admin.ts';

/** Work that fails with each of these errors in turn, then succeeds; time only passes in pauses. */
function aTask(...failures: Error[]) {
  let time = 0;
  const pauses: number[] = [];
  const sleep = async (ms: number) => {
    pauses.push(ms);
    time += ms;
  };
  const work = async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return 'done';
  };
  return { pauses, run: () => patiently(work, { forMs: 60_000, sleep, now: () => time }) };
}
const named = (name: string) => Object.assign(new Error(name), { name });

test('rights that are under way, throttling and stores that do not answer are waited for', async () => {
  const failures = [
    named('AccessDeniedException'),
    named('ThrottlingException'),
    named('TooManyRequestsException'),
    new Refusal('UNAVAILABLE'),
  ];
  const { run, pauses } = aTask(...failures);
  expect(await run()).toBe('done');
  expect(pauses).toEqual([250, 500, 1000, 2000]);
});

test('after a minute the reason is told', async () => {
  const { run, pauses } = aTask(...Array.from({ length: 50 }, () => named('AccessDeniedException')));
  await expect(run()).rejects.toThrow('AccessDeniedException');
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(50_000);
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(60_000);
});

test('any other reason is told at once', async () => {
  const { run, pauses } = aTask(new Refusal('INVALID'));
  await expect(run()).rejects.toThrow();
  expect(pauses).toEqual([]);
});
