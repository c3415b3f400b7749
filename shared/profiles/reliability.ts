import * as z from 'zod/mini';

/** What a member can know of another before they trust them with a parcel: only what the product itself has seen. */
export const Reliability = z.object({
  /** Absent without the badge. */
  verifiedAt: z.optional(z.string()),
  memberSince: z.string(),
  /** Parcels of others that they carried and that arrived. */
  carriedCount: z.int(),
  /** Median of the minutes to the first answer, from three answers on (decision 032). */
  answerMinutes: z.optional(z.int()),
});
export type Reliability = z.infer<typeof Reliability>;
