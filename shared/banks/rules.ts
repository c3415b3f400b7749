import type { NewBank } from '../admin/banks.ts';
import { Refusal } from '../refusal.ts';
import type { BankRecord } from './contract.ts';

/** The maximum number of accounts, because the page shows all of them. */
export const mostBanks = 20;

const factsOf = ({ bankName, iban, accountHolder, bic, address, notes }: NewBank) => ({
  bankName,
  iban,
  accountHolder,
  ...(bic ? { bic } : {}),
  ...(address ? { address } : {}),
  ...(notes ? { notes } : {}),
});

/** A new account beside `known` existing ones. Throws LIMIT. */
export function addBank(input: NewBank, known: number, { id, now }: { id: string; now: number }): BankRecord {
  if (known >= mostBanks)
    throw new Refusal('LIMIT', {
      title: 'Limite atteinte',
      detail: `${mostBanks} comptes bancaires au maximum. Supprimez-en un d'abord.`,
    });
  return { id, ...factsOf(input), createdAt: new Date(now).toISOString(), version: 1 };
}

export const editBank = ({ id, createdAt, version }: BankRecord, input: NewBank, now: number): BankRecord => ({
  id,
  ...factsOf(input),
  createdAt,
  updatedAt: new Date(now).toISOString(),
  version: version + 1,
});
