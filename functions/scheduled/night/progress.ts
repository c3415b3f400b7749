import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { dayOf } from '#shared/values/time.ts';

const work = 'night';
/** A part that fails is tried this often in a night; its alarm has rung by then. */
export const mostTries = 3;

/** How far the night of a day has come: the parts that are over, and how often others failed. */
export interface Progress {
  readonly day: string;
  readonly over: readonly string[];
  readonly failures: Readonly<Record<string, number>>;
}

/** The progress of this night; a new one every day, or when an operator wants everything again. */
export async function progressOf(table: Table, now: number, isAgain: boolean): Promise<Progress> {
  const day = dayOf(now);
  const kept = (await table.get(keys.done(work), { consistent: true }))?.['record'] as Progress | undefined;
  return kept?.day === day && !isAgain ? kept : { day, over: [], failures: {} };
}

export const keepProgress = (table: Table, progress: Progress): Promise<void> =>
  table.transact([table.put({ ...keys.done(work), record: progress })]);
