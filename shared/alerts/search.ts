import { isAlertFilter, type ListingKind } from '../search/filter.ts';
import { isSamePlace, type Point, type RouteProblem } from '../values/itinerary.ts';

type End = Omit<Point, 'city'> & { readonly city?: string | undefined };

interface Search {
  readonly kind: ListingKind;
  readonly from?: End | undefined;
  readonly to?: End | undefined;
  readonly date?: string | undefined;
  readonly filter?: string | undefined;
}

/** Two alerts with the same key find the same listings: only their end and the time of the news may differ. */
export const searchKey = ({ kind, from, to, date, filter }: Search): string =>
  JSON.stringify([
    kind,
    ...[from, to].map((side) => side && [side.countryCode, side.placeId ?? side.city]),
    date,
    filter,
  ]);

/** Problems of a search that do not depend on the day: it has a side, its two places differ, its filter is known. */
export function alertProblems({ kind, from, to, filter }: Search): RouteProblem[] {
  const [start, end] = [from, to].map((side) => (side?.city ? { ...side, city: side.city } : undefined));
  return [
    ...(from || to ? [] : [{ path: ['from'], message: 'Indiquez un départ ou une arrivée' }]),
    ...(start && end && isSamePlace(start, end)
      ? [{ path: ['to'], message: "Le départ et l'arrivée sont identiques" }]
      : []),
    ...(filter === undefined || isAlertFilter(kind, filter) ? [] : [{ path: ['filter'], message: 'Filtre inconnu' }]),
  ];
}
