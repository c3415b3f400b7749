import { namesItsOwner, ResetPassword } from '#shared/accounts/password.ts';
import { Refusal } from '#shared/refusal.ts';
import { commonPasswords } from './common-passwords.generated.ts';

let common: Set<string> | undefined;

/** One of the 10,000 passwords that everybody tries first; upper and lower case are the same. */
function isCommon(password: string): boolean {
  common ??= new Set(commonPasswords.split(' '));
  return common.has(password.toLowerCase());
}

/**
 * What the schema of a password cannot say: throws INVALID at `password` when it is easy to guess, and with `strict` when
 * it does not hold what a reset demands (docs/decisions: password).
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
  if (isCommon(password)) refuse('Ce mot de passe est trop courant. Choisissez-en un autre.');
  if (namesItsOwner(password, owner)) {
    refuse('Le mot de passe ne doit pas reprendre votre nom ou votre adresse email');
  }
}
