import * as z from 'zod/mini';
import { Money, Place, Size } from '../values/fields.ts';

export const Transport = z.enum(['car', 'plane', 'train', 'bus', 'truck', 'boat'], 'Choisissez un moyen de transport');
export type Transport = z.infer<typeof Transport>;

/** `fixed`: for the whole trip; `per_kg`: for a kilo; `negotiable`: no price is given. */
export const PriceType = z.enum(['fixed', 'per_kg', 'negotiable'], 'Choisissez un type de prix');
export type PriceType = z.infer<typeof PriceType>;

/** Facts of a trip that everybody sees once it is listed. */
export const tripFields = {
  id: z.string(),
  depart: Place,
  arrival: Place,
  stops: z.array(Place),
  transport: Transport,
  travelDate: z.string(),
  maxWeightKg: z.int(),
  /** Grams of the parcels that count on it; absent before the first. */
  bookedGrams: z.optional(z.int()),
  maxSize: Size,
  priceType: PriceType,
  price: z.optional(Money),
  acceptsFragile: z.boolean(),
  acceptsElectronics: z.boolean(),
  createdAt: z.string(),
};

/** A means of transport of a later release is read as none. */
export const repliedTripFields = { ...tripFields, transport: z.optional(Transport) };

/** The kilos that a trip takes, and the grams of the parcels that count on it. */
export interface Room {
  readonly maxWeightKg: number;
  readonly bookedGrams?: number | undefined;
}

export const freeGrams = ({ maxWeightKg, bookedGrams = 0 }: Room) => maxWeightKg * 1000 - bookedGrams;

/** Less than half a kilo is left (rule 128). */
export const isFull = (trip: Room) => freeGrams(trip) < 500;
