import { expect, test } from 'vitest';
import { type Carriage, canTake, closenessOf, type Load } from './rules.ts';

const at = (city: string, countryCode: string) => ({ city, countryCode });
const trip: Carriage = {
  depart: at('Paris', 'FR'),
  stops: [at('Lyon', 'FR'), at('Marseille', 'FR')],
  arrival: at('Alger', 'DZ'),
  travelDate: '2026-12-10',
  maxWeightKg: 5,
  maxSize: 'medium',
  acceptsFragile: false,
  acceptsElectronics: true,
};
const parcel: Load = {
  pickup: at('Paris', 'FR'),
  delivery: at('Alger', 'DZ'),
  deadline: '2026-12-10',
  weightGrams: 5000,
  size: 'medium',
  isFragile: false,
  hasElectronics: true,
};

test('a trip takes a parcel that is in time, light enough, small enough and accepted', () => {
  expect(canTake(trip, parcel)).toBe(true);
});

test.each([
  ['late', { deadline: '2026-12-09' }],
  ['too heavy', { weightGrams: 5001 }],
  ['too large', { size: 'large' }],
  ['fragile', { isFragile: true }],
] as const)('a trip does not take what is %s', (_what, change) => {
  expect(canTake(trip, { ...parcel, ...change })).toBe(false);
});

test('a trip takes what is left, and nothing once it is full', () => {
  const light = { ...parcel, weightGrams: 400 };
  expect(canTake({ ...trip, bookedGrams: 1 }, parcel)).toBe(false);
  expect(canTake({ ...trip, bookedGrams: 4500 }, light)).toBe(true);
  expect(canTake({ ...trip, bookedGrams: 4501 }, light)).toBe(false);
});

test('electronics match only trips that accept them', () => {
  expect(canTake({ ...trip, acceptsElectronics: false }, parcel)).toBe(false);
});

test.each([
  ['Paris', 'Alger', 'exact'],
  ['Lyon', 'Alger', 'onTheWay'],
  ['Paris', 'Marseille', 'onTheWay'],
  ['Marseille', 'Lyon', undefined],
  ['Lille', 'Oran', 'sameCountries'],
  ['Alger', 'Paris', undefined],
] as const)('a parcel from %s to %s is %s', (from, to, closeness) => {
  const country = (city: string) => (['Alger', 'Oran'].includes(city) ? 'DZ' : 'FR');
  const load = { ...parcel, pickup: at(from, country(from)), delivery: at(to, country(to)) };
  expect(closenessOf(trip, load)).toBe(closeness);
});
