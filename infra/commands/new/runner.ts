/** Names of their own, because the house test would take the templates for tests. */
export const runner = 'vitest';
export const exampleRunner = '#test/support/mocked/examples.ts';
