import type { DefaultValues, FieldPath, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { NewParcel, type Parcel } from '#shared/parcels/contract.ts';
import { type Place, Size } from '#shared/values/fields.ts';
import { endProblems, routeCheck } from '#shared/values/itinerary.ts';
import { amountText } from '#shared/values/money.ts';
import { dayOf } from '#shared/values/time.ts';
import { typedKilos } from '#shared/values/typed/numbers.ts';
import { AmountTyped, DayTyped, moneyTyped } from '#web/forms/typed-fields.ts';
import { inAnyCase } from '#web/forms/zod-resolver.ts';

const { title, description, pickup, delivery, weight, size } = NewParcel.shape;

/** Schema of the wizard (product 2.5): the contract's rules, and those of the form alone. */
export const ParcelForm = z
  .object({
    title,
    description,
    pickup,
    delivery,
    weight,
    size,
    deadline: DayTyped('La date limite est requise', 'La date limite ne peut pas être passée'),
    file: z.optional(z.instanceof(File)),
    price: AmountTyped('laissez ce champ vide'),
    currency: z.enum(['EUR', 'DZD']),
    contentDeclared: z
      .boolean()
      .check(z.refine((declared) => declared, 'Déclarez le contenu de votre colis pour continuer')),
    isFragile: z.boolean(),
    hasElectronics: z.boolean(),
    keepsFile: z.boolean(),
    notified: z.array(z.string()),
  })
  .check(z.check(routeCheck(endProblems), { when: inAnyCase }));

/** The fields as typed. An untouched radio group has no value yet. */
export type ParcelValues = z.input<typeof ParcelForm>;
export type ParcelFormState = UseFormReturn<ParcelValues, unknown, z.output<typeof ParcelForm>>;

const PlaceTyped = z.object({ city: z.string(), countryCode: z.string(), placeId: z.optional(z.string()) });

/** The text of a draft; its file is stored separately. */
export const ParcelDraft = z.object({
  title: z.string(),
  description: z.string(),
  pickup: PlaceTyped,
  delivery: PlaceTyped,
  weight: z.string(),
  size: z.optional(Size),
  deadline: z.string(),
  price: z.string(),
  currency: z.enum(['EUR', 'DZD']),
  contentDeclared: z.boolean(),
  isFragile: z.boolean(),
  hasElectronics: z.boolean(),
  keepsFile: z._default(z.boolean(), true),
  notified: z._default(z.array(z.string()), []),
});

export type ParcelDraftValues = z.output<typeof ParcelDraft>;

export const emptyParcel = {
  title: '',
  description: '',
  pickup: { city: '', countryCode: '' },
  delivery: { city: '', countryCode: '' },
  weight: '',
  size: undefined,
  deadline: '',
  file: undefined,
  price: '',
  currency: 'EUR',
  contentDeclared: false,
  isFragile: false,
  hasElectronics: false,
  keepsFile: true,
  notified: [] as string[],
} satisfies DefaultValues<ParcelValues>;

/** The body of the publication, from values that the form's schema has accepted. */
export function toNewParcel(values: ParcelValues, uploadId: string | undefined): z.input<typeof NewParcel> {
  const {
    file: _file,
    contentDeclared: _declared,
    keepsFile: _kept,
    notified: _told,
    price,
    currency,
    ...facts
  } = values;
  const money = moneyTyped(price, currency);
  return { ...facts, ...(money ? { price: money } : {}), ...(uploadId ? { uploadId } : {}) };
}

export const toEditedParcel = (values: ParcelValues, uploadId: string | undefined) => ({
  ...toNewParcel(values, uploadId),
  keepsFile: values.keepsFile,
});

/** A published parcel as form values; a past day and the declaration must be entered again. */
export function valuesOf(parcel: Parcel): ParcelDraftValues {
  const { title, description, pickup, delivery, size, isFragile, hasElectronics } = parcel;
  const typed = ({ city, countryCode, placeId }: Place) => ({ city, countryCode, ...(placeId ? { placeId } : {}) });
  return {
    ...emptyParcel,
    title,
    description,
    pickup: typed(pickup),
    delivery: typed(delivery),
    size,
    isFragile,
    hasElectronics,
    weight: typedKilos(parcel.weightGrams),
    deadline: parcel.deadline >= dayOf(Date.now()) ? parcel.deadline : '',
    ...(parcel.price ? { price: amountText(parcel.price.amount), currency: parcel.price.currency } : {}),
  };
}

/** Maps fields of a server refusal to fields of the form: `price.amount` to `price`, an upload to `file`. */
export function fieldOf(path: string): FieldPath<ParcelValues> {
  const [head = '', part] = path.split('.');
  if (head === 'uploadId') return 'file';
  if (head === 'pickup' || head === 'delivery') return `${head}.${part === 'countryCode' ? part : 'city'}`;
  return head in emptyParcel ? (head as keyof ParcelValues) : 'title';
}
