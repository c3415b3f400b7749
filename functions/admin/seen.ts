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
