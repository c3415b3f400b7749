import { matchPath } from 'react-router-dom';
import type { Contract } from '#shared/contract.ts';
import { paths } from '#shared/site/paths.ts';
import { listQuery } from '#web/features/search/filters.ts';

/** A query of the public search, of which a document shows the answer. */
export interface Ask {
  readonly slice: 'search';
  readonly row: keyof Contract['search'];
  readonly call: { readonly query: Readonly<Record<string, string | undefined>> };
}

const listAsks = (params: URLSearchParams): Ask[] => [
  { slice: 'search', row: 'searchParcels', call: { query: listQuery(params, 'parcel') } },
  { slice: 'search', row: 'searchTrips', call: { query: listQuery(params, 'trip') } },
];

/** The queries of the page at this address, as its components send them. */
export function asksOf(address: string): Ask[] {
  const { pathname, searchParams } = new URL(address, 'https://site');
  if (matchPath(paths.home, pathname)) return listAsks(new URLSearchParams());
  return matchPath(paths.findParcels, pathname) ? listAsks(searchParams) : [];
}
