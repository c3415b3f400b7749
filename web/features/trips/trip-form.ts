import type { DefaultValues, FieldPath, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { type NewTrip, NewTrip as NewTripSchema, type Trip } from '#shared/trips/contract.ts';
import { freeGrams } from '#shared/trips/fields.ts';
import { bookedText } from '#shared/trips/rules.ts';
import { transportLabels } from '#shared/trips/words.ts';
import { maxLength, text } from '#shared/values/fields.ts';
import { routeCheck, tripProblems } from '#shared/values/itinerary.ts';
import { countryName } from '#shared/values/places.ts';
import { longDay } from '#shared/values/time.ts';
import { isolated, tidyLine } from '#shared/values/typed/characters.ts';
import { AmountTyped, DayTyped, moneyTyped } from '#web/forms/typed-fields.ts';
import { inAnyCase } from '#web/forms/zod-resolver.ts';

export const weightBounds = { min: 1, max: 20, first: 5 } as const;
export const mostStops = 5;

const facts = NewTripSchema.shape;

/** Schema of the form (product 2.5): the contract's rules, and those of the form alone. */
const TripForm = z
  .object({
    depart: facts.depart,
    arrival: facts.arrival,
    stops: z.array(facts.depart).check(z.maxLength(mostStops, 'Cinq étapes au maximum')),
    transport: facts.transport,
    travelDate: DayTyped('La date de départ est requise', 'La date de départ ne peut pas être passée'),
    maxWeightKg: facts.maxWeightKg,
    maxSize: facts.maxSize,
    priceType: facts.priceType,
    amount: AmountTyped('choisissez « Prix à convenir »'),
    currency: z.enum(['EUR', 'DZD']),
    notes: text(maxLength.notes),
    acceptsFragile: z.boolean(),
    acceptsElectronics: z.boolean(),
  })
  .check(
    z.refine((trip) => trip.priceType === 'negotiable' || tidyLine(trip.amount) !== '', {
      path: ['amount'],
      error: 'Indiquez un prix, ou choisissez «\u00a0Prix à convenir\u00a0»',
      when: inAnyCase,
    }),
    z.check(routeCheck(tripProblems), { when: inAnyCase }),
  );
/** `bookedGrams`: of the parcels that count on the edited trip. */
export const tripFormOf = ({ bookedGrams = 0 }: Pick<Trip, 'bookedGrams'>) =>
  TripForm.check(
    z.refine(({ maxWeightKg }) => freeGrams({ maxWeightKg, bookedGrams }) >= 0, {
      path: ['maxWeightKg'],
      error: bookedText(bookedGrams),
      when: inAnyCase,
    }),
  );
export type TripValues = z.input<typeof TripForm>;
export type TripOutput = z.output<typeof TripForm>;
export type TripFormState = UseFormReturn<TripValues, unknown, TripOutput>;

export const emptyPlace = { city: '', countryCode: '' };

export const emptyTrip = {
  depart: emptyPlace,
  arrival: emptyPlace,
  stops: [] as TripValues['stops'],
  transport: undefined,
  travelDate: '',
  maxWeightKg: weightBounds.first,
  maxSize: 'medium',
  priceType: 'fixed',
  amount: '',
  currency: 'EUR',
  notes: '',
  acceptsFragile: false,
  acceptsElectronics: false,
} satisfies DefaultValues<TripValues>;

/** The body of the publication, from values that the form's schema has accepted. */
export function toNewTrip({ amount, currency, notes, ...trip }: TripValues): z.input<typeof NewTripSchema> {
  const price = trip.priceType === 'negotiable' ? undefined : moneyTyped(amount, currency);
  return { ...trip, ...(price ? { price } : {}), ...(notes.trim() ? { notes: notes.trim() } : {}) };
}

/** « Paris, France → Alger, Algérie, via Lyon, avion, vendredi 12 décembre 2026, jusqu'à 8 kg » */
export function tripSentence({ depart, arrival, stops, transport, travelDate, maxWeightKg }: TripValues): string {
  const name = ({ city, countryCode }: NewTrip['depart']) =>
    [isolated(city.trim()), countryName(countryCode)].filter(Boolean).join(', ');
  return [
    `${name(depart)} → ${name(arrival)}`,
    ...(stops.length > 0 ? [`via ${stops.map(({ city }) => isolated(city.trim())).join(', ')}`] : []),
    transportLabels[transport].toLowerCase(),
    longDay(travelDate),
    `jusqu'à ${maxWeightKg} kg`,
  ].join(', ');
}

/** Maps fields of a server refusal to fields of the form: `price.amount` to `amount`. */
export function fieldOf(path: string): FieldPath<TripValues> {
  const [head = '', part] = path.split('.');
  if (head === 'price') return 'amount';
  if (head === 'depart' || head === 'arrival') return `${head}.${part === 'countryCode' ? part : 'city'}`;
  if (head === 'stops') return path as FieldPath<TripValues>;
  return head in emptyTrip ? (head as keyof TripValues) : 'depart.city';
}
