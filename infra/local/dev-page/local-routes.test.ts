import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { databaseControl } from '#infra/local/database/faults.ts';
import { openClock } from '../clock.ts';
import { openDatabaseFaults } from '../database/faults.ts';
import { listen } from '../emulators/http-server.ts';
import { writeDemo } from '../seed/demo.ts';
import { localRoutes } from './local-routes.ts';

async function running() {
  const dataFolder = mkdtempSync(join(tmpdir(), 'routes-'));
  const clock = openClock(join(dataFolder, 'clock'));
  const done: string[] = [];
  const note = (what: string) => async () => void done.push(what);
  const faults = openDatabaseFaults(() => ({ name: 'T', KeySchema: [] }));
  const database = databaseControl({ stop: note('stopped'), kill: note('killed'), restart: note('running') }, faults);
  const right = { function: 'search', action: 'dynamodb:Query', resource: 'arn:aws:dynamodb:eu-west-3:0:table/T' };
  const access = {
    rights: () => [
      { ...right, isUsed: true },
      { ...right, action: 'dynamodb:GetItem', isUsed: false },
    ],
    refusals: () => ['search lacks dynamodb:PutItem'],
  };
  const devPage = {
    overview: () => 'what runs',
    functionNamed: (name: string) => (name === 'search' ? 'calls of search' : undefined),
    table: async (asked: URLSearchParams) => `rows of ${asked.get('partition')}`,
  };
  const server = await listen(
    localRoutes({
      dataFolder,
      clock,
      ses: undefined,
      push: { pushes: () => [], behave: (status) => void done.push(`pushes are answered ${status}`) },
      database,
      access,
      devPage,
      kill: (name) => name === 'search' && done.push(`${name} killed`) > 0,
      subscribeFrom: (day) => void done.push(`subscriptions from ${day || 'never'}`),
      update: (stack, folder) => void done.push(`${stack} from ${folder}`),
      reset: note('reset'),
    }),
  );
  onTestFinished(async () => {
    await server.close();
    rmSync(dataFolder, { recursive: true });
  });
  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${server.endpoint}/__local/${path}`, {
      method: 'POST',
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const get = async (path: string) => (await fetch(`${server.endpoint}/__local/${path}`)).json();
  return { dataFolder, clock, done, faults, post, get, origin: server.endpoint };
}

test('the clock is moved, and keeps its offset over a restart', async () => {
  const { post, get, clock, dataFolder } = await running();
  expect((await post('clock', { offsetSeconds: 86_400 })).status).toBe(204);
  expect(clock.now() - Date.now()).toBeCloseTo(86_400_000, -3);
  expect(await get('clock')).toEqual({ offsetSeconds: 86_400 });
  expect(openClock(join(dataFolder, 'clock')).offsetSeconds()).toBe(86_400);
});

test('the rights that no call has used are told, with the calls that were refused', async () => {
  const { get } = await running();
  expect(await get('rights')).toEqual({
    used: ['search: dynamodb:Query on table/T'],
    unused: ['search: dynamodb:GetItem on table/T'],
    refused: ['search lacks dynamodb:PutItem'],
  });
});

test('the pages for developers are HTML, and a function that is not known has none', async () => {
  const { origin } = await running();
  const page = async (path: string) => {
    const answer = await fetch(`${origin}/__local/${path}`);
    return [answer.status, answer.headers.get('content-type'), await answer.text()];
  };
  const type = 'text/html; charset=utf-8';
  expect(await page('')).toEqual([200, type, 'what runs']);
  expect(await page('function?name=search')).toEqual([200, type, 'calls of search']);
  expect((await page('function?name=../clock'))[0]).toBe(404);
  expect(await page('table?partition=U%231')).toEqual([200, type, 'rows of U#1']);
});

test('a form moves the clock and sets a fault, and leads back to the first page', async () => {
  const { origin, clock, faults } = await running();
  const submit = (path: string, fields: Record<string, string>, from = origin) =>
    fetch(`${origin}/__local/${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: from },
      redirect: 'manual',
    });
  const moved = await submit('clock', { offsetSeconds: '3600' });
  expect([moved.status, moved.headers.get('location'), clock.offsetSeconds()]).toEqual([303, '/__local/', 3600]);
  const fault = { service: 'dynamodb', mode: 'lateIndexes', share: '1', partition: '', milliseconds: '500' };
  expect((await submit('faults', fault)).status).toBe(303);
  expect(faults.present()).toMatchObject({ mode: 'lateIndexes', milliseconds: 500 });
  expect((await submit('clock', { offsetSeconds: 'tomorrow' })).status).toBe(400);
  expect((await submit('clock', { offsetSeconds: '0' }, 'https://evil.example')).status).toBe(403);
  expect(clock.offsetSeconds()).toBe(3600);
});

test('an invalid offset changes nothing', async () => {
  const { post, clock } = await running();
  expect((await post('clock', { offsetSeconds: 'tomorrow' })).status).toBe(400);
  expect((await post('clock')).status).toBe(400);
  expect(clock.offsetSeconds()).toBe(0);
});

test('the database stops and runs on demand', async () => {
  const { post, done } = await running();
  await post('faults', { service: 'dynamodb', mode: 'stopped' });
  await post('faults', { service: 'dynamodb', mode: 'running' });
  await post('faults', { service: 'dynamodb', mode: 'killed' });
  await post('faults', { service: 'dynamodb', mode: 'running' });
  expect((await post('faults', { service: 's3', mode: 'stopped' })).status).toBe(400);
  expect(done).toEqual(['stopped', 'running', 'killed', 'running']);
});

test('a fault of the database is set with its share and its keys, and ends without a restart of what runs', async () => {
  const { post, faults, done } = await running();
  await post('faults', { service: 'dynamodb', mode: 'throttled', share: 0.5, partition: 'P#' });
  expect(faults.present()).toMatchObject({ mode: 'throttled', share: 0.5, partition: 'P#' });
  expect((await post('faults', { service: 'dynamodb', mode: 'throttled', share: 2 })).status).toBe(400);
  await post('faults', { service: 'dynamodb', mode: 'running' });
  expect(faults.present()).toMatchObject({ mode: 'running' });
  expect(done).toEqual([]);
});

test('a function is killed by its name, and one that is not known is named in no answer', async () => {
  const { post, done } = await running();
  expect((await post('faults', { service: 'functions', name: 'search', mode: 'killed' })).status).toBe(204);
  expect((await post('faults', { service: 'functions', name: 'nothing', mode: 'killed' })).status).toBe(404);
  expect(done).toEqual(['search killed']);
});

test('the day from which a subscription is needed is set and removed, and is a real day', async () => {
  const { post, done } = await running();
  expect((await post('subscription', { from: '2027-03-01' })).status).toBe(204);
  expect((await post('subscription', { from: '2027-02-29' })).status).toBe(400);
  expect((await post('subscription', { from: '' })).status).toBe(204);
  expect(done).toEqual(['subscriptions from 2027-03-01', 'subscriptions from never']);
});

test('a page of another origin may not reset anything', async () => {
  const { post, done } = await running();
  expect((await post('reset', undefined, { origin: 'https://evil.example' })).status).toBe(403);
  expect(done).toEqual([]);
  expect((await post('reset')).status).toBe(204);
  expect(done).toEqual(['reset']);
});

test('the demo accounts are listed after the seed', async () => {
  const { get, dataFolder } = await running();
  expect(await get('demo')).toBeNull();
  const accounts = { admin: { email: 'a@example.org', password: 'p' }, members: [], secondFactors: [] };
  writeDemo(dataFolder, accounts);
  expect(await get('demo')).toEqual(accounts);
});

test('the present codes of the administrators stand with the demo accounts and on the page of the inbox', async () => {
  const { get, dataFolder, origin, clock } = await running();
  // The key and the codes of RFC 6238.
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  const admin = { email: 'a@example.org', password: 'p' };
  writeDemo(dataFolder, { admin, members: [], secondFactors: [{ email: admin.email, key }] });
  await clock.set(1_111_111_109 - Date.now() / 1000);
  expect(await get('demo')).toMatchObject({ secondFactors: [{ email: admin.email, code: '081804' }] });
  expect(await (await fetch(`${origin}/__local/inbox`)).text()).toContain('<dt>a@example.org</dt><dd><strong>081 804');
});
