import { globSync, readFileSync } from 'node:fs';

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
