import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { tripFields } from '../trips/fields.ts';
import { Cursor, Day, Money, maxLength, Place, pageOf, Size } from '../values/fields.ts';

/** What everybody may know of a listing's owner: no id, no picture. */
export const PublicOwner = z.object({
  firstName: z.string(),
  verified: z.boolean(),
  rating: z.optional(z.number()),
  reviewCount: z.int(),
});
export type PublicOwner = z.infer<typeof PublicOwner>;

export const ParcelCard = z.object({
  id: z.string(),
  title: z.string(),
  pickup: Place,
  delivery: Place,
  deadline: z.string(),
  weightGrams: z.int(),
  size: Size,
  price: z.optional(Money),
  isFragile: z.boolean(),
  hasElectronics: z.boolean(),
  createdAt: z.string(),
  owner: PublicOwner,
});
export type ParcelCard = z.infer<typeof ParcelCard>;

export const TripCard = z.object({ ...tripFields, owner: PublicOwner });
export type TripCard = z.infer<typeof TripCard>;

const typed = z.optional(
  z.string().check(z.maxLength(maxLength.city, 'Ce texte est trop long (80 caractères au maximum)')),
);
const placeId = z.optional(z.string().check(z.regex(/^\d{1,10}$/, 'Lieu inconnu')));

/** Texts are case- and accent-insensitive "contains"; a place id replaces the texts of its side. Date: on or after (product 2.5). */
export const SearchQuery = z.object({
  fromCountry: typed,
  fromCity: typed,
  fromPlace: placeId,
  toCountry: typed,
  toCity: typed,
  toPlace: placeId,
  date: z.optional(Day('Date incorrecte')),
  cursor: Cursor,
});
export type SearchQuery = z.infer<typeof SearchQuery>;

export const searchRoutes = routes({
  searchParcels: {
    method: 'GET',
    path: '/public/parcels',
    access: 'anyone',
    query: SearchQuery,
    reply: pageOf(ParcelCard),
  },
  searchTrips: { method: 'GET', path: '/public/trips', access: 'anyone', query: SearchQuery, reply: pageOf(TripCard) },
});
