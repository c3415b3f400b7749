import type { Write } from '#functions/platform/table.ts';

/**
 * A handler's result. Effects are data: the pipeline stores the writes in one transaction, together with the record of
 * the caller's Idempotency-Key. So an act and its answer are stored together or not at all.
 */
export interface Outcome<Reply> {
  readonly reply: Reply;
  readonly writes: readonly Write[];
  readonly status?: 202 | 301 | 404 | 410;
  readonly location?: string;
  /**
   * The same act computed on the current state. The pipeline calls it after a lost race (UNAVAILABLE), for acts that
   * many members may do to one thing in parallel, such as messages of one thread.
   */
  readonly again?: () => Promise<Outcome<Reply>>;
}

/** An answer that changes nothing. */
export const answer = <Reply>(reply: Reply): Outcome<Reply> => ({ reply, writes: [] });

/** An answer that is true once the writes are stored. */
export const commit = <Reply>(
  reply: Reply,
  writes: readonly Write[],
  again?: () => Promise<Outcome<Reply>>,
): Outcome<Reply> => ({ reply, writes, ...(again ? { again } : {}) });

/** Not the final answer; the client repeats the same call shortly. Never stored. */
export const accepted = <Reply>(reply: Reply): Outcome<Reply> => ({ reply, writes: [], status: 202 });

export const moved = (location: string): Outcome<string> => ({ reply: '', writes: [], status: 301, location });

export const missing = (page: string): Outcome<string> => ({ reply: page, writes: [], status: 404 });

export const gone = <Reply>(reply: Reply): Outcome<Reply> => ({ reply, writes: [], status: 410 });
