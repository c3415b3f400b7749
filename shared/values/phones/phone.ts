import * as z from 'zod/mini';
import { invalidPhone, tidyPhone } from './tidy-phone.ts';

/**
 * A telephone number as people write it, with its country code (`+33 06 12 …`, `0033 6 …`), stored as `+33612345678`
 * (decision 049). The check is asynchronous, because it loads the data of the world's numbers on first use. If they do
 * not load, the number is refused with that reason.
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
  // The text has no digit, so the refusal does not need the data.
  if (!/\d/.test(text)) return { problem: invalidPhone };
  const rule = await import('./read-phone.ts').catch(() => undefined);
  return rule?.readPhone(text) ?? { problem: "Ce numéro n'a pas pu être vérifié : réessayez avec une connexion" };
}
