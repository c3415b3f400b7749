import type { paths, QueryName } from './paths.ts';

/** Names that documents with listings understand; the edge drops all others (CloudFront takes ten at most). */
export const documentQueryNames = [
  'tab',
  'fromCountry',
  'fromCity',
  'fromPlace',
  'toCountry',
  'toCity',
  'toPlace',
  'date',
  'filter',
  'cursor',
] as const satisfies readonly QueryName<typeof paths.findParcels>[];

/**
 * One spelling of a query: known names alone, in this order, with the first value of each, as pages read them, and no
 * empty one. Server and browser compare it to know whether a document was made for an address.
 * @param search with or without `?`
 */
export function documentQuery(search: string): string {
  const given = new URLSearchParams(search);
  const known = documentQueryNames.flatMap((name): [string, string][] => {
    const value = given.get(name);
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(known).toString();
}
