import * as z from 'zod/mini';
import { NewAccount } from '#shared/accounts/contract.ts';
import { Password } from '#shared/accounts/password.ts';
import { samePasswords } from '#web/features/accounts/same-passwords.ts';
import { draftPrefixes } from '#web/lib/draft-storage.ts';

const account = NewAccount.shape;

/** The form of /register in its order: the contract's account, the repeated password and the two documents. */
export const Registration = z
  .object({
    lastName: account.lastName,
    firstName: account.firstName,
    phone: account.phone,
    email: account.email,
    password: account.password,
    confirmPassword: Password,
    idDocument: z.instanceof(File, { error: "Veuillez fournir une pièce d'identité" }),
    facePhoto: z.instanceof(File, { error: 'Veuillez fournir une photo de visage' }),
    acceptedTerms: account.acceptedTerms,
  })
  .check(samePasswords);
export type Registration = z.infer<typeof Registration>;

const draftKey = draftPrefixes.registration;
const Draft = z.object({ lastName: z.string(), firstName: z.string(), email: z.string(), phone: z.string() });
export type Draft = z.infer<typeof Draft>;

const empty: Draft = { lastName: '', firstName: '', email: '', phone: '' };

/** What was typed in this tab before a reload; never a password nor a file. */
export function readDraft(): Draft {
  const kept = sessionStorage.getItem(draftKey);
  if (kept === null) return empty;
  try {
    return Draft.parse(JSON.parse(kept));
  } catch {
    return empty;
  }
}

export const keepDraft = ({ lastName, firstName, email, phone }: Partial<Draft>) =>
  sessionStorage.setItem(draftKey, JSON.stringify({ ...empty, lastName, firstName, email, phone }));

export const dropDraft = () => sessionStorage.removeItem(draftKey);
