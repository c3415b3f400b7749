import * as z from 'zod/mini';

/** The last thirty days, the last twelve months, or everything. */
export const StatisticsPeriod = z.enum(['30d', '12m', 'all'], 'Période inconnue');
export type StatisticsPeriod = z.infer<typeof StatisticsPeriod>;

const StatisticsStep = z.object({
  /** `YYYY-MM-DD`, or `YYYY-MM`. */
  at: z.string(),
  published: z.int(),
  sent: z.int(),
  carried: z.int(),
});

/**
 * A member's figures as sender and as carrier (rule 108). An unknown value is absent: no mean without a measured
 * delivery, no rating without a review. Every count is real, also a zero.
 */
export const Statistics = z.object({
  sender: z.object({
    published: z.int(),
    waiting: z.int(),
    inTransit: z.int(),
    delivered: z.int(),
    /** Days from pickup to delivery, with one decimal. */
    meanDays: z.optional(z.number()),
  }),
  carrier: z.object({
    trips: z.int(),
    delivered: z.int(),
    grams: z.int(),
    onTime: z.int(),
    rating: z.optional(z.number()),
    reviewCount: z.int(),
  }),
  /** Oldest first, without empty days and months. */
  steps: z.array(StatisticsStep),
});
export type Statistics = z.infer<typeof Statistics>;
