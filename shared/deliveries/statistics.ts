import * as z from 'zod/mini';

/** The last thirty days, the last twelve months, or everything. */
export const StatisticsPeriod = z.enum(['30d', '12m', 'all'], 'Période inconnue');
export type StatisticsPeriod = z.infer<typeof StatisticsPeriod>;

/** What one day, or one month, counts. */
const StatisticsStep = z.object({
  /** `YYYY-MM-DD`, or `YYYY-MM`. */
  at: z.string(),
  published: z.int(),
  /** Own parcels that arrived. */
  sent: z.int(),
  /** Parcels of others that one handed over. */
  carried: z.int(),
});

/**
 * What a member did as sender and as carrier (rule 108). What is not known is absent: no mean without a delivery that was
 * measured, no rating without a review. Counts are true, zeros too.
 */
export const Statistics = z.object({
  sender: z.object({
    published: z.int(),
    /** Now, whatever the period: before a carrier has them, and on their way. */
    waiting: z.int(),
    inTransit: z.int(),
    delivered: z.int(),
    /** Days from pickup to delivery, with one decimal. */
    meanDays: z.optional(z.number()),
  }),
  carrier: z.object({
    /** Trips whose day is over. */
    trips: z.int(),
    delivered: z.int(),
    grams: z.int(),
    /** Handed over on or before the last day. */
    onTime: z.int(),
    rating: z.optional(z.number()),
    reviewCount: z.int(),
  }),
  /** Oldest first; days and months without anything are left out. */
  steps: z.array(StatisticsStep),
});
export type Statistics = z.infer<typeof Statistics>;
