/** What is said of a text that can be no tracking number. */
export const numberSentence = 'Indiquez les 8 caractères du numéro de suivi (chiffres et lettres de A à F).';

/** A tracking number as somebody typed it, small letters and blanks welcome, in its one form; undefined for what is none. */
export function readTrackingNumber(typed: string): string | undefined {
  if (typed.length > 100) return undefined;
  const number = typed.replaceAll(/[\s\p{Cf}-]/gu, '').toUpperCase();
  return /^[0-9A-F]{8}$/.test(number) ? number : undefined;
}
