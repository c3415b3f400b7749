import type { Corridor } from '#shared/corridors/contract.ts';
import type { ListingKind } from '#shared/search/filter.ts';

/** The first page of a search; it has a `next` while there is more. */
export interface FirstPage<Item = unknown> {
  readonly items: readonly Item[];
  readonly next?: string | undefined;
}

export const nounOf = {
  parcel: { one: 'colis', many: 'colis' },
  trip: { one: 'trajet', many: 'trajets' },
} as const satisfies Record<ListingKind, unknown>;

/** « Colis », « Plus de 20 trajets »: at the start of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** « 12 trajets », « plus de 20 colis »; undefined for none. */
export function countText(kind: ListingKind, { items: { length }, next }: FirstPage): string | undefined {
  if (length === 0) return undefined;
  return `${next === undefined ? '' : 'plus de '}${numberText(kind, length)}`;
}

/** « 12 trajets · 3 colis » */
export const corridorText = ({ trips, parcels }: Pick<Corridor, 'trips' | 'parcels'>): string =>
  [trips > 0 && numberText('trip', trips), parcels > 0 && numberText('parcel', parcels)].filter(Boolean).join(' · ');

const numberText = (kind: ListingKind, count: number) => `${count} ${nounOf[kind][count > 1 ? 'many' : 'one']}`;
