import { createHash } from 'node:crypto';
import { dayMs, hourMs, minuteMs } from '#shared/values/time.ts';
import { attempt } from './attempt.ts';
import { type List, queryOf } from './http/list.ts';
import { indexes, type Key, keys } from './keys.ts';
import type { ItemKind } from './kinds.ts';
import { itemsOf } from './pages.ts';
import { type Condition, expression, type Item, keyOf, type Table, type Write } from './table.ts';

/**
 * One list for everything that ends or is sent by itself (decision 058). An item waits under the quarter of an hour
 * that ends at its moment or first after it. A job reads the quarters that have ended, and what is due of the present
 * one.
 */
const quarterMs = 15 * minuteMs;

/** Many members write in parallel, so the items of a quarter are spread over this many partitions. */
const parts = 8;

/** Quarters that each run reads. Once an hour a run reads those of a whole day, in case the job did not run. */
const lookBack = 4;
const longLookBack = 96;

/** A run after an absence of more than an hour reads what was missed, so much of it each time. */
const mostMissedMs = 7 * dayMs;

/** An item is read a minute after its moment, when writes that began before it are done. */
const graceMs = minuteMs;

export const quarterOf = (at: number) => new Date(Math.floor(at / quarterMs) * quarterMs).toISOString().slice(0, 16);

export function partOf(order: string): number {
  const [byte = 0] = createHash('sha256').update(order).digest();
  return byte % parts;
}

export function dueAt(at: number, { pk, sk }: Key) {
  const order = `${pk}|${sk}`;
  return indexes.due(quarterOf(at - 1), partOf(order), `${new Date(at).toISOString()}#${order}`);
}

/** The item is still where the job read it: other runs and acts have not moved it. */
export const stillDue = ({ gs1pk, gs1sk }: Item): Condition => expression`gs1pk = ${gs1pk} AND gs1sk = ${gs1sk}`;

/** Moves an item that is due later than its place. */
export function dueLater(table: Table, item: Item, at: number): Write {
  const { gs1pk, gs1sk } = dueAt(at, keyOf(item));
  return table.update(keyOf(item), expression`SET gs1pk = ${gs1pk}, gs1sk = ${gs1sk}`, stillDue(item));
}

export const notDue = (table: Table, item: Item): Write =>
  table.update(keyOf(item), expression`REMOVE gs1pk, gs1sk`, stillDue(item));

/**
 * The writes for a due item. One of them removes it from its place on the condition `stillDue`, so that repeated and
 * parallel runs do nothing twice.
 */
export type Settle = (table: Table, item: Item, now: number) => Promise<readonly Write[]>;
export type DueKinds = Readonly<Partial<Record<ItemKind, Settle>>>;

/** Does what is due, at most six minutes late if the job starts every five, never early. Returns how many items. */
export const settleDue = async (table: Table, now: number, kinds: DueKinds): Promise<number> => {
  const before = new Date(now - graceMs + 1).toISOString();
  return settleQuarters(table, now, {
    job: 'due',
    listOf: (quarter, part) => ({ index: 'gs1', partition: indexes.due(quarter, part, '').gs1pk, sort: { before } }),
    settle: async (item) => {
      const settle = kinds[item['kind'] as ItemKind];
      if (!settle) throw new Error(`${String(item['kind'])} is due, and has no function`);
      return attempt(table, await settle(table, item, now));
    },
    present: [quarterOf(now - graceMs)],
  });
};

/** The quarters before the last hour that no run has read to its end, oldest first, and the mark after this run. */
function missedQuarters(now: number, mark: Item | undefined): { quarters: string[]; upTo: number } {
  const read = mark?.['record'] as { upTo: number } | undefined;
  const hourBefore = now - graceMs - lookBack * quarterMs;
  const from = Math.min(read?.upTo ?? now - dayMs, hourBefore);
  const to = Math.min(hourBefore, from + mostMissedMs);
  const count = Math.ceil((to - from) / quarterMs);
  const quarters = Array.from({ length: count }, (_, at) => quarterOf(from + at * quarterMs));
  return { quarters, upTo: to === hourBefore ? now - graceMs : to };
}

interface Job {
  /** The mark of its last whole run has this name. */
  readonly job: 'due' | 'reminders';
  readonly listOf: (quarter: string, part: number) => List;
  readonly settle: (item: Item, list: List) => Promise<boolean>;
  readonly present?: readonly string[];
}

/**
 * Hands each item of the ended quarters to `settle`, also of missed ones, and counts those for which it returns true.
 * Parts are read side by side. A failed item stops no other; all errors are thrown together at the end.
 */
export async function settleQuarters(
  table: Table,
  now: number,
  { job, listOf, settle, present = [] }: Job,
): Promise<number> {
  const missed = missedQuarters(now, await table.get(keys.done(job)));
  const quarters = [...missed.quarters, ...endedQuarters(now), ...present];
  const failed: unknown[] = [];
  let settled = 0;
  const settlePart = async (part: number) => {
    for (const quarter of quarters) {
      const list = listOf(quarter, part);
      for await (const item of itemsOf(table, queryOf(list))) {
        try {
          if (await settle(item, list)) settled += 1;
        } catch (error) {
          failed.push(error);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: parts }, (_, part) => settlePart(part)));
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} items could not be settled`);
  // A failed run keeps the mark, so that the next one reads the same again.
  await table.store(table.put({ ...keys.done(job), record: { upTo: missed.upTo } }));
  return settled;
}

const looksBackLong = (now: number) => now % hourMs < 5 * minuteMs;

function endedQuarters(now: number): string[] {
  const count = looksBackLong(now) ? longLookBack : lookBack;
  return Array.from({ length: count }, (_, at) => quarterOf(now - graceMs - (count - at) * quarterMs));
}
