import { brand } from '#shared/values/brand.ts';
import type { Caller } from './site-client.ts';

/** Invented accounts; the IBAN is the example of the French banks. */
const accounts = [
  {
    ago: 28,
    bankName: 'Banque des Deux Rives',
    accountHolder: brand.name,
    iban: 'FR76 3000 6000 0112 3456 7890 189',
    bic: 'AGRIFRPP',
    address: '12 quai du Port\n13002 Marseille',
    notes: 'Compte de démonstration : n’y versez rien.',
  },
  { ago: 18, bankName: 'Algérie Banque Populaire', accountHolder: brand.name, iban: '007 99999 0001234567 89' },
  { ago: 9, bankName: 'CCP', accountHolder: brand.name, iban: '1234567 clé 89' },
] as const;

export async function bankAccounts(day: number, rootAdmin: Caller): Promise<void> {
  for (const { ago, ...body } of accounts) if (ago === day) await rootAdmin.ok('createBank', { body });
}
