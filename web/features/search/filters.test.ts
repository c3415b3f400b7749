import { expect, test } from 'vitest';
import { chipsOf } from './chips.ts';
import { cleared, filtersKey, readFilters, toQuery, writeFilters } from './filters.ts';

const read = (query: string) => readFilters(new URLSearchParams(query));

test('filters survive in the address, and its other parameters stay', () => {
  const address =
    'tab=trips&fromCity=Paris&toCountry=DZ&toCity=Alger&toPlace=2507480&date=2026-12-01&filter=newest.soonest.transport-plane';
  const again = writeFilters(new URLSearchParams('tab=trips'), read(address));
  expect(Object.fromEntries(again)).toEqual(Object.fromEntries(new URLSearchParams(address)));
});

test('an address typed by hand names a country in French, and an invalid day is no filter', () => {
  expect(read('fromCountry=algerie&date=31%2F02%2F2026')).toEqual({
    date: '',
    parts: [],
    from: { city: '', placeId: undefined, countryCode: 'DZ' },
    to: { city: '', placeId: undefined, countryCode: undefined },
  });
});

test('a city of the list is searched by its place, with its name for listings where it was typed, a typed one with its country', () => {
  expect(toQuery(read('fromCity=Paris&fromCountry=FR&toCity=Alger&toPlace=2507480&toCountry=DZ'), 'parcel')).toEqual({
    fromCity: 'Paris',
    fromCountry: 'France',
    toCity: 'Alger',
    toCountry: 'Algérie',
    toPlace: '2507480',
  });
});

test('each active filter is a chip, and removing it keeps the others', () => {
  const chips = chipsOf(read('fromCity=Paris&fromCountry=FR&date=2026-12-01'), 'parcel');
  expect(chips.map(({ label }) => label)).toEqual([
    'Départ : Paris',
    'Départ : France',
    'À partir du mardi 1er décembre 2026',
  ]);
  expect(chips.map(({ without }) => filtersKey(without))).toEqual([
    'fromCountry=FR&date=2026-12-01',
    'fromCity=Paris&date=2026-12-01',
    'fromCountry=FR&fromCity=Paris',
  ]);
});

test('each kind is asked for the demands that it knows, and the order is no filter', () => {
  const filters = read('filter=fragile.newest.size-small.soonest.weight-2.zzz');
  expect(toQuery(filters, 'parcel')).toEqual({ filter: 'size-small.soonest.weight-2' });
  expect(toQuery(filters, 'trip')).toEqual({ filter: 'fragile.newest.size-small.weight-2' });
  expect(chipsOf(filters, 'parcel').map(({ label }) => label)).toEqual(['Taille du colis : Petit', '2 kg au plus']);
  expect(chipsOf(filters, 'trip').map(({ label }) => label)).toEqual([
    'Accepte les objets fragiles',
    'Taille du colis : Petit',
    'Place pour 2 kg',
  ]);
  expect(filtersKey(cleared(filters))).toBe('filter=newest.soonest');
});
