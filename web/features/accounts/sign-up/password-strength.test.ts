import { expect, test } from 'vitest';
import { passwordStrength } from './register-form.tsx';

const amina = { firstName: 'Amina', lastName: 'Benali', email: 'amina@example.org' };

test.each([
  ['', undefined],
  ['vq7', 'Trop court'],
  ['benali7', 'Trop facile à deviner'],
  ['abcdef', 'Faible'],
  ['vq7mzd', 'Moyen'],
  ['vq7-Mzd-kwtr', 'Solide'],
])('%j is judged %s', (password, word) => {
  const said = passwordStrength(password, amina);
  expect(said?.slice(0, word?.length)).toBe(word);
});
