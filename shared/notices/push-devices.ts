import * as z from 'zod/mini';
import { line } from '../values/fields.ts';

export const PushDevice = z.object({
  device: z.string(),
  name: z.string(),
  addedAt: z.string(),
  /** Our key with which its browser subscribed; pushes that are signed by another key are refused. */
  publicKey: z.optional(z.string()),
});
export type PushDevice = z.infer<typeof PushDevice>;

/** A member has so many; one more replaces the one that was seen longest ago (rule 149). */
export const mostDevices = 5;

/** Sessions end so many days after the sign-in, and their devices with them (rule 152). */
export const deviceDays = 30;

const unsupported = 'Les notifications de ce navigateur ne sont pas prises en charge.';

/** The services of the browsers' makers. The server calls no other address that a member names. */
const services =
  /^(?:fcm\.googleapis\.com|(?:[a-z\d-]+\.)+(?:push\.services\.mozilla|push\.apple|notify\.windows)\.com)$/;

function isOfService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { href, protocol, hostname, port, username, password } = new URL(endpoint);
  // Other spellings of an address are read differently by different parsers.
  if (href !== endpoint) return false;
  return protocol === 'https:' && services.test(hostname) && `${port}${username}${password}` === '';
}

const key = (pattern: RegExp) => z.string(unsupported).check(z.regex(pattern, unsupported));

/** A subscription as browsers make it; the keys are base64url: two points of P-256 and 16 bytes. */
const subscription = {
  endpoint: z.string(unsupported).check(z.maxLength(1000, unsupported), z.refine(isOfService, unsupported)),
  p256dh: key(/^[\w-]{87}=?$/),
  auth: key(/^[\w-]{22}(==)?$/),
  /** Our key with which the browser subscribed; without it, the present one. */
  publicKey: z.optional(key(/^[\w-]{87}$/)),
};

export const NewPushDevice = z.strictObject({
  ...subscription,
  name: line(60, 'Indiquez le nom de cet appareil'),
  /** The member's device whose subscription this one replaces. */
  replaces: z.optional(z.string()),
});
export type NewPushDevice = z.infer<typeof NewPushDevice>;

/** A subscription in the place of one whose secret the browser still has. */
export const RenewedPushDevice = z.strictObject({
  ...subscription,
  old: z.strictObject({ endpoint: subscription.endpoint, auth: subscription.auth }),
});
