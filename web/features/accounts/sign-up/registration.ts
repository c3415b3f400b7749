import * as z from 'zod/mini';
import { NewAccount } from '#shared/accounts/contract.ts';
import { Password, ResetPassword, samePasswords } from '#shared/accounts/password.ts';
import { ownName } from '#shared/values/names.ts';
import { draftPrefixes } from '#web/lib/drafts/draft-storage.ts';

const account = NewAccount.shape;

const formWith = (password: typeof Password) =>
  z
    .object({
      lastName: account.lastName,
      firstName: account.firstName,
      phone: account.phone,
      email: account.email,
      password,
      confirmPassword: Password,
      idDocument: z.instanceof(File, { error: "Veuillez fournir une pièce d'identité" }),
      facePhoto: z.instanceof(File, { error: 'Veuillez fournir une photo de visage' }),
      acceptedTerms: account.acceptedTerms,
    })
    .check(samePasswords, ownName);

/** The form of /register in its order: the contract's account, the repeated password and the two documents. */
export const Registration = formWith(account.password);
/** For a deployment with the strict password rule at sign-up too. */
export const StrictRegistration = formWith(ResetPassword);
export type Registration = z.infer<typeof Registration>;

const draftKey = draftPrefixes.registration;
const Draft = z.object({ lastName: z.string(), firstName: z.string(), email: z.string(), phone: z.string() });
export type Draft = z.infer<typeof Draft>;

const empty: Draft = { lastName: '', firstName: '', email: '', phone: '' };

/** The text typed in this tab before a reload, empty without storage; never a password or a file. */
export function readDraft(): Draft {
  try {
    return Draft.parse(JSON.parse(sessionStorage.getItem(draftKey) ?? 'null'));
  } catch {
    return empty;
  }
}

export const keepDraft = ({ lastName, firstName, email, phone }: Partial<Draft>) =>
  sessionStorage.setItem(draftKey, JSON.stringify({ ...empty, lastName, firstName, email, phone }));

export const dropDraft = () => sessionStorage.removeItem(draftKey);
