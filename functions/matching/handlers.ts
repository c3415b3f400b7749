import { blockRepository } from '#functions/friends/blocks.ts';
import { answer } from '#functions/outcome.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { placeCountsReader } from '#functions/search/query/place-counts-reader.ts';
import { openSearch } from '#functions/search/query/search.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import type { matchingRoutes } from '#shared/matching/contract.ts';
import { mostParcels, mostTrips, openMatching } from './matching.ts';

export function matchingHandlers({ table, now }: Deps): Handlers<typeof matchingRoutes> {
  const matching = openMatching(openSearch(table, now, placeCountsReader(table, now)));
  const trips = tripRepository(table);
  const parcels = parcelRepository(table);
  /** Leaves out the listings of both sides of a block. Cards do not name their owner. */
  async function open<Item extends { id: string }>(
    memberId: string,
    found: readonly Item[],
    listings: { readMany: (ids: readonly string[]) => Promise<readonly { id: string; ownerId: string }[]> },
  ): Promise<Item[]> {
    const blocked = await blockRepository(table).between(memberId);
    if (blocked.size === 0) return [...found];
    const owners = new Map(
      (await listings.readMany(found.map(({ id }) => id))).map(({ id, ownerId }) => [id, ownerId]),
    );
    return found.filter(({ id }) => !blocked.has(owners.get(id) ?? ''));
  }

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
      const found = await matching.tripsFor(parcel, idsOf(own.items));
      return answer({ items: (await open(actor.id, found, trips)).slice(0, mostTrips) });
    },

    matchingParcels: async ({ actor, resource }) => {
      const own = await parcels.parcelsOf(actor.id);
      const found = await matching.parcelsFor(resource, idsOf(own.items));
      return answer({ items: (await open(actor.id, found, parcels)).slice(0, mostParcels) });
    },
  };
}

function idsOf(listings: readonly { id: string }[]): (id: string) => boolean {
  const ids = new Set(listings.map(({ id }) => id));
  return (id) => ids.has(id);
}
