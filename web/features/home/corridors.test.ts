import { expect, test } from 'vitest';
import { aParcelCard, aTripCard } from '#test/support/factories.ts';
import { corridorsOf, corridorText } from './corridors.ts';

const oran = { city: 'Oran', country: 'Algérie', countryCode: 'DZ' };

test('routes are counted by both ends, the busiest first', () => {
  const corridors = corridorsOf(
    [aTripCard({ id: 't1', arrival: oran }), aTripCard({ id: 't2' })],
    [aParcelCard({ id: 'p1' }), aParcelCard({ id: 'p2' })],
  );
  expect(corridors.map(({ from, to, trips, parcels }) => [from.city, to.city, trips, parcels])).toEqual([
    ['Paris', 'Alger', 1, 2],
    ['Paris', 'Oran', 1, 0],
  ]);
});

test('a count is said as what it is, the next trips and the newest parcels', () => {
  const corridor = { from: oran, to: oran, trips: 1, parcels: 3 };
  expect(corridorText(corridor)).toBe('1 départ proche · 3 colis récents');
  expect(corridorText({ ...corridor, trips: 2, parcels: 1 })).toBe('2 départs proches · 1 colis récent');
  expect(corridorText({ ...corridor, parcels: 0 })).toBe('1 départ proche');
});
