import { expect, test } from 'vitest';
import { routeEnds } from './route-ends.ts';

const ends = (query: string) => routeEnds(new URLSearchParams(query));
const whole = 'fromCountry=FR&fromCity=Paris&fromPlace=2988507&toCountry=DZ&toCity=Alger';

test('both places of an address fill the form, with their ids where they have one', () => {
  expect(ends(whole)).toEqual({
    from: { city: 'Paris', countryCode: 'FR', placeId: '2988507' },
    to: { city: 'Alger', countryCode: 'DZ' },
  });
});

test.each(['', 'fromCity=Paris&fromCountry=FR', whole.replace('DZ', 'XX'), whole.replace('Alger', '%20')])(
  '« %s » fills nothing',
  (query) => {
    expect(ends(query)).toBeUndefined();
  },
);

test('an id that is none is left out, and a long name is cut', () => {
  const read = ends(whole.replace('2988507', '<b>').replace('Paris', 'x'.repeat(5000)));
  expect(read?.from).toEqual({ city: 'x'.repeat(80), countryCode: 'FR' });
});
