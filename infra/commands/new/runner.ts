/** A name of its own, because the house test would take the templates for tests. */
export const runner = 'vitest';
