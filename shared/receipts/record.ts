import * as z from 'zod/mini';
import { ProfileStatus } from '../accounts/me.ts';
import { contentTypes } from '../values/files.ts';
import { receiptFields } from './contract.ts';

/** The facts about the member that administrators see; null once the account was deleted. */
const Payer = z.nullable(
  z.object({
    firstName: z.string(),
    lastName: z.string(),
    status: ProfileStatus,
    verifies: z.boolean(),
    subscriptionEnd: z.optional(z.string()),
    leavesOn: z.optional(z.string()),
  }),
);
export type Payer = z.infer<typeof Payer>;

/** A receipt as stored. Its id is that of its upload. */
export const ReceiptRecord = z.object({
  ...receiptFields,
  memberId: z.string(),
  /** Kept up to date by the projector, outside the version. */
  payer: Payer,
  key: z.string(),
  contentType: z.enum(contentTypes),
  /** An earlier receipt with the same file, when it was sent and whether by another member. */
  sameFile: z.optional(z.object({ sentAt: z.string(), byOther: z.boolean() })),
  validatedAt: z.optional(z.string()),
  validatedBy: z.optional(z.string()),
  subscriptionEnd: z.optional(z.string()),
  version: z.int(),
});
export type ReceiptRecord = z.infer<typeof ReceiptRecord>;
