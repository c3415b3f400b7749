import * as z from 'zod/mini';
import { Documents, NewDocuments } from '../accounts/contract.ts';
import { Scanning } from '../files.ts';
import { routes } from '../route.ts';

/** A member as other members see him (spec 1 §3, public profile view). */
export const Member = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** « Non renseigné » unless its owner shows it or the two share a delivery in hand. */
  phoneNumber: z.string(),
  avatarUrl: z.optional(z.string()),
  verified: z.boolean(),
  verifiedAt: z.optional(z.string()),
  rating: z.optional(z.number()),
  reviewCount: z.int(),
  memberSince: z.string(),
  parcelCount: z.int(),
  tripCount: z.int(),
});
export type Member = z.infer<typeof Member>;

export const profileRoutes = routes({
  attachDocuments: {
    method: 'POST',
    path: '/me/documents',
    access: 'member',
    body: NewDocuments,
    idempotency: 'required',
    reply: z.union([Documents, Scanning]),
  },
  readMember: {
    method: 'GET',
    path: '/users/{userId}',
    access: { party: 'visibleMember', of: 'userId' },
    limits: [{ by: 'member', count: 120, seconds: 3600 }],
    reply: Member,
  },
});
