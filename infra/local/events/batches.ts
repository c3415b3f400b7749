import * as z from 'zod/mini';
import type { CallOutcome } from '../compute/invoke.ts';

/** How an event source mapping of the template treats failures of a batch. */
export interface RetryRules {
  /** Splits a failed batch in two, so that one bad record is found. */
  readonly bisect: boolean;
  readonly retries: number;
  readonly reportsFailures: boolean;
}

export interface Delivery<R> {
  readonly rules: RetryRules;
  invoke: (records: readonly R[]) => Promise<CallOutcome>;
  idOf: (record: R) => string;
  /** Receives records that failed every try, with the last answer; delivery continues after them. */
  giveUp: (records: readonly R[], outcome: CallOutcome) => Promise<void>;
  pause: (failures: number) => Promise<void>;
}

/** Milliseconds before the next try: twice as long after each failure, ten seconds at most. */
export const pauseAfter = (failures: number): number => Math.min(100 * 2 ** failures, 10_000);

const Failures = z.object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })) });

/**
 * Delivers a batch of a stream as Lambda does: in order, repeated until it succeeds or is given up. After a partial
 * failure everything from the first failed record is tried again. Splitting does not count as a try.
 */
export async function deliver<R>(batch: readonly R[], delivery: Delivery<R>, failuresBefore = 0): Promise<void> {
  const { rules } = delivery;
  let pending = batch;
  let failures = failuresBefore;
  while (pending.length > 0) {
    const outcome = await delivery.invoke(pending);
    const failed = firstFailure(outcome, pending, delivery);
    if (failed === undefined) return;
    failures = failed > 0 ? 1 : failures + 1;
    pending = pending.slice(failed);
    if (rules.bisect && pending.length > 1) {
      const middle = Math.ceil(pending.length / 2);
      await delivery.pause(failures);
      await deliver(pending.slice(0, middle), delivery);
      pending = pending.slice(middle);
      failures = 0;
      continue;
    }
    if (rules.retries >= 0 && failures > rules.retries) {
      await delivery.giveUp(pending, outcome);
      return;
    }
    await delivery.pause(failures);
  }
}

function firstFailure<R>(
  outcome: CallOutcome,
  records: readonly R[],
  { rules, idOf }: Delivery<R>,
): number | undefined {
  if (!outcome.ok) return 0;
  if (!rules.reportsFailures) return undefined;
  const { data } = z.safeParse(Failures, outcome.result);
  if (!data || data.batchItemFailures.length === 0) return undefined;
  const failed = new Set(data.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  const at = records.findIndex((record) => failed.has(idOf(record)));
  // An unknown name makes the whole batch a failure.
  return Math.max(at, 0);
}
