import * as z from 'zod/mini';
import { Bank } from './contract.ts';

/** A bank account as stored (product 2.3). */
export const BankRecord = z.object({
  ...Bank.shape,
  /** For administrators only. */
  notes: z.optional(z.string()),
  createdAt: z.string(),
  updatedAt: z.optional(z.string()),
  version: z.int(),
});
export type BankRecord = z.infer<typeof BankRecord>;
