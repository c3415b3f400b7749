import * as z from 'zod/mini';
import { WeightGrams } from '../parcels/weight.ts';
import { routes } from '../route.ts';
import { ParcelCard, TripCard } from '../search/contract.ts';
import { Day, line, maxLength, Size } from '../values/fields.ts';

/** How well trip and parcel match: the same cities, cities on the way, or the same two countries. */
export const Closeness = z.enum(['exact', 'onTheWay', 'sameCountries']);
export type Closeness = z.infer<typeof Closeness>;

export const TripMatch = z.object({ ...TripCard.shape, closeness: Closeness });
export type TripMatch = z.infer<typeof TripMatch>;
export const ParcelMatch = z.object({ ...ParcelCard.shape, closeness: Closeness });
export type ParcelMatch = z.infer<typeof ParcelMatch>;

const country = z.string('Le pays est requis').check(z.regex(/^[A-Z]{2}$/, 'Le pays est requis'));
const city = line(maxLength.city, 'La ville est requise');
const placeId = z.optional(z.string().check(z.regex(/^\d{1,10}$/, 'Lieu inconnu')));
const flag = z._default(z.enum(['true', 'false'], 'Valeur incorrecte'), 'false');

export const matchingRoutes = routes({
  matchingTrips: {
    method: 'GET',
    path: '/parcels/matching-trips',
    access: 'member',
    trust: { profile: 'notRejected' },
    query: z.object({
      fromCountry: country,
      fromCity: city,
      fromPlace: placeId,
      toCountry: country,
      toCity: city,
      toPlace: placeId,
      deadline: Day('La date limite est requise'),
      weight: WeightGrams,
      size: Size,
      isFragile: flag,
      hasElectronics: flag,
    }),
    reply: z.object({ items: z.array(TripMatch) }),
  },
  matchingParcels: {
    method: 'GET',
    path: '/trips/{tripId}/matching-parcels',
    access: { party: 'tripOwner', of: 'tripId' },
    reply: z.object({ items: z.array(ParcelMatch) }),
  },
});

export const closenessLabels: Readonly<Record<Closeness, string>> = {
  exact: 'Même trajet',
  onTheWay: 'Sur la route',
  sameCountries: 'Mêmes pays',
};
