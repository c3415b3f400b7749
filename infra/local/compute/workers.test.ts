import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openClock } from '../clock.ts';
import { startWorkers, timedOut } from './workers.ts';

function running(code: string, timeoutSeconds = 5) {
  const folder = mkdtempSync(join(tmpdir(), 'workers-'));
  const file = join(folder, 'index.mjs');
  writeFileSync(file, code);
  const clock = openClock(join(folder, 'clock'));
  const reports: string[] = [];
  const spec = {
    name: 'thing',
    file,
    exported: 'handler',
    timeoutSeconds,
    memoryMegabytes: 512,
    environment: { TABLE: 't' },
  };
  const workers = startWorkers({
    functions: [spec],
    region: 'eu-west-3',
    clock,
    logFolder: folder,
    environment: {},
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

test('a call that takes too long ends, the next one gets a new instance', async () => {
  const { call } = running(
    `let calls = 0; export const handler = async (event) => { calls += 1; if (event.hang) for (;;); return calls; };`,
    1,
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
