import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { Advertisement, AdvertisementPosition } from '../site/contract.ts';
import { Cursor, Id, line, maxLength, pageOf, text } from '../values/fields.ts';
import { Scanning } from '../values/files.ts';
import { plainDashes, plainDigits, tidyLine } from '../values/typed/characters.ts';
import { readWhole } from '../values/typed/numbers.ts';

/**
 * The normalised link of an advertisement: `https`, a host name, without user name and password. Undefined for every
 * other text.
 */
export function safeLink(typed: string): string | undefined {
  if (!URL.canParse(typed)) return undefined;
  const { protocol, username, password, hostname, href } = new URL(typed);
  const isSafe = protocol === 'https:' && username === '' && password === '' && hostname.includes('.');
  return isSafe ? href : undefined;
}

/** A whole number of any size and sign, the nearest that is exact; 0 for other texts (product 2.5). */
export function priorityOf(typed: unknown): number {
  const number = typeof typed === 'string' ? wholeIn(plainDashes(plainDigits(tidyLine(typed)))) : typed;
  if (typeof number !== 'number' || Number.isNaN(number)) return 0;
  return Math.trunc(Math.min(Number.MAX_SAFE_INTEGER, Math.max(Number.MIN_SAFE_INTEGER, number))) + 0;
}

function wholeIn(text: string): number {
  const [, sign = '', digits = ''] = /^([+-]?)\s?(.*)$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (readWhole(digits) ?? Number.parseInt(digits, 10));
}

const Link = z.pipe(
  text(maxLength.shortText).check(
    z.refine(
      (typed) => typed === '' || safeLink(typed) !== undefined,
      'Adresse incorrecte : elle commence par https://',
    ),
  ),
  z.transform((typed) => safeLink(typed) ?? ''),
);

const typed = {
  title: line(maxLength.title, 'Le titre est requis'),
  description: z.optional(text(maxLength.shortText)),
  linkUrl: z.optional(Link),
  position: AdvertisementPosition,
  priority: z._default(z.pipe(z.transform(priorityOf), z.int()), 0),
  isActive: z._default(z.boolean(), true),
  uploadId: z.optional(Id),
};

export const NewAdvertisement = z.strictObject(typed);
export type NewAdvertisement = z.output<typeof NewAdvertisement>;

export const AdminAdvertisement = z.object({
  ...Advertisement.shape,
  position: AdvertisementPosition,
  priority: z.int(),
  isActive: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.optional(z.string()),
  version: z.int(),
});
export type AdminAdvertisement = z.infer<typeof AdminAdvertisement>;

const ofOne = '/admin/advertisements/{advertisementId}';

export const adminAdvertisementRoutes = routes({
  adminAdvertisements: {
    method: 'GET',
    path: '/admin/advertisements',
    access: 'admin',
    query: z.object({ cursor: Cursor }),
    reply: pageOf(AdminAdvertisement),
  },
  createAdvertisement: {
    method: 'POST',
    path: '/admin/advertisements',
    access: 'admin',
    body: NewAdvertisement,
    status: 201,
    idempotency: 'required',
    reply: z.union([AdminAdvertisement, Scanning]),
  },
  /** The whole advertisement again. The picture stays unless another one is sent or `keepsPicture` is false. */
  updateAdvertisement: {
    method: 'PATCH',
    path: ofOne,
    access: 'admin',
    body: z.strictObject({ ...typed, keepsPicture: z._default(z.boolean(), true) }),
    idempotency: 'required',
    ifMatch: true,
    reply: z.union([AdminAdvertisement, Scanning]),
  },
  /** Sends the wanted state, so that a repeated call does not toggle it back. */
  setAdvertisementActive: {
    method: 'PUT',
    path: `${ofOne}/active`,
    access: 'admin',
    body: z.strictObject({ isActive: z.boolean() }),
    ifMatch: true,
    reply: AdminAdvertisement,
  },
  deleteAdvertisement: { method: 'DELETE', path: ofOne, access: 'admin', ifMatch: true },
});
