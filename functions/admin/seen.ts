import { Refusal } from '#shared/refusal.ts';

/**
 * An administrator decides about the version they saw: a change in between refuses the decision and returns the current
 * state.
 */
export function requireSeen(seen: number, resource: { version: number }, current: unknown): void {
  if (seen !== resource.version) throw new Refusal('CONTENT_CHANGED', undefined, { current });
}

/** The refusal of an act whose resource changed between its reading and its storing. */
export const changedSince = <Record>(current: Record | undefined, view: (record: Record) => unknown): Refusal =>
  current ? new Refusal('CONTENT_CHANGED', undefined, { current: view(current) }) : new Refusal('NOT_FOUND');

/** The outcome of a rule; a refusal because another administrator was faster returns what they decided. */
export function unlessDecided<Outcome>(rule: () => Outcome, current: () => unknown): Outcome {
  try {
    return rule();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'ALREADY_DECIDED') throw error;
    throw new Refusal('ALREADY_DECIDED', undefined, { current: current() });
  }
}
