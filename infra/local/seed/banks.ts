import { brand } from '#shared/values/brand.ts';
import type { Caller } from './site-client.ts';

/** Invented accounts; the IBAN is the example of the French banks. */
const accounts = [
  {
    bankName: 'Banque des Deux Rives',
    accountHolder: brand.name,
    iban: 'FR76 3000 6000 0112 3456 7890 189',
    bic: 'AGRIFRPP',
    address: '12 quai du Port\n13002 Marseille',
    notes: 'Compte de démonstration : n’y versez rien.',
  },
  { bankName: 'Algérie Banque Populaire', accountHolder: brand.name, iban: '007 99999 0001234567 89' },
  { bankName: 'CCP', accountHolder: brand.name, iban: '1234567 clé 89' },
] as const;

/** One account of each kind of number. */
export async function bankAccounts(rootAdmin: Caller): Promise<void> {
  for (const body of accounts) await rootAdmin.ok('createBank', { body });
}
