import * as z from 'zod/mini';

/** A bank account as shown to everybody on `/payment-methods`. `iban` is any account number: IBAN, RIB or CCP. */
export const Bank = z.object({
  id: z.string(),
  bankName: z.string(),
  iban: z.string(),
  accountHolder: z.string(),
  bic: z.optional(z.string()),
  address: z.optional(z.string()),
});
export type Bank = z.infer<typeof Bank>;

export const BankRecord = z.object({
  ...Bank.shape,
  notes: z.optional(z.string()),
  createdAt: z.string(),
  updatedAt: z.optional(z.string()),
  version: z.int(),
});
export type BankRecord = z.infer<typeof BankRecord>;
