import * as z from 'zod/mini';
import { AdminStatus, Card } from '../values/fields.ts';
import { TripStatus } from './contract.ts';
import { tripFields } from './fields.ts';

export const TripRecord = z.object({
  ...tripFields,
  ownerId: z.string(),
  /** A snapshot for lists; the details page reads the owner's profile. */
  owner: Card,
  notes: z.optional(z.string()),
  status: TripStatus,
  adminStatus: AdminStatus,
  rejectionReason: z.optional(z.string()),
  /** When its owner changed it last and the wait for validation began. */
  submittedAt: z.optional(z.string()),
  validatedAt: z.optional(z.string()),
  validatedBy: z.optional(z.string()),
  cancelReason: z.optional(z.string()),
  version: z.int(),
});
export type TripRecord = z.infer<typeof TripRecord>;
