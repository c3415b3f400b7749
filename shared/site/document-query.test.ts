import { expect, test } from 'vitest';
import { searchRoutes } from '#shared/search/contract.ts';
import { documentQuery, documentQueryNames } from './document-query.ts';

test('documents know the tab and every name of the public search, as many as CloudFront takes', () => {
  expect(['tab', ...Object.keys(searchRoutes.searchParcels.query.shape)]).toEqual(documentQueryNames);
  expect(documentQueryNames.length).toBeLessThanOrEqual(10);
});

test.each([
  ['', ''],
  ['?utm_source=x&fbclid=y', ''],
  ['?toCity=Alger&fromCity=Paris', 'fromCity=Paris&toCity=Alger'],
  ['fromCity=Lyon&fromCity=Paris', 'fromCity=Lyon'],
  ['?fromCity=&date=&tab=trips', 'tab=trips'],
  ['?fromCity=A%C3%AFn%20Sefra', 'fromCity=A%C3%AFn+Sefra'],
  ['?__proto__=x&toString=y', ''],
])('the query « %s » is « %s » for a document', (given, canonical) => {
  expect(documentQuery(given)).toBe(canonical);
  expect(documentQuery(canonical)).toBe(canonical);
});
