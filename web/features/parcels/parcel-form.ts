import type { DefaultValues, FieldPath, UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { Category, type Content, contentsMissing, countWrong, mostPieces, What } from '#shared/parcels/contents.ts';
import { contentsProblems, listsElectronics } from '#shared/parcels/contents-rules.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { NewParcel } from '#shared/parcels/fields.ts';
import { type Place, Size } from '#shared/values/fields.ts';
import { endProblems, type RouteProblem, routeCheck } from '#shared/values/itinerary.ts';
import { amountText } from '#shared/values/money.ts';
import { dayOf } from '#shared/values/time.ts';
import { readWhole, typedKilos } from '#shared/values/typed/numbers.ts';
import { AmountTyped, DayTyped, moneyTyped, PlaceTyped } from '#web/forms/typed-fields.ts';
import { inAnyCase } from '#web/forms/zod-resolver.ts';

const { title, description, pickup, delivery, weight, size } = NewParcel.shape;

const readCount = (typed: string) => {
  const count = readWhole(typed) ?? 0;
  return count >= 1 && count <= mostPieces ? count : undefined;
};

interface Declared extends Record<'pickup' | 'delivery', { readonly countryCode: string }> {
  readonly contents: readonly Omit<Content, 'count'>[];
}

/** Refuses what customs refuse. The table comes with the list, after the first view; without it the server judges. */
async function checkCustoms(check: { value: Declared; issues: unknown[] }): Promise<void> {
  const table = await import('#shared/parcels/customs.ts').catch(() => undefined);
  routeCheck(({ contents, pickup, delivery }: Declared): RouteProblem[] =>
    table ? table.refusedContents(contents, pickup.countryCode, delivery.countryCode) : [],
  )(check);
}

const ContentTyped = z.object({
  category: Category,
  count: z.string().check(z.refine((typed) => readCount(typed) !== undefined, countWrong)),
  what: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => typed.trim() || undefined),
    ),
    z.optional(What),
  ),
});

/** Schema of the wizard (product 2.5): the contract's rules, and those of the form alone. */
export const ParcelForm = z
  .object({
    title,
    description,
    contents: z.array(ContentTyped).check(z.minLength(1, contentsMissing)),
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
  .check(
    z.check(routeCheck(endProblems), { when: inAnyCase }),
    z.check(
      routeCheck(({ contents }: Declared) => contentsProblems(contents)),
      { when: inAnyCase },
    ),
    z.check(checkCustoms, { when: inAnyCase }),
  );

/** The fields as typed. An untouched radio group has no value yet. */
export type ParcelValues = z.input<typeof ParcelForm>;
export type ParcelFormState = UseFormReturn<ParcelValues, unknown, z.output<typeof ParcelForm>>;

/** The text of a draft; its file is stored separately. */
export const ParcelDraft = z.object({
  title: z.string(),
  description: z.string(),
  contents: z._default(z.array(z.object({ category: Category, count: z.string(), what: z.string() })), []),
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
  contents: [] as ParcelValues['contents'],
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
    contents,
    ...facts
  } = values;
  const money = moneyTyped(price, currency);
  return {
    ...facts,
    contents: toContents(contents),
    ...(money ? { price: money } : {}),
    ...(uploadId ? { uploadId } : {}),
  };
}

/** The list as typed, with the numbers read. */
export const toContents = (contents: ParcelValues['contents']): Parcel['contents'] =>
  contents.map(({ category, count, what }) => ({
    category,
    count: readCount(count) ?? 0,
    ...(what.trim() ? { what: what.trim() } : {}),
  }));

/** Its sender has ticked it, or lists a device. */
export const isElectronic = ({ hasElectronics, contents }: Pick<ParcelValues, 'hasElectronics' | 'contents'>) =>
  hasElectronics || listsElectronics(contents);

export const toEditedParcel = (values: ParcelValues, uploadId: string | undefined) => ({
  ...toNewParcel(values, uploadId),
  keepsFile: values.keepsFile,
});

/** A published parcel as form values; a past day and the declaration must be entered again. */
export function valuesOf(parcel: Parcel): ParcelDraftValues {
  const { title, description, contents, pickup, delivery, size, isFragile } = parcel;
  const typed = ({ city, countryCode, placeId }: Place) => ({ city, countryCode, ...(placeId ? { placeId } : {}) });
  return {
    ...emptyParcel,
    title,
    description,
    pickup: typed(pickup),
    delivery: typed(delivery),
    size,
    isFragile,
    // The server has ticked it for its list alone, which may change.
    hasElectronics: parcel.hasElectronics && !listsElectronics(contents),
    contents: contents.map(({ category, count, what = '' }) => ({ category, count: String(count), what })),
    weight: typedKilos(parcel.weightGrams),
    deadline: parcel.deadline >= dayOf(Date.now()) ? parcel.deadline : '',
    ...(parcel.price ? { price: amountText(parcel.price.amount), currency: parcel.price.currency } : {}),
  };
}

/** Maps fields of a server refusal to fields of the form: `price.amount` to `price`, an upload to `file`. Rows stay. */
export function fieldOf(path: string): FieldPath<ParcelValues> {
  const [head = '', part] = path.split('.');
  if (head === 'uploadId') return 'file';
  if (head === 'contents') return path as 'contents';
  if (head === 'pickup' || head === 'delivery') return `${head}.${part === 'countryCode' ? part : 'city'}`;
  return head in emptyParcel ? (head as keyof ParcelValues) : 'title';
}
