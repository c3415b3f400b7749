import { expect, test } from 'vitest';
import { endProblems, fieldsOf, isSamePlace, tripProblems } from './itinerary.ts';

const paris = { city: 'Paris', countryCode: 'FR', placeId: '2988507' };
const alger = { city: 'Alger', countryCode: 'DZ', placeId: '2507480' };
const lyon = { city: 'Lyon', countryCode: 'FR' };

test('two places are the same by their id, or by their name in one country in any spelling', () => {
  expect(isSamePlace(paris, { ...paris, city: 'PARIS' })).toBe(true);
  expect(isSamePlace(paris, { city: ' paris ', countryCode: 'FR' })).toBe(true);
  expect(isSamePlace({ city: 'Bejaïa', countryCode: 'DZ' }, { city: 'béjaia', countryCode: 'DZ' })).toBe(true);
  expect(isSamePlace(paris, { ...paris, placeId: '4717560' })).toBe(false);
  expect(isSamePlace(paris, { city: 'Paris', countryCode: 'CA' })).toBe(false);
  expect(isSamePlace({ city: '', countryCode: 'FR' }, { city: '', countryCode: 'FR' })).toBe(false);
});

test('the two ends of a parcel differ', () => {
  expect(endProblems({ pickup: paris, delivery: alger })).toEqual([]);
  expect(fieldsOf(endProblems({ pickup: paris, delivery: { city: 'paris', countryCode: 'FR' } }))).toEqual({
    'delivery.city': 'La ville de livraison doit être différente de la ville de récupération',
  });
});

test('no place comes twice on a trip; the later one is reported', () => {
  expect(tripProblems({ depart: paris, arrival: alger, stops: [lyon] })).toEqual([]);
  expect(Object.keys(fieldsOf(tripProblems({ depart: paris, arrival: paris, stops: [] })))).toEqual(['arrival.city']);
  expect(
    Object.keys(fieldsOf(tripProblems({ depart: paris, arrival: alger, stops: [lyon, alger, paris, lyon] }))),
  ).toEqual(['stops.1.city', 'stops.2.city', 'stops.3.city']);
});
