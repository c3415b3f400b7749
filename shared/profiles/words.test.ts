import { expect, test } from 'vitest';
import { answerTimeText, carriedText } from './words.ts';

test.each([
  [0, "en moins d'une heure"],
  [29, "en moins d'une heure"],
  [30, 'en 1 h environ'],
  [119, 'en 2 h environ'],
  [23 * 60, 'en 23 h environ'],
  [24 * 60, 'en un jour environ'],
  [3 * 24 * 60, 'en 3 jours environ'],
])('an answer after %i minutes comes « %s »', (minutes, text) => {
  expect(answerTimeText(minutes)).toBe(text);
});

test('one delivery is singular', () => {
  expect([carriedText(1), carriedText(2)]).toEqual(['1 livraison effectuée', '2 livraisons effectuées']);
});
