import * as z from 'zod/mini';
import { NoticeChoices } from '../notices/choices.ts';
import { routes } from '../route.ts';

export const ProfileStatus = z.enum(['pending', 'approved', 'rejected', 'blocked']);
export type ProfileStatus = z.infer<typeof ProfileStatus>;

const DocumentState = z.enum(['none', 'scanning', 'received', 'refused']);
export const Documents = z.object({ idDocument: DocumentState, facePhoto: DocumentState });
export type Documents = z.infer<typeof Documents>;

export const Unread = z.object({
  messages: z.int(),
  requests: z.int(),
  /** Own parcels under « À faire ». */
  toDo: z.optional(z.int()),
  /** Their carrier is gone, or their proposition cannot be taken any more; carried parcels whose owner is gone. */
  toRevise: z.optional(z.int()),
  /** Own listings that administrators or a carrier refused. */
  toCorrect: z.optional(z.int()),
  /** Own parcels whose return or declared delivery waits for a confirmation. */
  toConfirm: z.optional(z.int()),
  /** Open problems of own parcels and of carried ones, by either member. */
  ownProblems: z.optional(z.int()),
  carriedProblems: z.optional(z.int()),
  /** Carried parcels to answer (half an agreement, a change of it, a problem), or to leave: their owner is gone. */
  carriedToAnswer: z.optional(z.int()),
  /** Own upcoming trips that administrators refused. */
  tripsToCorrect: z.optional(z.int()),
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

/** Each page of a member asks for these alone, so that it does not load the rows of sign-up and passwords. */
export const meRoutes = routes({
  readMe: {
    method: 'GET',
    path: '/me',
    access: 'signedIn',
    whileLeaving: true,
    reply: z.union([Me, BlockedMe, LeavingMe]),
  },
  issueSocketTicket: {
    method: 'POST',
    path: '/ws/ticket',
    access: 'member',
    limits: [{ by: 'member', count: 30, seconds: 60 }],
    reply: z.object({ ticket: z.string(), expiresAt: z.string() }),
  },
});
