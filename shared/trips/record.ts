import * as z from 'zod/mini';
import { AdminStatus, Card } from '../values/fields.ts';
import { TripStatus } from './contract.ts';
import { tripFields } from './fields.ts';

/** A trip as the table keeps it. */
export const TripRecord = z.object({
  ...tripFields,
  ownerId: z.string(),
  /** Snapshot for lists; details read the owner themselves. */
  owner: Card,
  notes: z.optional(z.string()),
  status: TripStatus,
  adminStatus: AdminStatus,
  rejectionReason: z.optional(z.string()),
  validatedAt: z.optional(z.string()),
  validatedBy: z.optional(z.string()),
  /** Why its owner gave it up. */
  cancelReason: z.optional(z.string()),
  version: z.int(),
});
export type TripRecord = z.infer<typeof TripRecord>;
