import type { PipelineAnswer } from '#test/support/pipeline.ts';

/** The code of a refusal; empty for a success. */
export const codeIn = ({ body: { code } }: PipelineAnswer): string => (typeof code === 'string' ? code : '');

/** Status and code in one word, for what a failure tells. */
export const toldBy = (answer: PipelineAnswer): string => `${answer.status} ${codeIn(answer)}`.trim();

/** The error's own sentence, for what a failure tells. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
