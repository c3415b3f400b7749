import * as z from 'zod/mini';
import { AdminStatus, Card, Money, Place, Size } from '../values/fields.ts';
import { contentTypes } from '../values/files.ts';
import { ParcelStatus } from './contract.ts';

/** A parcel as the table keeps it. */
export const ParcelRecord = z.object({
  id: z.string(),
  ownerId: z.string(),
  /** Snapshot for lists; details read the owner themselves. */
  owner: Card,
  title: z.string(),
  description: z.string(),
  weightGrams: z.int(),
  size: Size,
  pickup: Place,
  delivery: Place,
  deadline: z.string(),
  file: z.optional(
    z.object({
      uploadId: z.string(),
      key: z.string(),
      contentType: z.enum(contentTypes),
      /** The owner's own name of it; files of the first release have none. */
      fileName: z.optional(z.string()),
    }),
  ),
  /** Its file was too old. */
  fileErased: z.optional(z.literal(true)),
  price: z.optional(Money),
  isFragile: z.boolean(),
  hasElectronics: z.boolean(),
  status: ParcelStatus,
  adminStatus: AdminStatus,
  rejectionReason: z.optional(z.string()),
  /** When its owner changed it last: since then it waits for its validation. */
  submittedAt: z.optional(z.string()),
  validatedAt: z.optional(z.string()),
  validatedBy: z.optional(z.string()),
  /** Why its owner gave it up. */
  cancelReason: z.optional(z.string()),
  /** Why it returns to its owner, and when they received it. */
  returnReason: z.optional(z.string()),
  returnConfirmedAt: z.optional(z.string()),
  carrierId: z.optional(z.string()),
  carrier: z.optional(Card),
  /** When this carrier was named; proofs count only for the assignment that they were taken in. */
  assignedAt: z.optional(z.string()),
  ownerOkAt: z.optional(z.string()),
  carrierOkAt: z.optional(z.string()),
  pickedUpAt: z.optional(z.string()),
  deliveredAt: z.optional(z.string()),
  createdAt: z.string(),
  version: z.int(),
});
export type ParcelRecord = z.infer<typeof ParcelRecord>;
