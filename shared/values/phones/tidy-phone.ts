import { plainDashes, plainDigits, tidyLine } from '../typed/characters.ts';

/** Precedes the reason of every refusal. */
export const invalidPhone = 'Numéro de téléphone invalide';

/** A typed number in form (rule 199): plain digits, dashes, blanks and plus sign. */
export const tidyPhone = (typed: string): string => plainDashes(plainDigits(tidyLine(typed)));

/**
 * The part of a stored number that a search by « 06 12 34 … », « 0033 6 … » or « +33 (0)6 … » matches: its digits,
 * without the zeros of a country's own spelling.
 */
export const phoneNeedle = (typed: string): string =>
  tidyPhone(typed).replace('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '');
