import * as z from 'zod/mini';
import { NewAccount } from '#shared/accounts/contract.ts';
import { Password, ResetPassword, samePasswords } from '#shared/accounts/password.ts';
import { ownName } from '#shared/values/names.ts';
import { missingDocument } from '#web/features/accounts/words.ts';
import { draftPrefixes } from '#web/lib/drafts/draft-storage.ts';
import { tabStore } from '#web/lib/storage.ts';

const account = NewAccount.shape;

const person = z
  .object({ lastName: account.lastName, firstName: account.firstName, phone: account.phone })
  .check(ownName);
const accessWith = (password: typeof Password) =>
  z
    .object({ email: account.email, password, confirmPassword: Password, acceptedTerms: account.acceptedTerms })
    .check(samePasswords);
const documents = z.object({
  idDocument: z.instanceof(File, { error: missingDocument.idDocument }),
  facePhoto: z.instanceof(File, { error: missingDocument.facePhoto }),
});

function schemasWith(password: typeof Password) {
  const access = accessWith(password);
  const ofAccount = z.intersection(person, access);
  return {
    account: ofAccount,
    /** The whole form; problems of one step do not hide those of another. */
    form: z.intersection(ofAccount, documents),
  };
}

/** The fields of /register: the contract's account, the repeated password and the two documents. */
export const registration = {
  spec: schemasWith(account.password),
  strict: schemasWith(ResetPassword),
};
type Schemas = (typeof registration)['spec'];
export type AccountTyped = z.infer<Schemas['account']>;
export type DocumentsTyped = z.infer<typeof documents>;

interface Step {
  name: string;
  title: string;
  fields: readonly (keyof z.input<Schemas['form']>)[];
}

export const steps: readonly Step[] = [
  { name: 'Vous', title: 'Votre identité', fields: ['lastName', 'firstName', 'phone'] },
  {
    name: 'Mot de passe',
    title: 'Email et mot de passe',
    fields: ['email', 'password', 'confirmPassword', 'acceptedTerms'],
  },
  {
    name: "Pièce d'identité",
    title: "Votre pièce d'identité et votre photo",
    fields: ['idDocument', 'facePhoto'],
  },
];

const draftKey = draftPrefixes.registration;
const Draft = z.object({ lastName: z.string(), firstName: z.string(), email: z.string(), phone: z.string() });
export type Draft = z.infer<typeof Draft>;

const empty: Draft = { lastName: '', firstName: '', email: '', phone: '' };

/** The text typed in this tab before a reload; never a password or a file. */
export function readDraft(): Draft {
  try {
    return Draft.parse(JSON.parse(tabStore.read(draftKey) ?? 'null'));
  } catch {
    return empty;
  }
}

export function keepDraft({ lastName, firstName, email, phone }: Partial<Draft>): void {
  tabStore.keep(draftKey, JSON.stringify({ ...empty, lastName, firstName, email, phone }));
}

export const dropDraft = () => tabStore.drop(draftKey);
