import { closenessOf } from '#shared/matching/rules.ts';
import { validationLabels } from '#shared/parcels/status-words.ts';
import { sizeLabels, weightText } from '#shared/parcels/words.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { freeGrams, isFull } from '#shared/trips/fields.ts';
import { cancelledTripLabel, roomText, transportText } from '#shared/trips/words.ts';
import { Size } from '#shared/values/fields.ts';
import { routeText } from '#shared/values/french.ts';
import { shortDay } from '#shared/values/time.ts';
import type { ActParcel } from '#web/features/deliveries/acts/acted.ts';

type Subject = Pick<ActParcel, 'pickup' | 'delivery' | 'deadline'>;

/** The kinds of this parcel that the trip was not announced for. Its carrier may take it all the same. */
export const limitsOf = (
  { maxSize, acceptsFragile, acceptsElectronics }: Trip,
  { size, isFragile, hasElectronics }: Pick<ActParcel, 'size' | 'isFragile' | 'hasElectronics'>,
): string[] => [
  ...(Size.options.indexOf(size) > Size.options.indexOf(maxSize)
    ? [`colis jusqu'à ${sizeLabels[maxSize].toLowerCase()}`]
    : []),
  ...(isFragile && !acceptsFragile ? ['sans colis fragile'] : []),
  ...(hasElectronics && !acceptsElectronics ? ['sans électronique'] : []),
];

/** Why a trip takes no parcel of this weight. Only its owner reads its validation. */
export function reasonAgainst(trip: Trip, grams: number): string | undefined {
  const { status, adminStatus = 'approved' } = trip;
  if (status === 'cancelled') return cancelledTripLabel;
  if (adminStatus !== 'approved') return validationLabels[adminStatus];
  if (isFull(trip)) return roomText(trip);
  return freeGrams(trip) < grams ? `Il ne reste que ${weightText(freeGrams(trip))}` : undefined;
}

export const isLate = ({ travelDate }: Pick<Trip, 'travelDate'>, { deadline }: Pick<Subject, 'deadline'>) =>
  travelDate > deadline;

/** The trip begins and ends where the parcel does, or passes both places in this order. */
export const isOnRoute = (trip: Trip, parcel: Subject): boolean =>
  ['exact', 'onTheWay'].includes(closenessOf(trip, parcel) ?? '');

export const lateText = 'part après la date limite du colis';

/** « Avion, 12 déc. 2026 · de Paris à Alger » */
export const tripLine = ({ transport, travelDate, from, to }: NamedTrip): string =>
  `${transportText(transport)}, ${shortDay(travelDate)} · ${routeText({ city: from }, { city: to })}`;
type NamedTrip = Pick<Trip, 'transport' | 'travelDate'> & { readonly from: string; readonly to: string };
