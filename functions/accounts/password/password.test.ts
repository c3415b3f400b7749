import { expect, test } from 'vitest';
import { commonPasswords as ranking } from '#infra/build/common-passwords.ts';
import { namesItsOwner, Password } from '#shared/accounts/password.ts';
import type { Refusal } from '#shared/refusal.ts';
import { commonPasswords, requireGoodPassword } from './password.ts';

const amina = { firstName: 'Amina', lastName: 'Benali', email: 'amina.benali@example.org' };

function sentenceFor(password: string, strict = false): string | undefined {
  try {
    requireGoodPassword(password, amina, { strict });
    return undefined;
  } catch (error) {
    return (error as Refusal).details.fields?.['password'];
  }
}

test('the common passwords are the first ones of the package’s ranking', () => {
  expect([...commonPasswords()]).toEqual(ranking());
  expect(commonPasswords().size).toBeGreaterThan(8000);
});

test.each(['123456', 'password', 'Password', 'AZERTY', 'iloveyou'])('%s is too common', (password) => {
  expect(sentenceFor(password)).toBe('Ce mot de passe est trop courant. Choisissez-en un autre.');
});

test.each(['benali', 'Benali7', 'amina.benali', 'amina.benali@example.org'])(
  '%s contains the name of its owner',
  (password) => {
    expect(sentenceFor(password)).toBe('Le mot de passe ne doit pas reprendre votre nom ou votre adresse email');
  },
);

const yara = { firstName: 'Yara', lastName: 'Ben Ali', email: 'yara.b@exemple.fr' };
const ines = { firstName: 'Inès-Léa', lastName: 'El Hadj', email: 'lilou.mer@example.org' };

test.each([
  [yara, 'Yara1234'],
  [yara, 'Yarabenali1'],
  [yara, 'Benali-Yara-2026'],
  [yara, '1234yara5'],
  [yara, 'yara.b@exemple.fr1'],
  [yara, 'AliYara12345'],
  [ines, 'ines2026'],
  [ines, 'INÈSLÉA12345'],
  [ines, 'ElHadj2026'],
  [ines, 'lilou-1234'],
  [ines, 'Lilou.Mer.99'],
])('the names of %o are most of %s', (owner, password) => {
  expect(namesItsOwner(password, owner)).toBe(true);
});

test.each([
  [yara, 'Realite7'],
  [yara, 'Yara-vq7mzd'],
  [yara, 'Traversee-2026'],
  [ines, 'Lilou-vq7mzd'],
])('without the names of %o enough of %s is left', (owner, password) => {
  expect(namesItsOwner(password, owner)).toBe(false);
});

test('six characters that are hard to guess are enough, unless the policy is strict', () => {
  expect(sentenceFor('vq7mzd')).toBeUndefined();
  expect(sentenceFor('vq7mzd', true)).toBe('Le mot de passe doit contenir au moins 8 caractères');
  expect(sentenceFor('vq7mzdkw', true)).toBe('Le mot de passe doit contenir au moins une majuscule');
  expect(sentenceFor('Vq7mzdkw', true)).toBeUndefined();
});

test.each(['\u200evq7mzd', 'vq7mzd\u200b', '\u202avq7mzd\u202c', 'vq7\u0007mzd'])(
  'the new password %j, which nobody could type again, is refused',
  (password) => {
    expect(Password.safeParse(password).error?.issues[0]?.message).toBe(
      'Le mot de passe contient un caractère invisible : tapez-le sans le coller',
    );
  },
);

test.each(['été 12 à', 'كلمة-السر', '👨\u200d💻vq7m', 'vq´–7mzd'])(
  'the password %j stays as it was typed',
  (password) => {
    expect(Password.parse(password)).toBe(password);
  },
);
