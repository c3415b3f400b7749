import * as z from 'zod/mini';
import { AdminStatus, Money } from '../values/fields.ts';
import { contentTypes } from '../values/files.ts';

/** A proof of payment as stored. Its id is that of its upload. It names its member by id alone. */
export const ReceiptRecord = z.object({
  id: z.string(),
  memberId: z.string(),
  key: z.string(),
  contentType: z.enum(contentTypes),
  fileName: z.string(),
  sha256: z.string(),
  amount: Money,
  paidOn: z.optional(z.string()),
  reference: z.optional(z.string()),
  sentAt: z.string(),
  /** An earlier receipt with the same file, when it was sent and whether by another member. */
  sameFile: z.optional(z.object({ sentAt: z.string(), byOther: z.boolean() })),
  status: AdminStatus,
  reason: z.optional(z.string()),
  validatedAt: z.optional(z.string()),
  validatedBy: z.optional(z.string()),
  /** The end that its approval gave to the subscription. */
  subscriptionEnd: z.optional(z.string()),
  version: z.int(),
});
export type ReceiptRecord = z.infer<typeof ReceiptRecord>;
