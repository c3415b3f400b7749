import * as z from 'zod/mini';
import { NoticeChoices } from '../notices/choices.ts';
import { routes } from '../route.ts';
import { AccountEmail, Email, Id } from '../values/fields.ts';
import { DocumentKind, fileFields } from '../values/files.ts';
import { Name, ownName } from '../values/names.ts';
import { Phone } from '../values/phones/phone.ts';
import { knownPassword, Password, passwordTries, ResetPassword } from './password.ts';

export const ProfileStatus = z.enum(['pending', 'approved', 'rejected', 'blocked']);
export type ProfileStatus = z.infer<typeof ProfileStatus>;

const DocumentState = z.enum(['none', 'scanning', 'received', 'refused']);
export const Documents = z.object({ idDocument: DocumentState, facePhoto: DocumentState });
export type Documents = z.infer<typeof Documents>;

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

export const Unread = z.object({
  messages: z.int(),
  requests: z.int(),
  /** Own parcels under « À faire ». */
  toDo: z.optional(z.int()),
  /** Own listings that administrators or a carrier refused. */
  toCorrect: z.optional(z.int()),
  /** Own parcels whose return or declared delivery waits for a confirmation. */
  toConfirm: z.optional(z.int()),
  /** Open problems of own parcels and of carried ones, by either member. */
  ownProblems: z.optional(z.int()),
  carriedProblems: z.optional(z.int()),
});

/**
 * Why mails no longer reach a member: their mailbox permanently rejects them, somebody there reported one as unwanted,
 * or the provider does not accept the address.
 */
export const MailRefusal = z.object({ since: z.string(), why: z.enum(['bounce', 'complaint', 'address']) });
export type MailRefusal = z.infer<typeof MailRefusal>;

const FullName = z.object({ firstName: z.string(), lastName: z.string() });

export const Me = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  avatarUrl: z.optional(z.string()),
  status: ProfileStatus,
  statusReason: z.optional(z.string()),
  emailConfirmedAt: z.optional(z.string()),
  verifiedAt: z.optional(z.string()),
  documents: Documents,
  documentsReason: z.optional(z.string()),
  /** Waits for an administrator. Until then others see the current name. */
  newName: z.optional(z.object({ ...FullName.shape, at: z.string() })),
  refusedName: z.optional(z.object({ ...FullName.shape, reason: z.string() })),
  memberSince: z.string(),
  isAdmin: z.boolean(),
  isRootAdmin: z.boolean(),
  settings: z.object({
    phonePublic: z.boolean(),
    emailNotifications: z.boolean(),
    messageNotices: z.boolean(),
    messageSound: z.boolean(),
    noticeChoices: z.optional(NoticeChoices),
  }),
  subscription: z.object({
    status: z.enum(['none', 'active', 'expired']),
    startDate: z.optional(z.string()),
    endDate: z.optional(z.string()),
    /** Acts wait for a payment: a subscription is needed today, and none runs (rule 197). */
    suspended: z.optional(z.literal(true)),
    /** At most 30 days away: the first day on which acts need a payment, or the last paid day. */
    coming: z.optional(z.object({ kind: z.enum(['start', 'end']), day: z.string(), left: z.int() })),
  }),
  unread: z.object({
    ...Unread.shape,
    /** ISO: the first end of an offer among the requests, and the server's time. */
    end: z.optional(z.object({ until: z.string(), at: z.string() })),
  }),
  unreadNotices: z.optional(z.int()),
  /** Mails no longer reach the address, for this reason. */
  mailRefused: z.optional(MailRefusal),
  version: z.int(),
});
export type Me = z.infer<typeof Me>;

export const BlockedMe = z.object({ status: z.literal('blocked'), statusReason: z.optional(z.string()) });
export type BlockedMe = z.infer<typeof BlockedMe>;

/** A leaving member's view of their account: the day (`YYYY-MM-DD`) of its deletion. */
export const LeavingMe = z.object({
  status: z.literal('leaving'),
  leavesOn: z.string(),
  email: z.string(),
  mailRefused: Me.shape.mailRefused,
});
export type LeavingMe = z.infer<typeof LeavingMe>;

export const accountRoutes = routes({
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
  readMe: {
    method: 'GET',
    path: '/me',
    access: 'signedIn',
    whileLeaving: true,
    reply: z.union([Me, BlockedMe, LeavingMe]),
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
  issueSocketTicket: {
    method: 'POST',
    path: '/ws/ticket',
    access: 'member',
    limits: [{ by: 'member', count: 30, seconds: 60 }],
    reply: z.object({ ticket: z.string(), expiresAt: z.string() }),
  },
});

/** Declared here because the holder of the ticket has no session yet. The `uploads` slice serves it. */
export const SignUpUpload = z.strictObject({ ticket: token, kind: DocumentKind, ...fileFields });
export const DocumentUpload = z.strictObject({ kind: DocumentKind, ...fileFields });
