import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { Cursor, pageOf } from '../values/fields.ts';
import { NoticeGroup } from './choices.ts';
import { NewPushDevice, PushDevice, RenewedPushDevice } from './push-devices.ts';

/** The moment and the id of a notice, as in its key. */
const NoticeId = z
  .string('Notification inconnue')
  .check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z#[\w#-]{1,120}$/, 'Notification inconnue'));

export const Notice = z.object({
  id: z.string(),
  group: NoticeGroup,
  title: z.string(),
  /** The reason that a person gave, or more about the title. */
  detail: z.optional(z.string()),
  /** Its page, which begins with `/` and has no secret but the token of its own objection. */
  path: z.string(),
  /** Of a decision that its member may contest, the token of the link (rule 179). */
  objection: z.optional(z.string()),
  /** The decision answers an objection. */
  isAnswer: z.optional(z.literal(true)),
  /** ISO: when they contested it. */
  contestedAt: z.optional(z.string()),
  at: z.string(),
  isRead: z.boolean(),
});
export type Notice = z.infer<typeof Notice>;

/** Mail providers call from few addresses. */
const limits = [{ by: 'address', count: 300, seconds: 60 }] as const;

const stop = {
  path: '/stop',
  access: 'anyone',
  limits,
  query: z.object({ token: z.optional(z.string()) }),
  page: {},
  reply: z.string(),
} as const;

/** The member's list of notices, kept for 30 days (rule 138), their devices, and the end of mails about alerts. */
export const noticeRoutes = routes({
  myNotices: {
    method: 'GET',
    path: '/me/notices',
    access: 'member',
    query: z.object({ cursor: Cursor }),
    reply: pageOf(Notice),
  },
  /** Marks these as read, or all up to one. Unknown ids are passed over. */
  readNotices: {
    method: 'PUT',
    path: '/me/notices/read',
    access: 'member',
    body: z.union([
      z.strictObject({ ids: z.array(NoticeId).check(z.minLength(1), z.maxLength(20)) }),
      z.strictObject({ upTo: NoticeId }),
    ]),
    reply: z.object({ unread: z.int() }),
  },
  myPushDevices: {
    method: 'GET',
    path: '/me/push-devices',
    access: 'member',
    reply: z.object({ publicKey: z.string(), items: z.array(PushDevice) }),
  },
  /** The same endpoint again renews its device. */
  addPushDevice: {
    method: 'PUT',
    path: '/me/push-devices',
    access: 'member',
    limits: [{ by: 'member', count: 60, seconds: 3600 }],
    body: NewPushDevice,
    reply: z.object({ device: z.string() }),
  },
  /**
   * The browser has replaced a subscription while no page was open. The worker has no session; the secret of the old
   * subscription proves whose it was. The reply is the key with which a browser subscribes now.
   */
  renewPushDevice: {
    method: 'PUT',
    path: '/push-devices',
    access: 'anyone',
    limits: [{ by: 'address', count: 60, seconds: 3600 }],
    body: RenewedPushDevice,
    reply: z.object({ publicKey: z.string() }),
  },
  removePushDevice: { method: 'DELETE', path: '/me/push-devices/{device}', access: 'member' },
  /** The page of the link in mails of alerts. It changes nothing, because programs that check mails open links. */
  mailStop: { ...stop, method: 'GET' },
  /** Switches mails of alerts off: the button of that page, or a mail provider's one click (RFC 8058). */
  stopMails: { ...stop, method: 'POST' },
});
