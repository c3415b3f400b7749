import { answer } from '#functions/outcome.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import type { searchRoutes } from '#shared/search/contract.ts';
import { placeCountsReader } from './query/place-counts-reader.ts';
import { openSearch } from './query/search.ts';

export function searchHandlers({ table, now }: Deps): Handlers<typeof searchRoutes> {
  const search = openSearch(table, now, placeCountsReader(table, now));
  return {
    searchParcels: async ({ query }) => answer(await search.parcels(query)),
    searchTrips: async ({ query }) => answer(await search.trips(query)),
  };
}
