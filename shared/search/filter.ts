import { Transport } from '../trips/fields.ts';
import { Size } from '../values/fields.ts';

export type ListingKind = 'parcel' | 'trip';

export const weightChoices = [2, 5, 10, 20] as const;

/** The second order of each kind (product 2.5). */
export const secondOrder = { parcel: 'soonest', trip: 'newest' } as const satisfies Record<ListingKind, string>;

/**
 * One filter of a search besides route and date. Size and weight describe a parcel: parcels of this size and at most
 * this weight, trips that take such a parcel.
 */
export type FilterPart =
  | (typeof secondOrder)[ListingKind]
  | 'verified'
  | 'fragile'
  | `size-${Size}`
  | `weight-${(typeof weightChoices)[number]}`
  | `transport-${Transport}`;

const ofBoth: readonly FilterPart[] = [
  'verified',
  ...Size.options.map((size) => `size-${size}` as const),
  ...weightChoices.map((kg) => `weight-${kg}` as const),
];

const filterParts: Readonly<Record<ListingKind, readonly FilterPart[]>> = {
  parcel: [secondOrder.parcel, ...ofBoth],
  trip: [secondOrder.trip, 'fragile', ...Transport.options.map((means) => `transport-${means}` as const), ...ofBoth],
};

/** Parts of one group exclude each other: one size, one weight, one transport. */
const groupOf = (part: FilterPart): string => part.split('-')[0] ?? part;

/** Filters as one text, the same for the same filters. */
export const filterText = (parts: Iterable<FilterPart>): string => [...parts].toSorted().join('.');

/** The filters in a text that a kind has, one of each group. */
export function readFilter(kind: ListingKind, text: string): FilterPart[] {
  const given = new Set(text.split('.'));
  const known = filterParts[kind].filter((part) => given.has(part));
  return [...new Map(known.map((part) => [groupOf(part), part])).values()];
}

export const isFilter = (kind: ListingKind, text: string): boolean =>
  text !== '' && filterText(readFilter(kind, text)) === text;

export const isAlertFilter = (kind: ListingKind, text: string): boolean =>
  isFilter(kind, text) && !readFilter(kind, text).includes(secondOrder[kind]);

export interface ListingFacts {
  readonly size: Size;
  readonly kilos: number;
  readonly ownerIsVerified: boolean;
  readonly transport?: Transport | undefined;
  readonly acceptsFragile?: boolean | undefined;
}

export const meets = (kind: ListingKind, parts: readonly FilterPart[], facts: ListingFacts): boolean =>
  parts.every((part) => {
    const [, value = ''] = part.split('-');
    switch (groupOf(part)) {
      case 'verified':
        return facts.ownerIsVerified;
      case 'fragile':
        return facts.acceptsFragile === true;
      case 'transport':
        return facts.transport === value;
      case 'size':
        return kind === 'parcel'
          ? facts.size === value
          : Size.options.indexOf(facts.size) >= Size.options.indexOf(value as Size);
      case 'weight':
        return kind === 'parcel' ? facts.kilos <= Number(value) : facts.kilos >= Number(value);
      default:
        return true;
    }
  });
