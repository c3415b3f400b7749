import * as z from 'zod/mini';

/** Cognito refuses a space at either end and more than 256 characters; ours ends at 128 (rule 25). */
const base = (sentence: string) =>
  z.string(sentence).check(
    z.maxLength(128, 'Le mot de passe doit contenir au plus 128 caractères'),
    z.refine((value) => value === value.trim(), 'Le mot de passe ne peut ni commencer ni finir par une espace'),
  );

/** Product 1.5: at least 6 characters at sign-up and at login. */
export const Password = base('Le mot de passe doit contenir au moins 6 caractères').check(
  z.minLength(6, 'Le mot de passe doit contenir au moins 6 caractères'),
);

/** What a new password at reset must hold (product 1.5), each with the words of its live hint. */
export const resetRules = [
  { hint: '8 caractères', holds: (value: string) => value.length >= 8 },
  { hint: 'une majuscule', holds: (value: string) => /\p{Lu}/u.test(value) },
  { hint: 'une minuscule', holds: (value: string) => /\p{Ll}/u.test(value) },
  { hint: 'un chiffre', holds: (value: string) => /\d/.test(value) },
] as const;

export const ResetPassword = base('Choisissez un mot de passe').check(
  ...resetRules.map(({ hint, holds }) => z.refine<string>(holds, `Le mot de passe doit contenir au moins ${hint}`)),
);

type Owner = { firstName: string; lastName: string; email: string };

/** As many characters as the shortest password has must be there beside the names. */
const enoughBeside = 6;

/**
 * One's own names and e-mail address, together, are worth nothing in a password: true when what is left without them is
 * too short to be one. Accents, case and what joins words make no difference; three letters count only as a word.
 */
export function namesItsOwner(password: string, owner: Owner): boolean {
  let rest = fold(password);
  for (const word of wordsOf(owner)) {
    const found = word.length > 3 ? word : new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'gu');
    // A blank where a word stood: the one beside it stands alone now.
    rest = rest.replaceAll(found, ' ');
  }
  return rest !== fold(password) && rest.replaceAll(/[\s._@'’,-]/g, '').length < enoughBeside;
}

/** The whole address, its parts and the names, longest first; joined ones too, for « El Hadj » is written as one word. */
function wordsOf({ firstName, lastName, email }: Owner): string[] {
  const [local = ''] = email.split('@');
  const wholes = [firstName, lastName, local].map(fold);
  const parts = wholes.flatMap((whole) => whole.match(/\p{L}+/gu) ?? []);
  const joined = wholes.map((whole) => whole.replaceAll(/[^\p{L}\d]/gu, ''));
  const words = new Set([fold(email), ...parts, ...joined]);
  return [...words].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length);
}

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
