import { globSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';

const internal = /dynamo|aws|lambda|cognito|zod|stack|pk|sk|record|undefined|\bat .*\.ts/i;

/** Checks a readable refusal: French sentences, a stable code, and no internal details. */
export function expectReadable(answer: { status: number; body: unknown }, status: number, code: string): void {
  expect(answer).toMatchObject({ status, body: { code, title: expect.any(String), detail: expect.any(String) } });
  const {
    title,
    detail,
    fields = {},
  } = answer.body as { title: string; detail: string; fields?: Record<string, string> };
  for (const sentence of [title, detail, ...Object.values(fields)]) {
    expect(sentence).not.toMatch(internal);
    expect(sentence).not.toMatch(/\b(invalid|required|expected|received|must be|string|number)\b/i);
  }
}

/** An answer or a mail of the server with the ordinary spaces of our sources (decision 047). */
export const withOrdinarySpaces = <Sent>(sent: Sent): Sent =>
  sent === undefined
    ? sent
    : (JSON.parse(JSON.stringify(sent).replaceAll(/\u00a0(?=[:;?!»])|(?<=«)\u00a0/g, ' ')) as Sent);

/** An ordinary space where French has a no-break one (decision 047). */
const loose = /\S [:;?!»](?![\p{L}\p{N}])|« \S/u;
const literals = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
const shortest = 6;

let pieces: readonly string[] | undefined;
/** The pieces of the server's own sentences that have such a space in our sources. */
const ownPieces = () =>
  (pieces ??= globSync('{functions,shared}/**/*.ts', { exclude: ['**/*.test.ts', '**/*.generated.ts'] }).flatMap(
    (file) =>
      [...readFileSync(file, 'utf8').matchAll(literals)]
        .flatMap(([, single = '', double = '', template = '']) => [single, double, ...template.split(/\$\{[^}]*\}/)])
        .filter((piece) => piece.length >= shortest && loose.test(`a${piece}`)),
  ));

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

/** The texts of a reply that have a sentence of ours with ordinary spaces; what members typed keeps theirs. */
export const looseSentences = (reply: unknown): string[] =>
  textsIn(reply).filter((text) => loose.test(text) && ownPieces().some((piece) => text.includes(piece)));
