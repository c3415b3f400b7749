import { expect, test } from 'vitest';
import { paths, withQuery } from './paths.ts';

test('ids and queries are encoded, and an undefined value is left out', () => {
  expect(paths.delivery('a/b?c')).toBe('/delivery/a%2Fb%3Fc');
  expect(paths.conversation('m1')).toBe('/messages/m1');
  expect(paths.conversation('m1', 'p&1')).toBe('/messages/m1?parcel=p%261');
  expect(withQuery(paths.login, { redirect: '/my-trips?tab=past' })).toBe('/login?redirect=%2Fmy-trips%3Ftab%3Dpast');
  expect(withQuery(paths.findParcels, { fromCity: 'Aïn Témouchent', toCity: undefined })).toBe(
    '/find-parcels?fromCity=A%C3%AFn%20T%C3%A9mouchent',
  );
  expect(withQuery(paths.findParcels, {})).toBe('/find-parcels');
});

test('a conversation about no parcel says so', () => {
  expect(paths.conversation('m1', '')).toBe('/messages/m1?parcel=');
});
