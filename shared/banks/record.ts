import * as z from 'zod/mini';
import { Bank } from './contract.ts';

export const BankRecord = z.object({
  ...Bank.shape,
  notes: z.optional(z.string()),
  createdAt: z.string(),
  updatedAt: z.optional(z.string()),
  version: z.int(),
});
export type BankRecord = z.infer<typeof BankRecord>;
