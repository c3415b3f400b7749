import { brotliDecompressSync } from 'node:zlib';
import { namesItsOwner, ResetPassword } from '#shared/accounts/password.ts';
import { Refusal } from '#shared/refusal.ts';
import { packedPasswords } from './common-passwords.generated.ts';

let words: ReadonlySet<string> | undefined;

export function commonPasswords(): ReadonlySet<string> {
  words ??= new Set(brotliDecompressSync(Buffer.from(packedPasswords, 'base64')).toString().split(' '));
  return words;
}

/**
 * Checks that the schema of a password cannot express. Throws INVALID at `password` if it is easy to guess, and with
 * `strict` if it does not meet the rule of a reset (rule 25).
 */
export function requireGoodPassword(
  password: string,
  owner: { firstName: string; lastName: string; email: string },
  { strict }: { strict: boolean },
): void {
  const refuse = (sentence: string): never => {
    throw new Refusal('INVALID', undefined, { fields: { password: sentence } });
  };
  const missing = strict ? ResetPassword.safeParse(password).error?.issues[0]?.message : undefined;
  if (missing) refuse(missing);
  if (commonPasswords().has(password.toLowerCase()))
    refuse('Ce mot de passe est trop courant. Choisissez-en un autre.');
  if (namesItsOwner(password, owner)) {
    refuse('Le mot de passe ne doit pas reprendre votre nom ou votre adresse email');
  }
}
