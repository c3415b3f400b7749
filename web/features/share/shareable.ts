import type { Parcel } from '#shared/parcels/contract.ts';
import { parcelShareWords, tripShareWords } from '#shared/share/words.ts';
import { sharedPaths } from '#shared/site/paths.ts';
import { isFound } from '#shared/situation/stages.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { isListed } from '#shared/trips/rules.ts';

/** Something for sharing: the text of a message, and its address on this site; a code has none. */
export interface Shareable {
  readonly title: string;
  readonly message: string;
  /** The message in Arabic, shared below the French one. */
  readonly arabic?: string;
  readonly path?: string;
}

export const textOf = ({ message, arabic }: Shareable): string => (arabic ? `${message}\n${arabic}` : message);

/**
 * Undefined while others do not see the listing, because its link would lead nowhere. Strangers read listed parcels
 * only, and no situation.
 */
export const shareableParcel = (parcel: Parcel): Shareable | undefined =>
  !parcel.situation || isFound(parcel.situation)
    ? { ...parcelShareWords(parcel), path: sharedPaths.parcel(parcel.id) }
    : undefined;

/** Owners alone get the validation; others get validated trips. */
export const shareableTrip = (trip: Trip, now: number): Shareable | undefined =>
  isListed({ ...trip, adminStatus: trip.adminStatus ?? 'approved' }, now)
    ? { ...tripShareWords(trip), path: sharedPaths.trip(trip.id) }
    : undefined;
