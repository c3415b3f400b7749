import { tidyCode } from '../values/typed/characters.ts';

export const numberSentence = 'Indiquez les 8 caractères du numéro de suivi (chiffres et lettres de A à F).';

/** The stored form of a typed tracking number, with small letters and blanks accepted; undefined for other texts. */
export function readTrackingNumber(typed: string): string | undefined {
  if (typed.length > 100) return undefined;
  const number = tidyCode(typed).replaceAll('-', '').toUpperCase();
  return /^[0-9A-F]{8}$/.test(number) ? number : undefined;
}
