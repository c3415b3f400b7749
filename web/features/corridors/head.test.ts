import { expect, test } from 'vitest';
import { headOf } from './head.ts';
import type { FirstPage } from './words.ts';

const place = (city: string, placeId: string) => ({ city, country: '', countryCode: 'FR', placeId });
const corridor = { slug: 'paris-alger', from: place('Paris', '1'), to: place('Alger', '2') };
const found = (count: number, next?: string): FirstPage => ({ items: Array.from({ length: count }), next });
const none = found(0);

test.each([
  ['trip', none, found(12), '12 trajets de Paris à Alger', true],
  ['trip', found(3), found(1), '1 trajet de Paris à Alger', true],
  ['trip', found(3), found(20, 'c1'), 'Plus de 20 trajets de Paris à Alger', true],
  ['trip', found(3), none, 'Trajets de Paris à Alger', false],
  ['parcel', found(1), none, '1 colis de Paris à Alger', true],
  ['parcel', found(20, 'c1'), none, 'Plus de 20 colis de Paris à Alger', true],
  ['parcel', none, found(12), 'Colis de Paris à Alger', false],
] as const)('the %s page with %o and %o is titled « %s »', (kind, parcel, trip, title, isListed) => {
  expect(headOf(kind, corridor, { parcel, trip })).toMatchObject({ title, isListed });
});

test('the description counts both kinds, that of the page first, and an empty corridor promises nothing', () => {
  const { description } = headOf('trip', corridor, { parcel: found(1), trip: found(20, 'c1') });
  expect(description).toMatch(/^Plus de 20 trajets et 1 colis de Paris à Alger, entre particuliers\./);
  expect(headOf('parcel', corridor, { parcel: none, trip: found(2) }).description).toMatch(
    /^2 trajets de Paris à Alger/,
  );
  expect(headOf('trip', corridor, { parcel: none, trip: none }).description).toMatch(
    /^Envoyez un colis de Paris à Alger/,
  );
});

test('each kind has its own canonical address, and a name takes its preposition', () => {
  const other = { slug: 'le-havre-oran', from: place('Le Havre', '3'), to: place('Oran', '4') };
  const ofKind = (kind: 'parcel' | 'trip') => headOf(kind, other, { parcel: found(2), trip: none });
  expect(ofKind('parcel')).toMatchObject({ path: '/colis/le-havre-oran', title: '2 colis du Havre à Oran' });
  expect(ofKind('trip')).toMatchObject({ path: '/trajets/le-havre-oran', title: 'Trajets du Havre à Oran' });
});
