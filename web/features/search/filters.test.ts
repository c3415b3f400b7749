import { expect, test } from 'vitest';
import { chipsOf, filtersKey, noFilters, readFilters, toQuery, writeFilters } from './filters.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));

test('filters survive in the address, and its other parameters stay', () => {
  const address = 'tab=trips&fromCity=Paris&toCountry=DZ&toCity=Alger&toPlace=2507480&date=2026-12-01';
  const again = writeFilters(new URLSearchParams('tab=trips'), read(address));
  expect(Object.fromEntries(again)).toEqual(Object.fromEntries(new URLSearchParams(address)));
});

test('an address typed by hand names a country in French, and an invalid day is no filter', () => {
  expect(read('fromCountry=algerie&date=31%2F02%2F2026')).toEqual({
    ...noFilters,
    from: { city: '', placeId: undefined, countryCode: 'DZ' },
    to: { city: '', placeId: undefined, countryCode: undefined },
  });
});

test('a city of the list is searched by its place alone, a typed one with its country', () => {
  expect(toQuery(read('fromCity=Paris&fromCountry=FR&toCity=Alger&toPlace=2507480&toCountry=DZ'))).toEqual({
    fromCity: 'Paris',
    fromCountry: 'France',
    toPlace: '2507480',
  });
});

test('each active filter is a chip, and removing it keeps the others', () => {
  const chips = chipsOf(read('fromCity=Paris&fromCountry=FR&date=2026-12-01'));
  expect(chips.map(({ label }) => label)).toEqual([
    'Départ : Paris',
    'Départ : France',
    'À partir du mardi 1 décembre 2026',
  ]);
  expect(chips.map(({ without }) => filtersKey(without))).toEqual([
    'fromCountry=FR&date=2026-12-01',
    'fromCity=Paris&date=2026-12-01',
    'fromCountry=FR&fromCity=Paris',
  ]);
});
