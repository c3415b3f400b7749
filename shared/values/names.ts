import * as z from 'zod/mini';
import { brand } from './brand.ts';
import { isHarmful, maxLength, typed } from './fields.ts';
import { inForm, plainDashes, tidyLine } from './typed/characters.ts';

const nameLetters = "Utilisez des lettres, des espaces, des traits d'union, des apostrophes et des points";

/** Accents and quotes that people type for an apostrophe: « D´Almeida ». */
const apostrophes = /[`´‘‛′＇]/g;
/** A joiner shapes letters only between two of them. */
const looseJoiners = /[\u200c\u200d](?![\p{L}\p{M}])/gu;

/** Letters of Kabyle, and the Greek ones that keyboards offer for them: « Yuγerten », « Σli ». */
const kabyle: Readonly<Record<string, string>> = { ε: 'ɛ', γ: 'ɣ', Σ: 'Ɛ', Γ: 'Ɣ' };
const kabyleLetters = (value: string) =>
  /\p{Script=Latin}/u.test(value) ? value.replaceAll(/[εγΣΓ]/g, (letter) => kabyle[letter] ?? letter) : value;

/** A name in form: one kind of blank, hyphen and apostrophe, and nothing unseen. */
const tidyName = (value: string) =>
  kabyleLetters(plainDashes(tidyLine(value)).replaceAll(apostrophes, '’').replaceAll(looseJoiners, ''));

/** A first or last name: letters, marks, blanks, hyphen, apostrophe, dot (decision 015). */
export const Name = (required: string) =>
  typed(
    maxLength.name,
    required,
    tidyName,
    z.refine((value) => /^[\u200c\u200d\p{L}\p{M} .'’-]*$/u.test(value) && /\p{L}/u.test(value), nameLetters),
    z.refine((value) => !isHarmful(value), nameLetters),
    // Otherwise mail programs make a link of it. Initials may follow each other without a blank.
    z.refine((value) => !/\.\p{L}\p{M}*\p{L}/u.test(value), 'Laissez un espace après le point'),
    z.refine((value) => !brandInside.test(folded(value)), reserved),
    z.refine((value) => !mixesAlphabets(value), oneAlphabet),
  );

interface FullName {
  readonly firstName: string;
  readonly lastName: string;
}

export const isSameName = (a: FullName, b: FullName): boolean =>
  tidyName(a.firstName) === tidyName(b.firstName) && tidyName(a.lastName) === tidyName(b.lastName);

const reserved = 'Ce nom est réservé : indiquez le vôtre';
const oneAlphabet = 'Écrivez votre nom dans un seul alphabet';

/** Latin letters that look like those of the brand and that no Unicode normalization maps to them. */
const drawnAlike: Readonly<Record<string, string>> = {
  ɑ: 'a',
  ᴀ: 'a',
  ɛ: 'e',
  ᴇ: 'e',
  ɡ: 'g',
  ɢ: 'g',
  ɴ: 'n',
  ø: 'o',
  ᴏ: 'o',
  ᴠ: 'v',
  ʏ: 'y',
};

/** A name without case, accents and style. */
const folded = (name: string) =>
  Array.from(inForm('NFKD', name).toLowerCase(), (letter) => drawnAlike[letter] ?? letter)
    .join('')
    .replaceAll(/\p{M}/gu, '');

/** The brand with anything but letters between its own letters. */
const spelled = Array.from(brand.name.toLowerCase()).join('\\P{L}*');
const brandInside = new RegExp(spelled, 'u');
/** « Carmen Voyage » may be a member's name. */
const brandAsWords = new RegExp(`(?:^|\\P{L})${spelled}(?:\\P{L}|$)`, 'u');

const together = ({ firstName, lastName }: FullName) => `${firstName} ${lastName}`;

/** The sentence when first and last name together spell the brand or mix alphabets; else undefined. */
export function ownNameProblem(names: FullName): string | undefined {
  if (brandAsWords.test(folded(together(names)))) return reserved;
  return mixesAlphabets(together(names)) ? oneAlphabet : undefined;
}

export const ownName = z.check<FullName>(({ value, issues }) => {
  const message = ownNameProblem(value);
  if (message) issues.push({ code: 'custom', path: ['lastName'], message, input: value });
});

/** Latin letters mixed with alphabets of similar shapes: such a name can imitate another one. */
const mixesAlphabets = (name: string) =>
  /\p{Script=Latin}/u.test(name) && /[\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u.test(name);
