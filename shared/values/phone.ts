import * as z from 'zod/mini';
import { plainDashes, plainDigits, tidyLine } from './typed/characters.ts';

/** Said of every number that is refused, before the reason. */
export const invalidPhone = 'Numéro de téléphone invalide';

/** A typed number in form (rule 199): plain digits, dashes, blanks and plus sign. */
export const tidyPhone = (typed: string): string => plainDashes(plainDigits(tidyLine(typed))).replaceAll('＋', '+');

/**
 * The part of a stored number that a search by « 06 12 34 … », « 0033 6 … » or « +33 (0)6 … » is about: its digits,
 * without the zeros of a country's own spelling.
 */
export const phoneNeedle = (typed: string): string =>
  tidyPhone(typed).replace('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, '');

/**
 * A telephone number as people write it, with its country code (`+33 06 12 …`, `0033 6 …`), stored as `+33612345678`
 * (decision 049). It is judged asynchronously, because the data of the world's numbers are loaded with the first one;
 * where they do not load, the number is refused with that reason.
 */
export const Phone = z.pipe(
  z.string(invalidPhone).check(z.maxLength(100, invalidPhone)),
  z.transform(async (typed: string, context) => {
    const read = await judge(tidyPhone(typed));
    if ('phone' in read) return read.phone;
    context.issues.push({ code: 'custom', message: read.problem, input: typed });
    return z.NEVER;
  }),
);

async function judge(text: string): Promise<{ readonly phone: string } | { readonly problem: string }> {
  // Nothing of a number is there: the data are not needed to say so.
  if (!/\d/.test(text)) return { problem: invalidPhone };
  const rule = await import('./read-phone.ts').catch(() => undefined);
  return rule?.readPhone(text) ?? { problem: "Ce numéro n'a pas pu être vérifié : réessayez avec une connexion" };
}
