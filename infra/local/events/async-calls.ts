import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FunctionSpec, functionNameOf } from '../assembly/plan.ts';
import type { CallOutcome, Invoke } from '../compute/invoke.ts';

/** Seconds before the second and the third try of a call that failed. */
const retryWaits = [60, 120];
/** A call that found no room waits a second, then twice as long each time, but no longer than this. */
const longestThrottleWait = 300;

type Failed = Extract<CallOutcome, { ok: false }>;

interface Options {
  functions: readonly Pick<FunctionSpec, 'name' | 'asyncRules'>[];
  /** Maximum seconds between two tries, to wait less than Lambda does. */
  waitAtMost: number;
  invoke: Invoke;
  tell: (functionRef: string, queueArn: string, body: string) => void;
  report: (line: string) => void;
  now?: () => number;
  wait?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Lambda's queue of asynchronous calls. A failed call is retried as often as the template sets (twice by default), and
 * a throttled one until it is too old. The destination for failures gets abandoned calls; without one the event is
 * lost, as on AWS. Source: Lambda Developer Guide, "How Lambda handles errors and retries with asynchronous
 * invocation".
 */
export function startAsyncCalls(options: Options) {
  const { functions, waitAtMost, invoke, tell, report, now = () => performance.now() } = options;
  const wait = options.wait ?? ((milliseconds: number) => sleep(milliseconds, undefined, { ref: false }));
  const retrying = new Set<Promise<void>>();
  let closed = false;

  const giveUp = (
    functionRef: string,
    event: unknown,
    { error }: Failed,
    why: { condition: string; tries: number },
  ) => {
    const name = functionNameOf(functionRef);
    report(`${name} gave up on a call after ${why.tries} tries`);
    const queue = rulesOf(functionRef).onFailure;
    if (!queue) return;
    const record = {
      version: '1.0',
      timestamp: new Date().toISOString(),
      requestContext: {
        requestId: randomUUID(),
        functionArn: `${functionRef}:$LATEST`,
        condition: why.condition,
        approximateInvokeCount: why.tries,
      },
      requestPayload: event,
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
      responsePayload: error,
    };
    tell(functionRef, queue, JSON.stringify(record));
  };

  const rulesOf = (functionRef: string) => {
    const name = functionNameOf(functionRef);
    const spec = functions.find((one) => one.name === name);
    if (!spec) throw new Error(`There is no function ${functionRef}.`);
    return spec.asyncRules;
  };

  const tryAgain = async (functionRef: string, event: unknown, first: Failed, calledAt: number) => {
    const { retries, maxAgeSeconds } = rulesOf(functionRef);
    let [failures, refusals] = [0, 0];
    let outcome: CallOutcome = first;
    while (!outcome.ok) {
      const isRefused = outcome.error.errorType === 'TooManyRequestsException';
      if (isRefused) refusals += 1;
      else failures += 1;
      const tries = failures + refusals;
      if (failures > retries) return giveUp(functionRef, event, outcome, { condition: 'RetriesExhausted', tries });
      const usual = isRefused ? Math.min(2 ** (refusals - 1), longestThrottleWait) : retryWaits[failures - 1];
      const seconds = Math.min(usual ?? 0, waitAtMost);
      if (now() + seconds * 1000 > calledAt + maxAgeSeconds * 1000)
        return giveUp(functionRef, event, outcome, { condition: 'EventAgeExceeded', tries });
      report(`${functionNameOf(functionRef)} is called again in ${seconds} s`);
      await wait(seconds * 1000);
      if (closed) return;
      outcome = await invoke(functionRef, event);
    }
  };

  return {
    /** Takes an event for a function. Resolves with the outcome of the first try; further ones follow by themselves. */
    async call(functionRef: string, event: unknown) {
      const calledAt = now();
      const first = await invoke(functionRef, event);
      if (!first.ok && !closed) {
        const work = tryAgain(functionRef, event, first, calledAt).finally(() => retrying.delete(work));
        retrying.add(work);
      }
      return first;
    },
    async idle() {
      while (retrying.size > 0) await Promise.all(retrying);
    },
    close() {
      closed = true;
    },
  };
}
