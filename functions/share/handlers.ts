import { answer, gone } from '#functions/outcome.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { isId } from '#functions/platform/http/request.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { isListed as isParcelListed } from '#shared/parcels/rules.ts';
import { isHidden } from '#shared/profiles/record.ts';
import type { shareRoutes } from '#shared/share/contract.ts';
import { OwnerlessParcel, OwnerlessTrip, parcelPicture, tripPicture } from '#shared/share/pictures.ts';
import { parcelShareWords, tripShareWords } from '#shared/share/words.ts';
import { paths, sharedPaths, withQuery } from '#shared/site/paths.ts';
import { isListed as isTripListed } from '#shared/trips/rules.ts';
import type { AdminStatus } from '#shared/values/fields.ts';
import { gonePage, sharedPage } from './pages.ts';

export type ShareDeps = Deps & {
  readonly site: () => Promise<string>;
};

export function shareHandlers({ table, now, site }: ShareDeps): Handlers<typeof shareRoutes> {
  const profiles = profileRepository(table);

  /** A validated listing of a visible owner. Its texts were public, even if it is no longer listed. */
  async function ifShown<T extends { adminStatus: AdminStatus; ownerId: string }>(
    listing: T | undefined,
  ): Promise<T | undefined> {
    if (listing?.adminStatus !== 'approved') return undefined;
    const owner = await profiles.read(listing.ownerId);
    return owner && !isHidden(owner) ? listing : undefined;
  }

  return {
    sharedParcel: async ({ params: { parcelId } }) => {
      const parcel = await ifShown(isId(parcelId) ? await parcelRepository(table).read(parcelId) : undefined);
      if (!parcel) return gone(gonePage('parcel', undefined));
      if (!isParcelListed(parcel, now())) return gone(gonePage('parcel', { from: parcel.pickup, to: parcel.delivery }));
      const shown = OwnerlessParcel.parse(parcel);
      return answer(
        sharedPage({
          kind: 'parcel',
          id: shown.id,
          words: parcelShareWords(shown),
          picture: parcelPicture(shown),
          route: { from: shown.pickup, to: shown.delivery },
          path: sharedPaths.parcel(shown.id),
          dialog: withQuery(paths.findParcels, { parcel: shown.id }),
          site: await site(),
        }),
      );
    },

    sharedTrip: async ({ params: { tripId } }) => {
      const trip = await ifShown(isId(tripId) ? await tripRepository(table).read(tripId) : undefined);
      if (!trip) return gone(gonePage('trip', undefined));
      if (!isTripListed(trip, now())) return gone(gonePage('trip', { from: trip.depart, to: trip.arrival }));
      const shown = OwnerlessTrip.parse(trip);
      return answer(
        sharedPage({
          kind: 'trip',
          id: shown.id,
          words: tripShareWords(shown),
          picture: tripPicture(shown),
          route: { from: shown.depart, to: shown.arrival },
          path: sharedPaths.trip(shown.id),
          dialog: withQuery(paths.findParcels, { tab: 'trips', trip: shown.id }),
          site: await site(),
        }),
      );
    },
  };
}
