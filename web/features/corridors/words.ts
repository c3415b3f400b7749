import type { ListingKind } from '#shared/search/filter.ts';
import { isFull, type Room } from '#shared/trips/fields.ts';

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

export interface FirstPages {
  readonly parcel: FirstPage;
  readonly trip: FirstPage<Room>;
}

/** « 12 trajets » with room, « au moins 20 trajets » while there are pages that may be full; undefined for none. */
export function roomyCountText({ items, next }: FirstPage<Room>): string | undefined {
  const count = items.filter((trip) => !isFull(trip)).length;
  return count === 0 ? undefined : `${next === undefined ? '' : 'au moins '}${numberText('trip', count)}`;
}

/** « 12 colis », « plus de 20 colis »; undefined for none. */
export function countText(kind: ListingKind, { items: { length }, next }: FirstPage): string | undefined {
  return length === 0 ? undefined : `${next === undefined ? '' : 'plus de '}${numberText(kind, length)}`;
}

/** « 3 trajets, dont 1 complet »: of the listed trips, with or without room. */
export function tripCountText(trips: FirstPage<Room>): string | undefined {
  const full = trips.items.filter(isFull).length;
  const complete = full > 1 ? 'complets' : 'complet';
  const listed = countText('trip', trips);
  if (full === 0 || trips.next !== undefined) return listed;
  return full === trips.items.length ? `${listed} ${complete}` : `${listed}, dont ${full} ${complete}`;
}

const numberText = (kind: ListingKind, count: number) => `${count} ${nounOf[kind][count > 1 ? 'many' : 'one']}`;
