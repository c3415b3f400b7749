import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { AccountEmail, Email, Id } from '../values/fields.ts';
import { DocumentKind, fileFields } from '../values/files.ts';
import { Name, ownName } from '../values/names.ts';
import { Phone } from '../values/phones/phone.ts';
import { LeavingMe, meRoutes } from './me.ts';
import { knownPassword, Password, passwordTries, ResetPassword } from './password.ts';

export const NewAccount = z
  .strictObject({
    lastName: Name('Le nom est requis'),
    firstName: Name('Le prénom est requis'),
    email: AccountEmail,
    phone: Phone,
    password: Password,
    acceptedTerms: z.literal(true, 'Acceptez les conditions générales pour créer votre compte'),
  })
  .check(ownName);
export type NewAccount = z.infer<typeof NewAccount>;

const token = z.string('Lien invalide').check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Lien invalide'));

export const NewAccountByLink = z
  .strictObject({
    token,
    lastName: NewAccount.shape.lastName,
    firstName: NewAccount.shape.firstName,
    phone: NewAccount.shape.phone,
    password: ResetPassword,
    acceptedTerms: NewAccount.shape.acceptedTerms,
  })
  .check(ownName);
export type NewAccountByLink = z.infer<typeof NewAccountByLink>;

/**
 * Result of opening a confirmation link. `unproven`: the person must enter the password of the sign-up. `replaced`:
 * that sign-up no longer exists. In both cases the person may sign up through the link instead.
 */
export const EmailConfirmation = z.object({
  email: z.string(),
  state: z.enum(['confirmed', 'unproven', 'replaced']),
});
export type EmailConfirmation = z.infer<typeof EmailConfirmation>;

const ownPassword = knownPassword('Indiquez votre mot de passe', 'Le mot de passe est incorrect');

export const signUpPassword = knownPassword(
  "Indiquez le mot de passe choisi à l'inscription",
  "Ce n'est pas le mot de passe choisi à l'inscription",
);

/** Two scanned uploads become the member's identity documents. One may be absent if it was received before. */
export const NewDocuments = z.strictObject({ idDocument: z.optional(Id), facePhoto: z.optional(Id) });

export const accountRoutes = routes({
  ...meRoutes,
  signUp: {
    method: 'POST',
    path: '/auth/sign-up',
    access: 'anyone',
    body: NewAccount,
    status: 201,
    idempotency: 'own',
    limits: [
      // Counts every try, so that an address cannot test many mailboxes for accounts. `madeFromAddress` limits the
      // created ones.
      { by: 'address', count: 300, seconds: 3600 },
      { by: 'emailFromAddress', count: 3, seconds: 86_400 },
      { by: 'email', count: 10, seconds: 86_400 },
    ],
    reply: z.object({
      userId: z.string(),
      uploadTicket: z.string(),
      /** The browser keeps it for 24 hours. In this browser the link of the mail confirms without a password. */
      proof: z.string(),
      email: z.object({ sent: z.boolean(), simulated: z.boolean() }),
    }),
  },
  attachSignUpDocuments: {
    method: 'POST',
    path: '/auth/sign-up/documents',
    access: 'anyone',
    body: z.strictObject({ ticket: token, idDocument: Id, facePhoto: Id }),
    idempotency: 'own',
    limits: [{ by: 'address', count: 300, seconds: 60 }],
    reply: z.object({ state: z.enum(['scanning', 'received']) }),
  },
  confirmEmail: {
    method: 'POST',
    path: '/auth/confirm-email',
    access: 'anyone',
    body: z.strictObject({ token, proof: z.optional(token), password: z.optional(signUpPassword) }),
    idempotency: 'own',
    limits: [{ by: 'address', count: 120, seconds: 60 }],
    reply: EmailConfirmation,
  },
  signUpByLink: {
    method: 'POST',
    path: '/auth/sign-up/by-link',
    access: 'anyone',
    body: NewAccountByLink,
    status: 201,
    idempotency: 'own',
    limits: [{ by: 'address', count: 120, seconds: 3600 }],
    reply: z.object({ email: z.string() }),
  },
  resendConfirmation: {
    method: 'POST',
    path: '/auth/resend-confirmation',
    access: 'anyone',
    body: z.strictObject({ email: Email }),
    status: 202,
    limits: [
      { by: 'email', count: 3, seconds: 3600 },
      { by: 'address', count: 120, seconds: 3600 },
    ],
    reply: z.object({}),
  },
  forgotPassword: {
    method: 'POST',
    path: '/auth/forgot-password',
    access: 'anyone',
    body: z.strictObject({ email: Email }),
    status: 202,
    limits: [
      { by: 'email', count: 3, seconds: 3600 },
      { by: 'address', count: 120, seconds: 3600 },
    ],
    reply: z.object({}),
  },
  checkResetToken: {
    method: 'POST',
    path: '/auth/reset-password/check',
    access: 'anyone',
    body: z.strictObject({ token: z.string('Lien invalide').check(z.maxLength(200, 'Lien invalide')) }),
    limits: [{ by: 'address', count: 120, seconds: 60 }],
    reply: z.object({ state: z.enum(['valid', 'invalid', 'expired']) }),
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'anyone',
    body: z.strictObject({ token, password: ResetPassword }),
    idempotency: 'own',
    limits: [{ by: 'address', count: 120, seconds: 60 }],
  },
  changePassword: {
    method: 'POST',
    path: '/me/password',
    access: 'member',
    body: z.strictObject({
      current: knownPassword('Indiquez votre mot de passe actuel', 'Le mot de passe actuel est incorrect'),
      password: ResetPassword,
    }),
    idempotency: 'required',
    endsSession: true,
    limits: passwordTries,
  },
  /** The change happens when the sent link is opened. */
  correctEmail: {
    method: 'POST',
    path: '/me/email',
    access: 'member',
    body: z.strictObject({ email: AccountEmail, password: ownPassword }),
    idempotency: 'required',
    limits: passwordTries,
  },
  /** Needs a session of the member, because a typing mistake may have sent the link to a stranger. */
  confirmCorrectedEmail: {
    method: 'POST',
    path: '/me/email/confirm',
    access: 'member',
    body: z.strictObject({ token }),
    idempotency: 'own',
    limits: [{ by: 'member', count: 10, seconds: 60 }],
  },
  signOutEverywhere: {
    method: 'POST',
    path: '/auth/sign-out',
    access: 'signedIn',
    idempotency: 'required',
    endsSession: true,
    whileLeaving: true,
  },
  /** Hides the account immediately and deletes it 14 days later (rule 110). A POST, because it has a body. */
  deleteMe: {
    method: 'POST',
    path: '/me/delete',
    access: 'member',
    body: z.strictObject({ password: ownPassword }),
    idempotency: 'required',
    endsSession: true,
    limits: passwordTries,
    reply: LeavingMe,
  },
  cancelDeletion: {
    method: 'POST',
    path: '/me/delete/cancel',
    access: 'member',
    idempotency: 'required',
    whileLeaving: true,
  },
});

/** Declared here because the holder of the ticket has no session yet. The `uploads` slice serves it. */
export const SignUpUpload = z.strictObject({ ticket: token, kind: DocumentKind, ...fileFields });
export const DocumentUpload = z.strictObject({ kind: DocumentKind, ...fileFields });
