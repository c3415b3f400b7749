import * as z from 'zod/mini';
import { type Trip } from '#shared/trips/contract.ts';
import { PriceType, Transport } from '#shared/trips/fields.ts';
import { type Place, Size } from '#shared/values/fields.ts';
import { amountText } from '#shared/values/money.ts';
import { dayOf } from '#shared/values/time.ts';
import { emptyTrip, weightBounds } from '#web/features/trips/trip-form.ts';
import { PlaceTyped } from '#web/forms/typed-fields.ts';

export const TripDraft = z.object({
  depart: PlaceTyped,
  arrival: PlaceTyped,
  stops: z.array(PlaceTyped),
  transport: z.optional(Transport),
  travelDate: z.string(),
  maxWeightKg: z._default(z.int(), weightBounds.first),
  maxSize: Size,
  priceType: PriceType,
  amount: z.string(),
  currency: z.enum(['EUR', 'DZD']),
  notes: z.string(),
  acceptsFragile: z.boolean(),
  acceptsElectronics: z.boolean(),
});

export type TripDraftValues = z.output<typeof TripDraft>;

export const typedPlace = ({ city, countryCode, placeId }: Place) => ({
  city,
  countryCode,
  ...(placeId ? { placeId } : {}),
});

/** A published trip as form values; a past day must be entered again. */
export function valuesOf(trip: Trip): TripDraftValues {
  const { transport, maxWeightKg, maxSize, priceType, acceptsFragile, acceptsElectronics, price } = trip;
  return {
    ...emptyTrip,
    transport,
    maxWeightKg,
    maxSize,
    priceType,
    acceptsFragile,
    acceptsElectronics,
    depart: typedPlace(trip.depart),
    arrival: typedPlace(trip.arrival),
    stops: trip.stops.map(typedPlace),
    travelDate: trip.travelDate >= dayOf(Date.now()) ? trip.travelDate : '',
    notes: trip.notes ?? '',
    ...(price ? { amount: amountText(price.amount), currency: price.currency } : {}),
  };
}

/** The return trip: the same places in reverse order, without a day. */
export const returnOf = (values: TripDraftValues): TripDraftValues => ({
  ...values,
  depart: values.arrival,
  arrival: values.depart,
  stops: values.stops.toReversed(),
  travelDate: '',
});
