import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { Cursor, maxLength, pageOf, text } from '../values/fields.ts';

/** One to five stars (product 1.9). */
const Rating = z.int('Choisissez une note').check(z.gte(1, 'Choisissez une note'), z.lte(5, 'Choisissez une note'));

/** Stars and an optional comment. A blank comment counts as none. */
export const NewReview = z.strictObject({
  rating: Rating,
  comment: z.optional(text(maxLength.comment)),
});
export type NewReview = z.infer<typeof NewReview>;

export const OwnReview = z.object({
  id: z.string(),
  rating: z.int(),
  comment: z.optional(z.string()),
  version: z.int(),
});
export type OwnReview = z.infer<typeof OwnReview>;

export const Review = z.object({
  /** `<reviewed member>.<reviewer>`: one review for each pair (product 1.3). */
  ...OwnReview.shape,
  reviewer: z.object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    avatarUrl: z.optional(z.string()),
    /** Blocked or deleted: has no page. */
    unavailable: z.optional(z.literal(true)),
  }),
  /** « Avis vérifié »: the two completed a delivery together. */
  verified: z.boolean(),
  createdAt: z.string(),
  editedAt: z.optional(z.string()),
});
export type Review = z.infer<typeof Review>;

const limits = [{ by: 'member', count: 20, seconds: 86_400 }] as const;

export const reviewRoutes = routes({
  memberReviews: {
    method: 'GET',
    path: '/users/{userId}/reviews',
    access: { party: 'openMember', of: 'userId' },
    query: z.object({ cursor: Cursor }),
    reply: pageOf(Review),
  },
  leaveReview: {
    method: 'POST',
    path: '/users/{userId}/reviews',
    access: { party: 'reviewableMember', of: 'userId' },
    trust: { profile: 'approved' },
    body: NewReview,
    status: 201,
    idempotency: 'required',
    limits,
    reply: Review,
  },
  editReview: {
    method: 'PATCH',
    path: '/reviews/{reviewId}',
    access: { party: 'reviewEditor', of: 'reviewId' },
    trust: { profile: 'approved' },
    body: NewReview,
    ifMatch: true,
    limits,
    reply: Review,
  },
  deleteReview: {
    method: 'DELETE',
    path: '/reviews/{reviewId}',
    access: { party: 'reviewAuthor', of: 'reviewId' },
    ifMatch: true,
  },
});
