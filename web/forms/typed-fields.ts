import * as z from 'zod/mini';
import type { Money } from '#shared/values/fields.ts';
import { dayOf, isDay } from '#shared/values/time.ts';

/** A day from `DateField`: `required` when empty, `past` when it is before today in Algiers. */
export const DayTyped = (required: string, past: string) =>
  z.string(required).check(
    z.minLength(1, required),
    z.refine(isDay, 'Date incorrecte'),
    z.refine((day) => !isDay(day) || day >= dayOf(Date.now()), past),
  );

/** An amount as typed, `25`, `12,5` or `12.50`; empty when there is none. */
export const AmountTyped = z.string().check(
  z.trim(),
  z.refine((typed) => typed === '' || /^\d{1,6}([.,]\d{1,2})?$/.test(typed), 'Veuillez entrer un nombre valide'),
  z.refine((typed) => !/^0+([.,]0*)?$/.test(typed), 'Indiquez un prix supérieur à zéro, ou laissez ce champ vide'),
);

/** Minor units of the typed text, undefined when it is empty. */
export const moneyTyped = (typed: string, currency: Money['currency']): Money | undefined =>
  typed.trim() === '' ? undefined : { amount: Math.round(Number(typed.replace(',', '.')) * 100), currency };
