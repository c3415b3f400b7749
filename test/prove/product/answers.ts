import type { Answer } from '#test/support/pipeline.ts';

/** The code of a refusal; empty for a success. */
export const codeIn = ({ body: { code } }: Answer): string => (typeof code === 'string' ? code : '');

/** Status and code in one word, for what a failure tells. */
export const toldBy = (answer: Answer): string => `${answer.status} ${codeIn(answer)}`.trim();

/** The error's own sentence, for what a failure tells. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
