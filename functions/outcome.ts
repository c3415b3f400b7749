import type { Write } from '#functions/platform/table.ts';

/**
 * What a handler answers. Effects are data: the pipeline stores the writes in one transaction, together with the
 * record of the caller's Idempotency-Key, so that an act and its answer are kept both or neither.
 */
export interface Outcome<Reply> {
  readonly reply: Reply;
  readonly writes: readonly Write[];
  readonly status?: 202;
  /**
   * The same act computed on what stands now. The pipeline calls it when the writes came too late (UNAVAILABLE), for acts
   * that many do to one thing at once without any of them being wrong, such as messages of one thread.
   */
  readonly again?: () => Promise<Outcome<Reply>>;
}

/** An answer that changes nothing. */
export const answer = <Reply>(reply: Reply): Outcome<Reply> => ({ reply, writes: [] });

/** An answer that holds once the writes stand. */
export const commit = <Reply>(
  reply: Reply,
  writes: readonly Write[],
  again?: () => Promise<Outcome<Reply>>,
): Outcome<Reply> => ({ reply, writes, ...(again ? { again } : {}) });

/** Not yet: the same call will give the final answer shortly. Never stored. */
export const accepted = <Reply>(reply: Reply): Outcome<Reply> => ({ reply, writes: [], status: 202 });
