import * as z from 'zod/mini';
import { farDay, isDay, isFar } from './time.ts';
import { lengthOf, tidy, tidyEmail, tidyLine } from './typed/characters.ts';
import { readDay } from './typed/days.ts';

/** Field schemas that several slices share. Lengths are in characters of the normalised text (rule 199). */

export const maxLength = {
  name: 60,
  title: 80,
  description: 2000,
  city: 80,
  email: 254,
  /** Longest user name in Cognito, in characters. */
  accountEmail: 128,
  reason: 500,
  notes: 500,
  positionNote: 200,
  offerNote: 500,
  shortText: 200,
  comment: 1000,
  message: 2000,
} as const;

/** More marks than any script puts on one letter; they would cover the lines around it. */
const piledMarks = /\p{M}{5}/u;
/** Half of a UTF-16 surrogate pair, and NUL. */
const noText = /[\p{Cs}\0]/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;
const forbidden = 'Ce texte contient des caractères interdits';

export const isHarmful = (value: string) => piledMarks.test(value) || noText.test(value);

/** Normalises a typed text (`clean`), then checks it. `required` is the sentence for an empty text. */
export const typed = (
  max: number,
  required: string | undefined,
  clean: (value: string) => string,
  ...checks: Parameters<z.ZodMiniString['check']>
) =>
  z.pipe(
    z.string(required ?? tooLong(max)).check(z.maxLength(max * 8, tooLong(max))),
    z.pipe(
      z.transform(clean),
      z.string().check(
        ...(required === undefined ? [] : [z.refine<string>((value) => visible.test(value), required)]),
        z.refine((value) => lengthOf(value) <= max, tooLong(max)),
        ...checks,
      ),
    ),
  );

/** A normalised text of several lines (`tidy`), 1 to `max` characters; without `required` it may be empty. */
export const text = (max: number, required?: string) =>
  typed(
    max,
    required,
    (value) => tidy(value).trim(),
    z.refine((value) => !noText.test(value), forbidden),
  );

const oneLine = 'Écrivez ce texte sur une seule ligne';

export const line = (max: number, required: string) =>
  typed(
    max,
    required,
    tidyLine,
    z.refine((value) => !value.includes('\n'), oneLine),
    z.refine((value) => !isHarmful(value), forbidden),
  );

export const wanted = (max: number) => typed(max, undefined, tidyLine);

const tooLong = (max: number) => `Ce texte est trop long (${max} caractères au maximum)`;

/** All our ids are UUIDs. A malformed one is not found anyway, so only bodies check the format. */
export const Id = z
  .string('Identifiant manquant')
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Identifiant incorrect'));

/** An existing calendar day of this century, as people write it (`readDay`); the result is `YYYY-MM-DD`. */
export const Day = (required: string) =>
  z.pipe(
    z.pipe(
      z.string(required),
      z.transform((typed) => readDay(typed) ?? ''),
    ),
    z.string().check(
      z.refine((day) => isDay(day) && day >= '2000-01-01', 'Date incorrecte'),
      z.refine((day) => !isFar(day), farDay),
    ),
  );

export const Email = z.pipe(
  z.string('Email invalide').check(z.maxLength(maxLength.email, 'Email invalide')),
  z.pipe(z.transform(tidyEmail), z.string().check(z.email('Email invalide'))),
);

/** The address of an account, with a lower limit because of Cognito's longest user name. */
export const AccountEmail = Email.check(
  z.maxLength(
    maxLength.accountEmail,
    `Cette adresse est trop longue (${maxLength.accountEmail} caractères au maximum)`,
  ),
);

export const Reason = text(maxLength.reason, 'Indiquez le motif');

/** Position in a list; opaque to callers. */
export const Cursor = z.optional(z.string().check(z.maxLength(2000, 'Page inconnue')));

export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), next: z.optional(z.string()) });

/** Amount in minor units (cents, centimes) with its currency. */
export const Money = z.object({ amount: z.int(), currency: z.enum(['EUR', 'DZD']) });
export type Money = z.infer<typeof Money>;

/** Highest price, in minor units. */
export const mostPrice = 10_000_000;
export const priceTooHigh = 'Prix trop élevé : 100\u00a0000 au maximum';

/** A price as typed in a form: 0,01 to 100,000 in major units. */
export const NewPrice = z.strictObject({
  amount: z.int('Prix incorrect').check(z.gte(1, 'Prix incorrect'), z.lte(mostPrice, priceTooHigh)),
  currency: z.enum(['EUR', 'DZD'], 'Devise inconnue'),
});

/** One end of a route. `placeId` is an id of the place data when the city was chosen from the list. */
export const Place = z.object({
  city: z.string(),
  country: z.string(),
  countryCode: z.string(),
  placeId: z.optional(z.string()),
});
export type Place = z.infer<typeof Place>;

export const WantedPlace = z.optional(z.string().check(z.regex(/^\d{1,10}$/, 'Lieu inconnu')));

/** One end of a route as a member types it; the server looks up the names. */
export const NewPlace = z.strictObject({
  countryCode: z.string('Le pays est requis').check(z.regex(/^[A-Z]{2}$/, 'Le pays est requis')),
  city: line(maxLength.city, 'La ville est requise'),
  placeId: z.optional(z.string().check(z.regex(/^\d{1,10}$/, 'La ville est requise'))),
});

/** A member as others see them beside a listing or a message. */
export const Card = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  avatarUrl: z.optional(z.string()),
  verified: z.boolean(),
  rating: z.optional(z.number()),
  reviewCount: z.int(),
  /** Blocked or deleted: cannot receive messages and has no page. */
  unavailable: z.optional(z.literal(true)),
});
export type Card = z.infer<typeof Card>;

export const AdminStatus = z.enum(['pending', 'approved', 'rejected']);
export type AdminStatus = z.infer<typeof AdminStatus>;

export const Size = z.enum(['small', 'medium', 'large'], 'La taille est requise');
export type Size = z.infer<typeof Size>;
