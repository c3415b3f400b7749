import type { Parcel } from '#shared/parcels/contract.ts';
import { isListed as isParcelListed } from '#shared/parcels/rules.ts';
import { parcelShareWords, tripShareWords } from '#shared/share/words.ts';
import { sharedPaths } from '#shared/site/paths.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { isListed as isTripListed } from '#shared/trips/rules.ts';

/** A listing for sharing: the text of a message, and its address on this site. */
export interface Shareable {
  readonly title: string;
  readonly message: string;
  readonly path: string;
}

/**
 * Undefined while others do not see the listing, because its link would lead nowhere. Only owners get the validation;
 * others only get validated listings.
 */
export const shareableParcel = (parcel: Parcel, now: number): Shareable | undefined =>
  isParcelListed({ ...parcel, adminStatus: parcel.adminStatus ?? 'approved' }, now)
    ? { ...parcelShareWords(parcel), path: sharedPaths.parcel(parcel.id) }
    : undefined;

/** The same of a trip. */
export const shareableTrip = (trip: Trip, now: number): Shareable | undefined =>
  isTripListed({ ...trip, adminStatus: trip.adminStatus ?? 'approved' }, now)
    ? { ...tripShareWords(trip), path: sharedPaths.trip(trip.id) }
    : undefined;
