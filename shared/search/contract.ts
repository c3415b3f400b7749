import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { repliedTripFields } from '../trips/fields.ts';
import { Cursor, Day, Money, maxLength, Place, pageOf, Size, WantedPlace, wanted } from '../values/fields.ts';
import { isFilter, type ListingKind } from './filter.ts';

/** The public facts about a listing's owner: no id, no picture. */
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

export const TripCard = z.object({ ...repliedTripFields, owner: PublicOwner });
export type TripCard = z.infer<typeof TripCard>;

const typed = z.optional(wanted(maxLength.city));

/**
 * Texts match parts of names in any spelling. Beside a place id they are the name and country of that place, and find
 * listings where it was typed. Date: on or after (product 2.5).
 */
const searchQuery = (kind: ListingKind) =>
  z.object({
    fromCountry: typed,
    fromCity: typed,
    fromPlace: WantedPlace,
    toCountry: typed,
    toCity: typed,
    toPlace: WantedPlace,
    date: z.optional(Day('Date incorrecte')),
    // One spelling of each filter, so that the edge caches its answer once (decision 040).
    filter: z.optional(z.string().check(z.refine((text) => isFilter(kind, text), 'Filtre inconnu'))),
    cursor: Cursor,
  });
const ParcelQuery = searchQuery('parcel');
export type SearchQuery = z.infer<typeof ParcelQuery>;

/** `isCut`: the search was too wide to scan every listing; a narrower one finds the rest. */
const foundOf = <T extends z.ZodMiniType>(card: T) => z.extend(pageOf(card), { isCut: z.optional(z.literal(true)) });

export const searchRoutes = routes({
  searchParcels: {
    method: 'GET',
    path: '/public/parcels',
    access: 'anyone',
    query: ParcelQuery,
    reply: foundOf(ParcelCard),
  },
  searchTrips: {
    method: 'GET',
    path: '/public/trips',
    access: 'anyone',
    query: searchQuery('trip'),
    reply: foundOf(TripCard),
  },
});
