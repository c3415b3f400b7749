import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openClock } from '../clock.ts';
import { timedOut } from './invoke.ts';
import { startWorkers } from './workers.ts';

function running(code: string, { timeoutSeconds = 5, reserved }: { timeoutSeconds?: number; reserved?: number } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'workers-'));
  const file = join(folder, 'index.mjs');
  writeFileSync(file, code);
  const clock = openClock(join(folder, 'clock'));
  const reports: string[] = [];
  const spec = {
    name: 'thing',
    stack: 'Live',
    file,
    exported: 'handler',
    timeoutSeconds,
    memoryMegabytes: 512,
    environment: { TABLE: 't' },
    reservedConcurrency: reserved,
    asyncRules: { retries: 2, maxAgeSeconds: 60, onFailure: undefined },
  };
  const workers = startWorkers({
    functions: [spec],
    region: 'eu-west-3',
    clock,
    logFolder: folder,
    environment: {},
    oneCallEach: true,
    report: (line) => reports.push(line),
  });
  onTestFinished(async () => {
    await workers.close();
    rmSync(folder, { recursive: true });
  });
  const call = (event: unknown = {}) => workers.invoke('arn:aws:lambda:eu-west-3:000000000000:function:thing', event);
  return { workers, call, clock, reports, file, log: () => readFileSync(join(folder, 'thing.log'), 'utf8') };
}

test('a function runs with the environment of its template and a context of Lambda', async () => {
  const { call } = running(`export const handler = async (event, context) => ({
    event, table: process.env.TABLE, name: context.functionName, left: context.getRemainingTimeInMillis() });`);
  const outcome = await call({ a: 1 });
  expect(outcome).toMatchObject({ ok: true, result: { event: { a: 1 }, table: 't', name: 'thing' } });
  expect(outcome).toHaveProperty('result.left', expect.closeTo(5000, -3));
});

test('its time moves with the clock, other dates are unchanged', async () => {
  const { call, clock } = running(`export const handler = async () => ({
    now: Date.now(), made: new Date().getTime(), fixed: new Date(5).getTime(), is: new Date() instanceof Date });`);
  await call();
  await clock.set(86_400);
  const tomorrow = expect.closeTo(Date.now() + 86_400_000, -4);
  expect(await call()).toMatchObject({ result: { now: tomorrow, made: tomorrow, fixed: 5, is: true } });
});

test('an error is returned, logged and reported', async () => {
  const { call, reports, log } = running(`export const handler = async () => { throw new TypeError('wrong'); };`);
  expect(await call()).toMatchObject({ ok: false, error: { errorType: 'TypeError', errorMessage: 'wrong' } });
  expect(reports).toEqual(['thing: wrong']);
  await expect.poll(log).toContain('TypeError: wrong');
});

test('a function that is killed in the middle of a call fails it, and the next call gets a new instance', async () => {
  const { workers, call } = running(
    `let calls = 0; export const handler = async (event) => { calls += 1; if (event.hang) await new Promise(() => {}); return calls; };`,
  );
  expect(await call()).toMatchObject({ ok: true, result: 1 });
  const struck = call({ hang: true });
  expect(workers.kill('thing')).toBe(true);
  expect(await struck).toMatchObject({ ok: false, error: { errorType: 'Runtime.ExitError' } });
  expect(await call()).toMatchObject({ ok: true, result: 1 });
  expect(workers.kill('nothing')).toBe(false);
});

test('a call that takes too long ends, the next one gets a new instance', async () => {
  const { call } = running(
    `let calls = 0; export const handler = async (event) => { calls += 1; if (event.hang) for (;;); return calls; };`,
    // A new instance starts within it on a busy machine, too.
    { timeoutSeconds: 3 },
  );
  await call();
  const late = await call({ hang: true });
  expect(timedOut(late)).toBe(true);
  expect(await call()).toEqual({ ok: true, result: 1 });
});

test('a function that ends its process answers an error', async () => {
  const { call } = running(`export const handler = async () => { process.exit(1); };`);
  expect(await call()).toMatchObject({ ok: false, error: { errorType: 'Runtime.ExitError' } });
});

test('after a refresh the bundle is loaded again', async () => {
  const { call, workers, file } = running(`export const handler = async () => 'old';`);
  expect(await call()).toMatchObject({ result: 'old' });
  writeFileSync(file, `export const handler = async () => 'new';`);
  workers.refresh();
  expect(await call()).toMatchObject({ result: 'new' });
});

test('an added variable replaces the one of the template', async () => {
  const { call, workers } = running(`export const handler = async () => process.env.TABLE;`);
  workers.setEnvironment({ TABLE: 'other' });
  expect(await call()).toMatchObject({ result: 'other' });
  workers.setEnvironment({});
  expect(await call()).toMatchObject({ result: 't' });
});

test('what the product logs as an error is reported in one line', async () => {
  const { call, reports } = running(
    `export const handler = async () => { console.log(JSON.stringify({ level: 'INFO', message: 'fine' })); console.log(JSON.stringify({ level: 'ERROR', message: 'mail not sent', error: { message: 'no\\nroute' } })); };`,
  );
  await call();
  await expect.poll(() => reports).toEqual(['thing: mail not sent: no route']);
});

/** A function that ends on demand, and answers with its instance's past and current calls. */
const counting = `
  import { setTimeout as wait } from 'node:timers/promises';
  let taken = 0; let now = 0;
  export const handler = async ({ milliseconds = 0 }) => {
    taken += 1; now += 1;
    const answer = { taken, now };
    await wait(milliseconds);
    now -= 1;
    return answer;
  };`;

test('calls at once have an instance each, with its own state; one after the other they share one', async () => {
  const { call, workers } = running(counting);
  const first = { ok: true, result: { taken: 1, now: 1 } };
  expect(await Promise.all([call({ milliseconds: 300 }), call({ milliseconds: 300 })])).toEqual([first, first]);
  expect(workers.state()).toMatchObject([{ name: 'thing', instances: 2, running: 0 }]);
  expect(await call()).toEqual({ ok: true, result: { taken: 2, now: 1 } });
  expect(await call()).toEqual({ ok: true, result: { taken: 3, now: 1 } });
  expect(workers.state()[0]?.calls.map(({ isCold }) => isCold)).toEqual([false, false, true, true]);
});

test('an eleventh call at once waits for an instance', async () => {
  const { call, workers } = running(counting);
  const calls = Array.from({ length: 11 }, () => call({ milliseconds: 200 }));
  expect(workers.state()).toMatchObject([{ instances: 10, running: 10, waiting: 1 }]);
  const outcomes = await Promise.all(calls);
  expect(outcomes.map((outcome) => outcome.ok)).toEqual(calls.map(() => true));
  expect(outcomes.at(-1)).toMatchObject({ result: { taken: 2, now: 1 } });
});

test('a call beyond the concurrency that the template reserves is refused', async () => {
  const { call } = running(counting, { reserved: 1 });
  const first = call({ milliseconds: 200 });
  expect(await call()).toMatchObject({ ok: false, error: { errorType: 'TooManyRequestsException' } });
  expect(await first).toMatchObject({ ok: true });
  expect(await call()).toMatchObject({ ok: true });
});
