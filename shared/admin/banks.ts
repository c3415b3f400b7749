import * as z from 'zod/mini';
import { accountNumber, isPlausible } from '../banks/account-number.ts';
import { BankRecord } from '../banks/contract.ts';
import { routes } from '../route.ts';
import { line, maxLength, text } from '../values/fields.ts';
import { tidyCode } from '../values/typed/characters.ts';

const { shortText } = maxLength;

/** 8 or 11 characters. */
const bic = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

export const NewBank = z.strictObject({
  bankName: line(shortText, 'Le nom de la banque est requis'),
  iban: z.pipe(
    line(shortText, "L'IBAN, le RIB ou le CCP est requis"),
    z.pipe(
      z.transform(accountNumber),
      z.string().check(z.refine(isPlausible, 'Numéro de compte incorrect. Vérifiez-le caractère par caractère.')),
    ),
  ),
  accountHolder: line(shortText, 'Le titulaire est requis'),
  bic: z.optional(
    z.pipe(
      text(shortText),
      z.pipe(
        z.transform((typed: string) => tidyCode(typed).replaceAll('-', '').toUpperCase()),
        z.string().check(z.refine((code) => code === '' || bic.test(code), 'BIC incorrect : 8 ou 11 caractères')),
      ),
    ),
  ),
  address: z.optional(text(shortText)),
  notes: z.optional(text(shortText)),
});
export type NewBank = z.output<typeof NewBank>;

export const AdminBank = BankRecord;
export type AdminBank = z.infer<typeof AdminBank>;

/** All administrators read the accounts; only the root administrator changes them (rule 42). */
export const adminBankRoutes = routes({
  adminBanks: {
    method: 'GET',
    path: '/admin/banks',
    access: 'admin',
    reply: z.object({ items: z.array(AdminBank) }),
  },
  createBank: {
    method: 'POST',
    path: '/admin/banks',
    access: 'rootAdmin',
    body: NewBank,
    status: 201,
    idempotency: 'required',
    reply: AdminBank,
  },
  updateBank: {
    method: 'PATCH',
    path: '/admin/banks/{bankId}',
    access: 'rootAdmin',
    body: NewBank,
    ifMatch: true,
    reply: AdminBank,
  },
  deleteBank: { method: 'DELETE', path: '/admin/banks/{bankId}', access: 'rootAdmin', ifMatch: true },
});
