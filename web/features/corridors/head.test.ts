import { expect, test } from 'vitest';
import type { Room } from '#shared/trips/fields.ts';
import { headOf } from './head.ts';
import { type FirstPage, tripCountText } from './words.ts';

const place = (city: string, placeId: string) => ({ city, country: '', countryCode: 'FR', placeId });
const corridor = { slug: 'paris-alger', from: place('Paris', '1'), to: place('Alger', '2') };
const found = (count: number, next?: string, full = 0): FirstPage<Room> => ({
  items: Array.from({ length: count }, (_, at) => ({ maxWeightKg: 5, bookedGrams: at < full ? 4600 : 0 })),
  next,
});
const none = found(0);

test.each([
  ['trip', none, found(12), '12 trajets de Paris à Alger', true],
  ['trip', found(3), found(1), '1 trajet de Paris à Alger', true],
  ['trip', found(3), found(20, 'c1'), 'Au moins 20 trajets de Paris à Alger', true],
  ['trip', found(3), found(20, 'c1', 3), 'Au moins 17 trajets de Paris à Alger', true],
  ['trip', found(3), found(3, undefined, 1), '2 trajets de Paris à Alger', true],
  ['trip', found(3), found(1, undefined, 1), 'Trajets de Paris à Alger', true],
  ['trip', found(3), found(20, 'c1', 20), 'Trajets de Paris à Alger', true],
  ['trip', found(3), none, 'Trajets de Paris à Alger', false],
  ['parcel', found(1), none, '1 colis de Paris à Alger', true],
  ['parcel', found(20, 'c1'), none, 'Plus de 20 colis de Paris à Alger', true],
  ['parcel', none, found(12), 'Colis de Paris à Alger', false],
] as const)('the %s page with %o and %o is titled « %s »', (kind, parcel, trip, title, isListed) => {
  expect(headOf(kind, corridor, { parcel, trip })).toMatchObject({ title, isListed });
});

test('the description counts both kinds, that of the page first, and an empty corridor promises nothing', () => {
  const { description } = headOf('trip', corridor, { parcel: found(1), trip: found(20, 'c1') });
  expect(description).toMatch(/^Au moins 20 trajets et 1 colis de Paris à Alger, entre particuliers\./);
  expect(headOf('parcel', corridor, { parcel: none, trip: found(2) }).description).toMatch(
    /^2 trajets de Paris à Alger/,
  );
  expect(headOf('trip', corridor, { parcel: none, trip: none }).description).toMatch(
    /^Envoyez un colis de Paris à Alger/,
  );
});

test.each([
  [found(3), '3 trajets'],
  [found(3, undefined, 1), '3 trajets, dont 1 complet'],
  [found(4, undefined, 2), '4 trajets, dont 2 complets'],
  [found(1, undefined, 1), '1 trajet complet'],
  [found(2, undefined, 2), '2 trajets complets'],
  [found(20, 'c1', 2), 'plus de 20 trajets'],
  [none, undefined],
])('the heading of a list says which of its trips are full: %#', (trips, text) => {
  expect(tripCountText(trips)).toBe(text);
});

test('each kind has its own canonical address, and a name takes its preposition', () => {
  const other = { slug: 'le-havre-oran', from: place('Le Havre', '3'), to: place('Oran', '4') };
  const ofKind = (kind: 'parcel' | 'trip') => headOf(kind, other, { parcel: found(2), trip: none });
  expect(ofKind('parcel')).toMatchObject({ path: '/colis/le-havre-oran', title: '2 colis du Havre à Oran' });
  expect(ofKind('trip')).toMatchObject({ path: '/trajets/le-havre-oran', title: 'Trajets du Havre à Oran' });
});
