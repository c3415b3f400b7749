import * as z from 'zod/mini';
import { Bank } from '../banks/contract.ts';
import { routes } from '../route.ts';
import { SubscriptionInfo } from '../subscriptions/yearly.ts';
import { Email, line, maxLength, text } from '../values/fields.ts';

export const AdvertisementPosition = z.enum(['home', 'sidebar', 'header', 'footer'], 'Emplacement inconnu');
export type AdvertisementPosition = z.infer<typeof AdvertisementPosition>;

export const Advertisement = z.object({
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  imageUrl: z.optional(z.string()),
  linkUrl: z.optional(z.string()),
});
export type Advertisement = z.infer<typeof Advertisement>;

export const ContactTopic = z.enum(
  ['account', 'identity', 'parcels', 'delivery', 'payment', 'withdrawal', 'other'],
  'Choisissez un sujet',
);
export type ContactTopic = z.infer<typeof ContactTopic>;

export const ContactMessage = z.strictObject({
  name: line(maxLength.name, 'Le nom est requis'),
  email: Email,
  topic: ContactTopic,
  message: text(maxLength.message, 'Écrivez votre message'),
  parcelNumber: z.optional(line(40, 'Numéro de colis incorrect')),
});
export type ContactMessage = z.infer<typeof ContactMessage>;

export const siteRoutes = routes({
  health: { method: 'GET', path: '/health', access: 'anyone', reply: z.object({ ok: z.literal(true) }) },
  advertisements: {
    method: 'GET',
    path: '/public/advertisements',
    access: 'anyone',
    query: z.object({ position: AdvertisementPosition }),
    reply: z.object({ items: z.array(Advertisement) }),
  },
  subscriptionInfo: { method: 'GET', path: '/public/subscription', access: 'anyone', reply: SubscriptionInfo },
  banks: { method: 'GET', path: '/public/banks', access: 'anyone', reply: z.object({ items: z.array(Bank) }) },
  /** Writes to the administrators. The reply contains the reference number of the request. */
  contactUs: {
    method: 'POST',
    path: '/contact',
    access: 'anyone',
    body: ContactMessage,
    status: 202,
    idempotency: 'own',
    limits: [
      { by: 'address', count: 60, seconds: 3600 },
      { by: 'emailFromAddress', count: 5, seconds: 3600 },
    ],
    reply: z.object({ reference: z.string() }),
  },
});
