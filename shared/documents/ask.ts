import type { Contract } from '../contract.ts';

export interface Ask {
  readonly slice: 'search' | 'corridors';
  readonly row: keyof Contract['search'] | 'readCorridors' | 'readCorridor';
  readonly call?: AskCall | undefined;
}
export interface AskCall {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
}

/** An answered query. Without a reply when it was refused: the page asks again, and shows why. */
export type Answered = readonly [ask: Ask, reply: unknown];

/** It marks a document with listings; the built one of the same page has none. */
export const answersMark = '<script type="application/json" id="answers">';
