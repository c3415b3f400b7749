import * as z from 'zod/mini';
import { Email, Id, maxLength, Phone, text } from '../fields.ts';
import { DocumentKind, fileFields } from '../files.ts';
import { routes } from '../route.ts';
import { Password, ResetPassword } from './password.ts';

export const ProfileStatus = z.enum(['pending', 'approved', 'rejected', 'blocked']);
export type ProfileStatus = z.infer<typeof ProfileStatus>;

/** What is known of one identity document; its file never comes back to anybody but administrators. */
const DocumentState = z.enum(['none', 'scanning', 'received', 'refused']);
export const Documents = z.object({ idDocument: DocumentState, facePhoto: DocumentState });
export type Documents = z.infer<typeof Documents>;

export const NewAccount = z.strictObject({
  lastName: text(maxLength.name, 'Le nom est requis'),
  firstName: text(maxLength.name, 'Le prénom est requis'),
  email: Email,
  phone: Phone,
  password: Password,
  acceptedTerms: z.literal(true, 'Acceptez les conditions générales pour créer votre compte'),
});
export type NewAccount = z.infer<typeof NewAccount>;

const token = z.string('Lien invalide').check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Lien invalide'));

/** Two scanned uploads become the member's identity documents; either may be absent when it was received before. */
export const NewDocuments = z.strictObject({ idDocument: z.optional(Id), facePhoto: z.optional(Id) });

/** What waits for a member: the numbers of the badges. */
export const Unread = z.object({ messages: z.int(), requests: z.int() });

export const Me = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string(),
  avatarUrl: z.optional(z.string()),
  status: ProfileStatus,
  statusReason: z.optional(z.string()),
  verifiedAt: z.optional(z.string()),
  documents: Documents,
  documentsReason: z.optional(z.string()),
  memberSince: z.string(),
  isAdmin: z.boolean(),
  isPrincipal: z.boolean(),
  settings: z.object({ phonePublic: z.boolean(), emailNotifications: z.boolean() }),
  subscription: z.object({
    status: z.enum(['none', 'active', 'expired']),
    startDate: z.optional(z.string()),
    endDate: z.optional(z.string()),
  }),
  unread: Unread,
  version: z.int(),
});
export type Me = z.infer<typeof Me>;

/** All that a blocked member learns of himself. */
export const BlockedMe = z.object({ status: z.literal('blocked'), statusReason: z.optional(z.string()) });
export type BlockedMe = z.infer<typeof BlockedMe>;

export const accountRoutes = routes({
  signUp: {
    method: 'POST',
    path: '/auth/sign-up',
    access: 'anyone',
    body: NewAccount,
    status: 201,
    idempotency: 'own',
    limits: [
      { by: 'address', count: 5, seconds: 3600 },
      { by: 'email', count: 3, seconds: 86_400 },
    ],
    reply: z.object({
      userId: z.string(),
      uploadTicket: z.string(),
      email: z.object({ sent: z.boolean(), simulated: z.boolean() }),
    }),
  },
  attachSignUpDocuments: {
    method: 'POST',
    path: '/auth/sign-up/documents',
    access: 'anyone',
    body: z.strictObject({ ticket: token, idDocument: Id, facePhoto: Id }),
    idempotency: 'own',
    limits: [{ by: 'address', count: 60, seconds: 60 }],
    reply: z.object({ state: z.enum(['scanning', 'received']) }),
  },
  confirmEmail: {
    method: 'POST',
    path: '/auth/confirm-email',
    access: 'anyone',
    body: z.strictObject({ token }),
    idempotency: 'own',
    limits: [{ by: 'address', count: 10, seconds: 60 }],
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
      { by: 'address', count: 10, seconds: 3600 },
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
      { by: 'address', count: 10, seconds: 3600 },
    ],
    reply: z.object({}),
  },
  checkResetToken: {
    method: 'POST',
    path: '/auth/reset-password/check',
    access: 'anyone',
    body: z.strictObject({ token: z.string('Lien invalide').check(z.maxLength(200, 'Lien invalide')) }),
    limits: [{ by: 'address', count: 10, seconds: 60 }],
    reply: z.object({ state: z.enum(['valid', 'invalid', 'expired']) }),
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'anyone',
    body: z.strictObject({ token, password: ResetPassword }),
    idempotency: 'own',
    limits: [{ by: 'address', count: 10, seconds: 60 }],
  },
  changePassword: {
    method: 'POST',
    path: '/me/password',
    access: 'member',
    body: z.strictObject({
      current: z
        .string('Indiquez votre mot de passe actuel')
        .check(
          z.minLength(1, 'Indiquez votre mot de passe actuel'),
          z.maxLength(256, 'Le mot de passe actuel est incorrect'),
        ),
      password: ResetPassword,
    }),
    idempotency: 'required',
    limits: [{ by: 'member', count: 10, seconds: 3600 }],
  },
  signOutEverywhere: { method: 'POST', path: '/auth/sign-out', access: 'signedIn', idempotency: 'required' },
  readMe: { method: 'GET', path: '/me', access: 'signedIn', reply: z.union([Me, BlockedMe]) },
  issueSocketTicket: {
    method: 'POST',
    path: '/ws/ticket',
    access: 'member',
    limits: [{ by: 'member', count: 30, seconds: 60 }],
    reply: z.object({ ticket: z.string(), expiresAt: z.string() }),
  },
});

/** Kept here because the ticket's holder has no session yet; served by the `uploads` slice. */
export const SignUpUpload = z.strictObject({ ticket: token, kind: DocumentKind, ...fileFields });
export const DocumentUpload = z.strictObject({ kind: DocumentKind, ...fileFields });
