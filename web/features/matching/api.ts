import { matchingRoutes } from '#shared/matching/contract.ts';
import type { Size } from '#shared/values/fields.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queriesOf } from '#web/lib/api/query.ts';

export const matchingQuery = queriesOf('matching', clientOf(matchingRoutes));

interface TypedPlace {
  readonly countryCode: string;
  readonly city: string;
  readonly placeId?: string | undefined;
}

/** The facts of a parcel that decide which trips fit it; the weight as its member types it. */
interface ParcelToCarry {
  readonly pickup: TypedPlace;
  readonly delivery: TypedPlace;
  readonly deadline: string;
  readonly weight: string;
  readonly size: Size;
  readonly isFragile: boolean;
  readonly hasElectronics: boolean;
}

const flag = (isSet: boolean) => (isSet ? 'true' : 'false');

export const tripsForQuery = ({ pickup, delivery, isFragile, hasElectronics, ...parcel }: ParcelToCarry) =>
  matchingQuery('matchingTrips', {
    query: {
      fromCountry: pickup.countryCode,
      fromCity: pickup.city.trim(),
      fromPlace: pickup.placeId,
      toCountry: delivery.countryCode,
      toCity: delivery.city.trim(),
      toPlace: delivery.placeId,
      deadline: parcel.deadline,
      weight: parcel.weight,
      size: parcel.size,
      isFragile: flag(isFragile),
      hasElectronics: flag(hasElectronics),
    },
  });
