import { freeGrams, isFull, type Room } from '../trips/fields.ts';
import { Size } from '../values/fields.ts';
import { isSamePlace, type Point } from '../values/itinerary.ts';
import type { Closeness } from './contract.ts';

export interface Carriage extends Room {
  readonly depart: Point;
  readonly arrival: Point;
  readonly stops: readonly Point[];
  readonly travelDate: string;
  readonly maxSize: Size;
  readonly acceptsFragile: boolean;
  readonly acceptsElectronics: boolean;
}

export interface Load {
  readonly pickup: Point;
  readonly delivery: Point;
  readonly deadline: string;
  readonly weightGrams: number;
  readonly size: Size;
  readonly isFragile: boolean;
  readonly hasElectronics: boolean;
}

const rank = (size: Size) => Size.options.indexOf(size);

/** A full trip takes nothing (rule 128). */
export const canTake = (trip: Carriage, parcel: Load): boolean =>
  trip.travelDate <= parcel.deadline &&
  !isFull(trip) &&
  freeGrams(trip) >= parcel.weightGrams &&
  takesKind(trip, parcel);

export const takesKind = (
  trip: Pick<Carriage, 'maxSize' | 'acceptsFragile' | 'acceptsElectronics'>,
  parcel: Pick<Load, 'size' | 'isFragile' | 'hasElectronics'>,
): boolean =>
  rank(trip.maxSize) >= rank(parcel.size) &&
  (trip.acceptsFragile || !parcel.isFragile) &&
  (trip.acceptsElectronics || !parcel.hasElectronics);

export const pointsOf = ({ depart, arrival, stops }: Pick<Carriage, 'depart' | 'arrival' | 'stops'>): Point[] => [
  depart,
  ...stops,
  arrival,
];

/** How closely the two routes match; undefined when they do not match. */
export function closenessOf(
  trip: Pick<Carriage, 'depart' | 'stops' | 'arrival'>,
  { pickup, delivery }: Pick<Load, 'pickup' | 'delivery'>,
): Closeness | undefined {
  const points = pointsOf(trip);
  if (isSamePlace(trip.depart, pickup) && isSamePlace(trip.arrival, delivery)) return 'exact';
  const start = points.findIndex((point) => isSamePlace(point, pickup));
  if (start >= 0 && points.slice(start + 1).some((point) => isSamePlace(point, delivery))) return 'onTheWay';
  const isSameCountries =
    trip.depart.countryCode === pickup.countryCode && trip.arrival.countryCode === delivery.countryCode;
  return isSameCountries ? 'sameCountries' : undefined;
}
