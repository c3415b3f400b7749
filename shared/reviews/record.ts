import * as z from 'zod/mini';

/** A review as stored. Whether it is verified is read from the pair's deliveries, which may come later. */
export const ReviewRecord = z.object({
  targetId: z.string(),
  reviewerId: z.string(),
  rating: z.int(),
  comment: z.optional(z.string()),
  createdAt: z.string(),
  editedAt: z.optional(z.string()),
  version: z.int(),
});
export type ReviewRecord = z.infer<typeof ReviewRecord>;

/** `<reviewed member>.<reviewer>` */
export const reviewIdOf = ({ targetId, reviewerId }: Pick<ReviewRecord, 'targetId' | 'reviewerId'>) =>
  `${targetId}.${reviewerId}`;
