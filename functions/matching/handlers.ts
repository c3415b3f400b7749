import { answer } from '#functions/outcome.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { placeCountsReader } from '#functions/search/query/place-counts-reader.ts';
import { openSearch } from '#functions/search/query/search.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import type { matchingRoutes } from '#shared/matching/contract.ts';
import { openMatching } from './matching.ts';

export function matchingHandlers({ table, now }: Deps): Handlers<typeof matchingRoutes> {
  const matching = openMatching(openSearch(table, now, placeCountsReader(table, now)));
  const trips = tripRepository(table);
  const parcels = parcelRepository(table);

  return {
    matchingTrips: async ({ actor, query }) => {
      const { fromCountry, fromCity, fromPlace, toCountry, toCity, toPlace, deadline, size } = query;
      const pickup = { countryCode: fromCountry, city: fromCity, placeId: fromPlace };
      const delivery = { countryCode: toCountry, city: toCity, placeId: toPlace };
      const own = await trips.tripsOf(actor.id, 'upcoming', now());
      const parcel = {
        pickup,
        delivery,
        deadline,
        size,
        weightGrams: query.weight,
        isFragile: query.isFragile === 'true',
        hasElectronics: query.hasElectronics === 'true',
      };
      return answer({ items: await matching.tripsFor(parcel, idsOf(own.items)) });
    },

    matchingParcels: async ({ actor, resource }) => {
      const own = await parcels.parcelsOf(actor.id);
      return answer({ items: await matching.parcelsFor(resource, idsOf(own.items)) });
    },
  };
}

/** Ids of a member's newest or next twenty listings, because search cards do not name their owner. */
function idsOf(listings: readonly { id: string }[]): (id: string) => boolean {
  const ids = new Set(listings.map(({ id }) => id));
  return (id) => ids.has(id);
}
