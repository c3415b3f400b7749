import { expect, test, vi } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#shared/values/time.ts';
import { freshTable, itemsIn } from '#test/support/table.ts';
import { type DueKinds, dueAt, dueLater, settleDue, stillDue } from './due.ts';
import { keyOf, openTable, type Table } from './table.ts';

const start = Date.parse('2026-11-20T10:00:00.000Z');
const keyNo = (number: number) => ({ pk: `U#${number}`, sk: 'AT' });
const put = (table: Table, number: number, at: number, kind: 'token' | 'archive' = 'token') =>
  table.transact([table.put({ ...keyNo(number), ...dueAt(at, keyNo(number)), kind })]);

/** The kinds of the test: `token` is removed at its moment; what was done, with its time, is in `done`. */
async function aList(kinds?: DueKinds) {
  const { name, client } = await freshTable();
  const table = openTable(name, client);
  const done: { pk: string; now: number }[] = [];
  const run = async (now: number) =>
    settleDue(
      table,
      now,
      kinds ?? {
        token: async (_table, item, at) => {
          done.push({ pk: keyOf(item).pk, now: at });
          return [table.remove(keyOf(item), stillDue(item))];
        },
      },
    );
  return { table, done, run, rest: async () => (await itemsIn(table)).filter(({ pk }) => pk !== 'DONE') };
}

test('each item is settled once, never early and at most six minutes late, whenever the job starts', async () => {
  const { table, done, run, rest } = await aList();
  const moments = [0, 1, 1, 7 * minuteMs, 15 * minuteMs, 15 * minuteMs + 1, 44 * minuteMs, hourMs - 1].map(
    (after) => start + after,
  );
  await Promise.all(moments.map((at, number) => put(table, number, at)));
  for (let now = start - 15 * minuteMs + 123; now < start + 2 * hourMs; now += 5 * minuteMs) await run(now);
  expect(await rest()).toEqual([]);
  const times = moments.map((_, number) => done.filter(({ pk }) => pk === keyNo(number).pk).map(({ now }) => now));
  for (const [number, nows] of times.entries()) {
    const late = Number(nows[0]) - Number(moments[number]);
    expect({ runs: nows.length, isEarly: late < 0, isLate: late > 6 * minuteMs }).toEqual({
      runs: 1,
      isEarly: false,
      isLate: false,
    });
  }
});

test('runs at the same moment settle an item once', async () => {
  const { table, run } = await aList();
  await Promise.all(Array.from({ length: 20 }, (_, number) => put(table, number, start + number * minuteMs)));
  const counts = await Promise.all([1, 2, 3].map(() => run(start + hourMs)));
  expect(counts.reduce((sum, count) => sum + count)).toBe(20);
  expect(await run(start + hourMs)).toBe(0);
});

test('the first run of all settles what was due for a day, and a run of a full hour does so again', async () => {
  const { table, run } = await aList();
  await put(table, 1, start + minuteMs);
  expect(await run(start + 24 * hourMs - 16 * minuteMs)).toBe(1);
  await put(table, 2, start + 6 * hourMs);
  expect(await run(start + 24 * hourMs - 11 * minuteMs)).toBe(0);
  expect(await run(start + 24 * hourMs)).toBe(1);
});

test('what was due while the job did not run for hours is settled by its next run', async () => {
  const { table, run, rest } = await aList();
  // No run of a full hour is needed.
  await run(start + 20 * minuteMs);
  await put(table, 1, start + 30 * minuteMs);
  await put(table, 2, start + 5 * hourMs);
  expect(await run(start + 6.5 * hourMs)).toBe(2);
  await put(table, 3, start + 8 * hourMs);
  expect(await run(start + 9.5 * hourMs)).toBe(1);
  expect(await rest()).toEqual([]);
});

test('what was due while the job did not run for days is settled once it runs again, a week of it each time', async () => {
  const { table, run, rest } = await aList();
  await run(start);
  await Promise.all([1, 3, 8].map((days) => put(table, days, start + days * dayMs)));
  const back = start + 9 * dayMs + 30 * minuteMs;
  expect(await run(back)).toBe(2);
  expect(await rest()).toMatchObject([keyNo(8)]);
  expect(await run(back + 5 * minuteMs)).toBe(1);
  expect(await rest()).toEqual([]);
});

test('a missed item that fails is tried again in the next run', async () => {
  let fails = true;
  const { table, run, rest } = await aList({
    token: async (writer, item) => {
      if (fails) throw new Error('lost');
      return [writer.remove(keyOf(item), stillDue(item))];
    },
  });
  await run(start);
  await put(table, 1, start + hourMs);
  await expect(run(start + 2.5 * dayMs)).rejects.toThrow(AggregateError);
  fails = false;
  expect(await run(start + 2.5 * dayMs + 5 * minuteMs)).toBe(1);
  expect(await rest()).toEqual([]);
});

test('what a run leaves when its time is over is settled by the next one', async () => {
  const first = start + minuteMs;
  let started = 0;
  const { table, run, rest } = await aList({
    token: async (writer, item, now) => {
      started += 1;
      // Lambda stops the first run in the middle of the list.
      if (now === first && started > 8) await new Promise<never>(() => {});
      return [writer.remove(keyOf(item), stillDue(item))];
    },
  });
  await Promise.all(Array.from({ length: 40 }, (_, number) => put(table, number, start)));
  void run(first);
  await vi.waitFor(async () => expect(await rest()).toHaveLength(32), { timeout: 20_000 });
  expect(await run(first + 5 * minuteMs)).toBe(32);
  expect(await rest()).toEqual([]);
});

test('an item that is not due any more gets its later place, and is settled there', async () => {
  const later = start + 2 * hourMs;
  const { table, run, rest } = await aList({
    token: async (writer, item, now) =>
      now < later ? [dueLater(writer, item, later)] : [writer.remove(keyOf(item), stillDue(item))],
  });
  await put(table, 1, start);
  await run(start + minuteMs);
  expect(await rest()).toEqual([{ ...keyNo(1), ...dueAt(later, keyNo(1)), kind: 'token' }]);
  await run(later - minuteMs);
  expect(await rest()).toHaveLength(1);
  await run(later + minuteMs);
  expect(await rest()).toEqual([]);
});

test('an item that an act moves while the job looks at it stays where the act put it', async () => {
  const later = start + 2 * hourMs;
  const { table, run, rest } = await aList({
    token: async (writer, item) => {
      await put(writer, 1, later);
      return [writer.remove(keyOf(item), stillDue(item))];
    },
  });
  await put(table, 1, start);
  expect(await run(start + minuteMs)).toBe(0);
  expect(await rest()).toMatchObject([dueAt(later, keyNo(1))]);
});

test('a failed item and an item of an unknown kind stop no other, and fail the run', async () => {
  const { table, run, rest } = await aList({
    token: async (writer, item) => {
      if (keyOf(item).pk === 'U#1') throw new Error('lost');
      return [writer.remove(keyOf(item), stillDue(item))];
    },
  });
  await Promise.all([1, 2, 3].map((number) => put(table, number, start)));
  await put(table, 4, start, 'archive');
  await expect(run(start + minuteMs)).rejects.toMatchObject({ message: '2 items could not be settled' });
  expect(new Set((await rest()).map(({ pk }) => pk))).toEqual(new Set(['U#1', 'U#4']));
});
