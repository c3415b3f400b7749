import { expect, test } from 'vitest';
import { readScanned } from './find-delivery.tsx';

const origin = 'https://envoyage.example';
const id = 'b0000000-0000-4000-8000-0000ab12cd34';

test('the code of a delivery’s page leads there, with any text after its address', () => {
  expect(readScanned(`${origin}/delivery/${id}`, origin)).toEqual({ parcelId: id });
  expect(readScanned(`${origin}/delivery/${id}?sender=x#y`, origin)).toEqual({ parcelId: id });
});

test('a code that is only a tracking number starts a search for it', () => {
  expect(readScanned(' ab12 cd34 ', origin)).toEqual({ number: 'AB12CD34' });
});

test.each([
  ['https://evil.example/delivery/b0000000-0000-4000-8000-0000ab12cd34', 'un autre site (evil.example)'],
  [`${origin}.evil.example/delivery/${id}`, 'un autre site'],
  [`https://envoyage.example@evil.example/delivery/${id}`, 'un autre site (evil.example)'],
  ['javascript:alert(1)', "n'est pas celui d'un colis"],
  ['tel:+33612345678', "n'est pas celui d'un colis"],
  [`${origin}/admin`, 'ne mène pas au suivi'],
  [`${origin}/delivery/../admin`, 'ne mène pas au suivi'],
  ['Bonjour', "n'est pas celui d'un colis"],
  ['', "n'est pas celui d'un colis"],
  ['x'.repeat(10_000), "n'est pas celui d'un colis"],
])('the code %.40s is refused with a sentence', (code, sentence) => {
  expect(readScanned(code, origin)).toEqual({ refused: expect.stringContaining(sentence) });
});
