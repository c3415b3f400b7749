import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { NewPushDevice, PushDevice } from './push-devices.ts';

/** Mail providers call from few addresses. */
const limits = [{ by: 'address', count: 300, seconds: 60 }] as const;

/** Notices of members, and the end of mails about their alerts. */
export const noticeRoutes = routes({
  /** The member's devices, and the public key with which a browser subscribes. */
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
  removePushDevice: { method: 'DELETE', path: '/me/push-devices/{device}', access: 'member' },
  /** The page of the link in mails of alerts. It changes nothing, because programs that check mails open links. */
  mailStop: { method: 'GET', path: '/stop/{token}', access: 'anyone', limits, page: {}, reply: z.string() },
  /** Switches mails of alerts off: the button of that page, or a mail provider's one click (RFC 8058). */
  stopMails: { method: 'POST', path: '/stop/{token}', access: 'anyone', limits, page: {}, reply: z.string() },
});
