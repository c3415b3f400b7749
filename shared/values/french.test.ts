import { expect, test } from 'vitest';
import { of, to } from './french.ts';

test.each([
  ['Alger', "d'Alger", 'à Alger'],
  ['Oran', "d'Oran", 'à Oran'],
  ['Évry', "d'Évry", 'à Évry'],
  ['Ypres', "d'Ypres", 'à Ypres'],
  ['Yaoundé', 'de Yaoundé', 'à Yaoundé'],
  ['Hassi Messaoud', 'de Hassi Messaoud', 'à Hassi Messaoud'],
  ['Paris', 'de Paris', 'à Paris'],
  ['Le Havre', 'du Havre', 'au Havre'],
  ['Les Ulis', 'des Ulis', 'aux Ulis'],
  ['Lesneven', 'de Lesneven', 'à Lesneven'],
  ['أمل', 'de أمل', 'à أمل'],
])('%s: %s, %s', (name, ofIt, toIt) => {
  expect(of(name)).toBe(ofIt);
  expect(to(name)).toBe(toIt);
});
