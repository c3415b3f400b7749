import * as z from 'zod/mini';
import { type Money, mostPrice, priceTooHigh } from '#shared/values/fields.ts';
import { dayOf, farDay, isDay, isFar } from '#shared/values/time.ts';
import { tidyLine } from '#shared/values/typed/characters.ts';
import { readAmount } from '#shared/values/typed/numbers.ts';

/** A day from `DateField`: `required` when empty, `past` when it is before today in Algiers. */
export const DayTyped = (required: string, past: string) =>
  z.string(required).check(
    z.minLength(1, required),
    z.refine(isDay, 'Date incorrecte'),
    z.refine((day) => !isDay(day) || day >= dayOf(Date.now()), past),
    z.refine((day) => !isFar(day), farDay),
  );

export const PlaceTyped = z.object({ city: z.string(), countryCode: z.string(), placeId: z.optional(z.string()) });

/** A field that may stay empty; `error` is the sentence for a text that is wrong. */
export const orEmpty = <Output>(field: z.ZodMiniType<Output, string | undefined>, error: string) =>
  z.union(
    [
      z.pipe(
        z.literal(''),
        z.transform(() => undefined),
      ),
      field,
    ],
    error,
  );

/** An amount as typed (`readAmount`); empty if there is none. `instead`: the alternative to a price. */
export const AmountTyped = (instead: string) =>
  z.string().check(
    z.refine((typed) => tidyLine(typed) === '' || readAmount(typed) !== undefined, 'Prix incorrect'),
    z.refine((typed) => readAmount(typed)?.amount !== 0, `Indiquez un prix supérieur à zéro, ou ${instead}`),
    z.refine((typed) => (readAmount(typed)?.amount ?? 0) <= mostPrice, priceTooHigh),
  );

/** Minor units of the typed text, undefined if it is empty. A currency in the text overrides the chosen one. */
export function moneyTyped(typed: string, currency: Money['currency']): Money | undefined {
  const read = readAmount(typed);
  return read && { currency, ...read };
}
