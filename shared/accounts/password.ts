import * as z from 'zod/mini';
import { holdsUnseen, inForm } from '../values/typed/characters.ts';

const tooLong = 'Le mot de passe doit contenir au plus 128 caractères';

/**
 * A password in one form for all keyboards: a Mac types é as two characters, a phone as one (rule 25).
 */
const typed = (missing: string, wrong: string) =>
  z.pipe(
    z.string(missing).check(z.minLength(1, missing), z.maxLength(512, wrong)),
    z.transform((password: string) => inForm('NFC', password)),
  );

/** Cognito refuses a space at either end and more than 256 characters. Our limit is 128 (rule 25). */
const base = (sentence: string) =>
  z.pipe(typed(sentence, tooLong), z.string()).check(
    z.maxLength(128, tooLong),
    z.refine(
      (value) => !holdsUnseen(value),
      'Le mot de passe contient un caractère invisible : tapez-le sans le coller',
    ),
    z.refine((value) => value === value.trim(), 'Le mot de passe ne peut ni commencer ni finir par un espace'),
  );

/** Product 1.5: at least 6 characters at sign-up and at login. */
export const Password = base('Le mot de passe doit contenir au moins 6 caractères').check(
  z.minLength(6, 'Le mot de passe doit contenir au moins 6 caractères'),
);

/** The requirements of a new password at reset (product 1.5), each with the text of its live hint. */
export const resetRules = [
  { hint: '8 caractères', holds: (value: string) => inForm('NFC', value).length >= 8 },
  { hint: 'une majuscule', holds: (value: string) => /\p{Lu}/u.test(value) },
  { hint: 'une minuscule', holds: (value: string) => /\p{Ll}/u.test(value) },
  { hint: 'un chiffre', holds: (value: string) => /\d/.test(value) },
] as const;

export const ResetPassword = base('Choisissez un mot de passe').check(
  ...resetRules.map(({ hint, holds }) => z.refine<string>(holds, `Le mot de passe doit contenir au moins ${hint}`)),
);

export const knownPassword = (missing: string, wrong: string) => typed(missing, wrong);

/** The second field of a new password, which `samePasswords` compares. */
export const repeatedPassword = z.transform((password: string) => inForm('NFC', password));

interface Repeated {
  password: string;
  confirmPassword: string;
}

/** Product 1.5; reported beside the other problems of the form. */
export const samePasswords = z.refine<Repeated>(({ password, confirmPassword }) => password === confirmPassword, {
  path: ['confirmPassword'],
  error: 'Les mots de passe ne correspondent pas',
  when: () => true,
});

/** With a stolen session each call is a guess at the password, so all rows that check it share the count. */
export const passwordTries = [{ by: 'member', count: 5, seconds: 3600, shared: 'passwordProof' }] as const;

interface Owner {
  firstName: string;
  lastName: string;
  email: string;
}

const enoughBeside = 6;

/**
 * The member's own names and e-mail address do not count in a password. True if the rest is too short to be a password.
 * Accents, case and separators make no difference. Three letters count only as a whole word.
 */
export function namesItsOwner(password: string, owner: Owner): boolean {
  let rest = fold(password);
  for (const word of wordsOf(owner)) {
    // A blank replaces the word, so that its neighbours stay separate words.
    rest =
      word.length > 3
        ? rest.replaceAll(word, ' ')
        : rest.replaceAll(new RegExp(`(^|\\P{L})${word}(?!\\p{L})`, 'gu'), '$1 ');
  }
  return rest !== fold(password) && rest.replaceAll(/[\s._@'’,-]/g, '').length < enoughBeside;
}

/**
 * The whole address, its parts and the names, longest first. Joined names too, because people also write « El Hadj » as
 * one word.
 */
function wordsOf({ firstName, lastName, email }: Owner): string[] {
  const [local = ''] = email.split('@');
  const wholes = [firstName, lastName, local].map(fold);
  const parts = wholes.flatMap((whole) => whole.match(/\p{L}+/gu) ?? []);
  const joined = wholes.map((whole) => whole.replaceAll(/[^\p{L}\d]/gu, ''));
  const words = new Set([fold(email), ...parts, ...joined]);
  return [...words].filter((word) => word.length >= 3).sort((a, b) => b.length - a.length);
}

const fold = (text: string) => inForm('NFD', text).replaceAll(/\p{M}/gu, '').toLowerCase();
