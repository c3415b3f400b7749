import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { dayOf } from '#shared/values/time.ts';

const work = 'night';
/** Tries of a failing part in one night; by then its alarm has been raised. */
export const mostTries = 3;

/** The progress of a night: the finished parts, and how often others failed. */
export interface Progress {
  readonly day: string;
  readonly over: readonly string[];
  readonly failures: Readonly<Record<string, number>>;
  /** Only parts that failed too often remain. */
  readonly isEnded: boolean;
}

export const keptProgress = async (table: Table): Promise<Progress | undefined> =>
  (await table.get(keys.done(work), { consistent: true }))?.['record'] as Progress | undefined;

export const newProgress = (now: number): Progress => ({ day: dayOf(now), over: [], failures: {}, isEnded: false });

export const keepProgress = (table: Table, progress: Progress): Promise<void> =>
  table.transact([table.put({ ...keys.done(work), record: progress })]);
