import * as z from 'zod/mini';

/**
 * The facts about a member that others see before they trust them with a parcel, all recorded by the product itself.
 */
export const Reliability = z.object({
  verifiedAt: z.optional(z.string()),
  memberSince: z.string(),
  carriedCount: z.int(),
  /** Median of the minutes to the first answer, from three answers on (decision 032). */
  answerMinutes: z.optional(z.int()),
});
export type Reliability = z.infer<typeof Reliability>;
