import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AdminAction, LogTarget } from '#shared/admin/contract.ts';
import { memberIds } from '#test/access/people.ts';
import { aWorld } from '#test/support/world/world.ts';
import { adminLog } from '../log.ts';

const { A: judge } = memberIds;
const parcelId = randomUUID();

/** An administrator who reads the log, and a way to write its lines at any moment. */
async function house(start = '2026-11-20T10:00:00.000Z') {
  const world = await aWorld({ people: ['A'], start });
  const { table, deps, call } = world;
  const log = (at: string, action: AdminAction, type: LogTarget, id: string = randomUUID()) =>
    table.transact([adminLog({ ...deps, now: () => Date.parse(at) }, { id: judge }, action, { type, id })]);
  /** The moments of a page's lines, and whether there is another page. */
  const page = async (query: Record<string, string> = {}) => {
    const { status, body } = await call('adminLogs', judge, { query });
    const { items = [], next } = body as { items?: { at: string }[]; next?: string };
    return { status, at: items.map((line) => line.at.slice(0, 16)), next };
  };
  return { ...world, log, page };
}

test('the acts about one thing are found over all months, with one query', async () => {
  const { log, page, table } = await house();
  await log('2026-07-02T10:00:00.000Z', 'approveParcel', 'parcel', parcelId);
  await log('2026-11-02T10:00:00.000Z', 'viewProofs', 'parcel', parcelId);
  for (let day = 10; day < 19; day++) await log(`2026-11-${day}T10:00:00.000Z`, 'approveTrip', 'trip');
  let queries = 0;
  const query = table.query.bind(table);
  const counted: typeof query = (input) => {
    // The administrator's own name is read from the table.
    if (input.IndexName) queries++;
    return query(input);
  };
  Object.assign(table, { query: counted });
  expect(await page({ target: parcelId })).toMatchObject({
    at: ['2026-11-02T10:00', '2026-07-02T10:00'],
    next: undefined,
  });
  expect(queries).toBe(1);
  expect((await page({ target: parcelId, action: 'viewProofs' })).at).toEqual(['2026-11-02T10:00']);
  expect((await page({ target: parcelId, to: '2026-10-31' })).at).toEqual(['2026-07-02T10:00']);
  expect((await page({ target: randomUUID() })).at).toEqual([]);
});

test('lines are filtered by type, by action and by both', async () => {
  const { log, page } = await house();
  await log('2026-11-02T10:00:00.000Z', 'approveParcel', 'parcel');
  await log('2026-11-03T10:00:00.000Z', 'approveTrip', 'trip');
  await log('2026-11-04T10:00:00.000Z', 'addAdministrator', 'administrator');
  expect((await page({ type: 'administrator' })).at).toEqual(['2026-11-04T10:00']);
  expect((await page({ action: 'approveTrip' })).at).toEqual(['2026-11-03T10:00']);
  expect((await page({ type: 'trip', action: 'approveParcel' })).at).toEqual([]);
  expect((await page()).at).toHaveLength(3);
  expect((await page({ type: 'ship' })).status).toBe(400);
});

test('days are those of Algiers, the first and the last one included, over the end of a month too', async () => {
  const { log, page } = await house();
  for (const at of ['2026-10-30T22:59', '2026-10-30T23:00', '2026-10-31T23:00', '2026-11-01T22:59', '2026-11-01T23:00'])
    await log(`${at}:00.000Z`, 'approveTrip', 'trip');
  expect((await page({ from: '2026-10-31', to: '2026-11-01' })).at).toEqual([
    '2026-11-01T22:59',
    '2026-10-31T23:00',
    '2026-10-30T23:00',
  ]);
  expect((await page({ from: '2026-11-02' })).at).toEqual(['2026-11-01T23:00']);
  expect((await page({ to: '2026-10-30' })).at).toEqual(['2026-10-30T22:59']);
  for (const none of [{ from: '2026-11-02', to: '2026-11-01' }, { from: '2027-01-01' }, { to: '2020-01-01' }] as Record<
    string,
    string
  >[])
    expect(await page(none)).toEqual({ status: 200, at: [], next: undefined });
  expect((await page({ from: 'hier' })).status).toBe(400);
});

test('the pages of filtered days follow each other without a gap, and take no other cursor', async () => {
  const { log, page } = await house();
  for (let index = 0; index < 130; index++) {
    const minute = String(index % 60).padStart(2, '0');
    await log(`2026-11-1${Math.floor(index / 60)}T10:${minute}:00.000Z`, 'approveTrip', 'trip', parcelId);
  }
  const days = { from: '2026-11-10', to: '2026-11-12' };
  for (const query of [days, { ...days, target: parcelId }] as Record<string, string>[]) {
    const first = await page(query);
    const second = await page({ ...query, cursor: first.next ?? '' });
    expect([...first.at, ...second.at]).toHaveLength(130);
    expect(new Set([...first.at, ...second.at]).size).toBe(130);
    expect((await page({ ...query, target: randomUUID(), cursor: first.next ?? '' })).status).toBe(400);
  }
});
