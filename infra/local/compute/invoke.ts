import type { LambdaError } from './function-worker.ts';

export type CallOutcome =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: LambdaError };

/** Calls a function by name or ARN. Never throws: a failure of the function is an outcome. */
export type Invoke = (functionRef: string, event: unknown) => Promise<CallOutcome>;

export const timedOutError = 'Sandbox.Timedout';

export const timedOut = (outcome: CallOutcome): boolean => !outcome.ok && outcome.error.errorType === timedOutError;
