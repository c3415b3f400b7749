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
  /** Nothing is left but parts that failed too often. Absent in what earlier releases stored. */
  readonly isEnded?: boolean;
}

/** That of the last night that began. */
export const keptProgress = async (table: Table): Promise<Progress | undefined> =>
  (await table.get(keys.done(work), { consistent: true }))?.['record'] as Progress | undefined;

export const newProgress = (now: number): Progress => ({ day: dayOf(now), over: [], failures: {}, isEnded: false });

export const keepProgress = (table: Table, progress: Progress): Promise<void> =>
  table.transact([table.put({ ...keys.done(work), record: progress })]);
