import { namesItsOwner } from '#shared/accounts/password-owner.ts';

const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u];

/** A rating of a password while it is typed; undefined before the first character. The server decides. */
export function passwordStrength(
  password: string,
  owner: { firstName: string; lastName: string; email: string },
): string | undefined {
  if (password === '') return undefined;
  if (password.length < 6) return 'Trop court : au moins 6 caractères.';
  if (namesItsOwner(password, owner)) return 'Trop facile à deviner : il reprend votre nom ou votre adresse email.';
  const variety = kinds.filter((kind) => kind.test(password)).length + Math.min(2, Math.floor(password.length / 6) - 1);
  if (variety <= 1) return 'Faible : allongez-le ou mélangez lettres, chiffres et signes.';
  return variety <= 3 ? 'Moyen : quelques caractères de plus le rendront solide.' : 'Solide.';
}
