import { expect, test } from 'vitest';
import { commonPasswords as ranking } from '#infra/build/common-passwords.ts';
import type { Refusal } from '#shared/refusal.ts';
import { commonPasswords } from './common-passwords.ts';
import { requireGoodPassword } from './password.ts';

const amina = { firstName: 'Amina', lastName: 'Benali', email: 'amina.benali@example.org' };

function sentenceFor(password: string, strict = false): string | undefined {
  try {
    requireGoodPassword(password, amina, { strict });
    return undefined;
  } catch (error) {
    return (error as Refusal).details.fields?.['password'];
  }
}

test('the common passwords are those that the package ranks first', () => {
  expect([...commonPasswords()]).toEqual(ranking());
  expect(commonPasswords().size).toBeGreaterThan(8000);
});

test.each(['123456', 'password', 'Password', 'AZERTY', 'iloveyou'])('%s is too common', (password) => {
  expect(sentenceFor(password)).toBe('Ce mot de passe est trop courant. Choisissez-en un autre.');
});

test.each(['benali', 'Benali7', 'amina.benali', 'amina.benali@example.org'])('%s names its owner', (password) => {
  expect(sentenceFor(password)).toBe('Le mot de passe ne doit pas reprendre votre nom ou votre adresse email');
});

test('six characters that nobody guesses are enough, unless the policy is strict', () => {
  expect(sentenceFor('vq7mzd')).toBeUndefined();
  expect(sentenceFor('vq7mzd', true)).toBe('Le mot de passe doit contenir au moins 8 caractères');
  expect(sentenceFor('vq7mzdkw', true)).toBe('Le mot de passe doit contenir au moins une majuscule');
  expect(sentenceFor('Vq7mzdkw', true)).toBeUndefined();
});
