import * as z from 'zod/mini';
import { Transport } from '../trips/fields.ts';
import { Money } from '../values/fields.ts';

export const TripObstacle = z.enum(['full', 'unlisted', 'cancelled']);
export type TripObstacle = z.infer<typeof TripObstacle>;

/** A trip as terms name it. */
export const TermsTrip = z.object({
  id: z.string(),
  travelDate: z.string(),
  transport: z.optional(Transport),
  from: z.string(),
  to: z.string(),
  /** It leaves after the last day of the parcel. */
  isLate: z.optional(z.literal(true)),
  /** Why the second yes is not possible now; the projector keeps it. */
  obstacle: z.optional(TripObstacle),
});
export type TermsTrip = z.infer<typeof TermsTrip>;

/**
 * The terms of an agreement (rule 117): the price of the whole parcel or none, its weight, and a trip of the carrier or
 * none. The first yes sets them, the second one makes them binding.
 */
export const Terms = z.object({ price: z.optional(Money), grams: z.int(), trip: z.optional(TermsTrip) });
export type Terms = z.infer<typeof Terms>;
