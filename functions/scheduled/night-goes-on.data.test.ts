import { expect, test } from 'vitest';
import { indexes, keys } from '#functions/platform/keys.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { aParcel, aProfile, aStream, aTrip } from '#test/support/stream.ts';
import { runDaily } from './daily.ts';
import { reconcileAdminFigures } from './night/reconcile-admin-figures.ts';

const owner = 'a0000000-0000-4000-8000-000000000001';

/** A night with seven expired listings and five files to erase. */
async function aNight() {
  const stream = await aStream();
  const { table, clock } = stream;
  await stream.putProfile(aProfile(owner));
  for (let number = 0; number < 4; number++)
    await stream.putParcel(aParcel(`over-${number}`, owner, { deadline: '2026-12-02' }));
  for (let number = 0; number < 3; number++)
    await stream.putTrip(aTrip(`over-${number}`, owner, { travelDate: '2026-12-02' }));
  await stream.project();
  clock.now += 2 * dayMs;
  const due = (number: number) => ({
    ...keys.upload(`file-${number}`),
    ...indexes.keptUntil(dayOf(clock.now - number * dayMs), `file-${number}`),
    kind: 'avatar' as const,
    id: `file-${number}`,
    ownerId: owner,
    key: `media/file-${number}`,
    state: 'ready',
  });
  await table.transact([1, 2, 3, 4, 5].map((number) => table.put(due(number))));
  const done: string[] = [];
  const bucket = {
    delete: async (key: string) => {
      done.push(key);
    },
  };
  const logCopy = { linesOf: async (): Promise<string[]> => [], read: async () => null };
  /** A run that has time for this many checks of the clock. */
  const run = (looks: number, options: { isAgain?: boolean } = {}) => {
    let left = looks;
    const hasTime = () => left-- > 0;
    const files = { identity: bucket, private: bucket, media: bucket };
    return runDaily(table, clock.now, { files, logCopy, hasTime, clock: () => clock.now }, options);
  };
  const listed = async () =>
    (await Promise.all([keys.parcelSearch('*', '*'), keys.tripSearch('*', '*')].map(stream.partition))).flat().length;
  return { stream, done, run, listed, logCopy };
}

test('a night without time goes on where it stopped, erases first and the oldest first, and does nothing twice', async () => {
  const { stream, done, run, listed } = await aNight();
  let runs = 0;
  let isOver = false;
  const seen: { erased: number; listed: number }[] = [];
  while (!isOver && runs < 100) {
    isOver = await run(4 + 10 * runs);
    runs += 1;
    seen.push({ erased: done.length, listed: await listed() });
  }
  expect(isOver).toBe(true);
  expect(runs).toBeGreaterThan(3);
  expect(done).toEqual([5, 4, 3, 2, 1].map((number) => `media/file-${number}`));
  expect(seen.filter(({ erased, listed: left }) => erased < 5 && left < 7)).toEqual([]);
  expect(seen[0]?.erased).toBeGreaterThan(0);
  expect(seen[0]?.erased).toBeLessThan(5);
  expect(await listed()).toBe(0);
  expect(await stream.table.get(keys.stats(owner))).toMatchObject({ tripCount: 3 });
  // Any further run today finds the night finished; the next night starts from the beginning.
  expect(await run(100)).toBe(true);
  stream.clock.now += dayMs;
  expect(await run(1)).toBe(false);
});

test('members are counted in as many runs as it takes, and a figure that moved meanwhile is left alone', async () => {
  const stream = await aStream();
  const { table } = stream;
  for (const [id, status] of Object.entries({ a: 'approved', b: 'pending', c: 'rejected', d: 'blocked' } as const))
    await stream.putProfile(aProfile(id, { status }));
  const figure = async () => (await table.get(keys.adminCounters(), { consistent: true }))?.['totalUsers'];
  const wrong = (totalUsers: number) => stream.put({ ...keys.adminCounters(), totalUsers });
  /** A run that has time for one queue of profiles. */
  const run = () => {
    let left = 1;
    return reconcileAdminFigures(table, stream.clock.now, { hasTime: () => left-- > 0 });
  };
  await wrong(7);
  for (let runs = 0; (await figure()) === 7 && runs < 10; runs++) await run();
  expect(await figure()).toBe(4);
  await wrong(7);
  await run();
  await wrong(8);
  while (await table.get(keys.done('members'), { consistent: true })) await run();
  expect(await figure()).toBe(8);
});

test('a night that did not end is told once, by the first run of the next one', async () => {
  const { stream, run } = await aNight();
  expect(await run(20)).toBe(false);
  stream.clock.now += dayMs;
  await expect(run(20)).rejects.toMatchObject({
    errors: [{ message: expect.stringMatching(/^The night of .* did not end$/) }],
  });
  for (let runs = 0, isOver = false; !isOver; runs++) {
    isOver = await run(1000);
    expect(runs).toBeLessThan(10);
  }
  stream.clock.now += dayMs;
  expect(await run(1000)).toBe(true);
});

test('a part that fails does not stop the others, is tried three times, and again when an operator asks', async () => {
  const { run, listed, logCopy } = await aNight();
  let tries = 0;
  logCopy.linesOf = async () => {
    tries += 1;
    throw new Error('the copy does not answer');
  };
  await expect(run(1000)).rejects.toThrow('Parts of the daily job failed');
  expect(await listed()).toBe(0);
  await expect(run(1000)).rejects.toThrow();
  await expect(run(1000)).rejects.toThrow();
  expect(await run(1000)).toBe(false);
  expect(tries).toBe(3);
  logCopy.linesOf = async () => [];
  expect(await run(1000, { isAgain: true })).toBe(true);
});
