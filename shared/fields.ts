import * as z from 'zod/mini';

/** Field schemas that several slices share. Lengths are counted after trim, in characters. */

export const maxLength = {
  name: 60,
  title: 80,
  description: 2000,
  city: 80,
  phone: 20,
  email: 254,
  reason: 500,
  notes: 500,
  comment: 1000,
  message: 2000,
} as const;

const characters = (text: string) => Array.from(text).length;

/** A trimmed text of 1 to `max` characters; `required` is the sentence when it is empty. Control characters are refused. */
export const text = (max: number, required: string) =>
  z.pipe(
    z.string(required).check(z.maxLength(max * 8, tooLong(max))),
    z.pipe(
      z.transform((value: string) => value.normalize('NFC').trim()),
      z.string().check(
        z.minLength(1, required),
        z.refine((value) => characters(value) <= max, tooLong(max)),
        z.refine((value) => !/[^\P{Cc}\n\t\r]/u.test(value), 'Ce texte contient des caractères interdits'),
      ),
    ),
  );

const tooLong = (max: number) => `Ce texte est trop long (${max} caractères au maximum)`;

/** Any id of ours is a UUID; a malformed one is simply not found, so its shape is checked in bodies only. */
export const Id = z
  .string('Identifiant manquant')
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Identifiant incorrect'));

/** A calendar day, `YYYY-MM-DD`, that exists. */
export const Day = (required: string) =>
  z.string(required).check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Date incorrecte'),
    z.refine((day) => isRealDay(day), 'Date incorrecte'),
  );

function isRealDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return (
    Number.isFinite(time) && new Date(time).toISOString().startsWith(day) && day >= '2000-01-01' && day < '2100-01-01'
  );
}

/** Lower-cased and trimmed, as Cognito keeps it. */
export const Email = z.pipe(
  z.string('Email invalide').check(z.maxLength(maxLength.email, 'Email invalide')),
  z.pipe(
    z.transform((value: string) => value.trim().toLowerCase()),
    z.string().check(z.email('Email invalide')),
  ),
);

/** At least 10 characters (spec 1 §9): digits with an optional `+`, spaces, dots, dashes and brackets; kept without them. */
export const Phone = z.pipe(
  z.string('Numéro de téléphone invalide').check(z.maxLength(40, 'Numéro de téléphone invalide')),
  z.pipe(
    z.transform((value: string) => value.replaceAll(/[\s().-]/g, '')),
    z.string().check(z.regex(/^\+?\d{10,19}$/, 'Numéro de téléphone invalide')),
  ),
);

export const Reason = text(maxLength.reason, 'Indiquez le motif');

/** Listing page position: opaque to callers. */
export const Cursor = z.optional(z.string().check(z.maxLength(2000, 'Page inconnue')));

/** A page of things, `next` absent on the last one. */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), next: z.optional(z.string()) });

/** Amount in minor units (cents, centimes) with its currency. */
export const Money = z.object({ amount: z.int(), currency: z.enum(['EUR', 'DZD']) });
export type Money = z.infer<typeof Money>;

/** A price as typed in a form: 0,01 to 100,000 in major units. */
export const NewPrice = z.strictObject({
  amount: z.int('Prix incorrect').check(z.gte(1, 'Prix incorrect'), z.lte(10_000_000, 'Prix incorrect')),
  currency: z.enum(['EUR', 'DZD'], 'Devise inconnue'),
});

/** One end of a listing. `placeId` is a GeoNames id when the city was chosen from the list. */
export const Place = z.object({
  city: z.string(),
  country: z.string(),
  countryCode: z.string(),
  placeId: z.optional(z.string()),
});
export type Place = z.infer<typeof Place>;

/** One end of a listing as a member types it; the server looks up the names. */
export const NewPlace = z.strictObject({
  countryCode: z.string('Le pays est requis').check(z.regex(/^[A-Z]{2}$/, 'Le pays est requis')),
  city: text(maxLength.city, 'La ville est requise'),
  placeId: z.optional(z.string().check(z.regex(/^\d{1,10}$/, 'La ville est requise'))),
});

/** A member as others see him beside a listing or a message. */
export const Card = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  avatarUrl: z.optional(z.string()),
  verified: z.boolean(),
  rating: z.optional(z.number()),
  reviewCount: z.int(),
});
export type Card = z.infer<typeof Card>;

export const AdminStatus = z.enum(['pending', 'approved', 'rejected']);
export type AdminStatus = z.infer<typeof AdminStatus>;

export const Size = z.enum(['small', 'medium', 'large'], 'La taille est requise');
export type Size = z.infer<typeof Size>;
