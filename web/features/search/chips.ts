import { filterText, type ListingKind, readFilter } from '#shared/search/filter.ts';
import { longDay } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { partText } from '#web/features/search/filter-words.ts';
import { countryIn, type Filters, orders, type Side } from '#web/features/search/filters.ts';

export interface Chip {
  label: string;
  without: Filters;
}

/** The filters in force by route and date as words, each with the filters that remain without it. */
export function routeChipsOf(filters: Filters): Chip[] {
  const sides = [
    ['from', 'Départ'],
    ['to', 'Arrivée'],
  ] as const;
  const chips = sides.flatMap(([side, word]): Chip[] => {
    const { city, placeId } = filters[side];
    const country = countryIn(filters[side]);
    const chip = (text: string, place: Side): Chip => ({
      label: `${word} : ${isolated(text)}`,
      without: { ...filters, [side]: place },
    });
    if (placeId) return [chip([city, country].filter(Boolean).join(', '), { city: '' })];
    return [
      ...(city.trim() ? [chip(city.trim(), { ...filters[side], city: '' })] : []),
      ...(country ? [chip(country, { city })] : []),
    ];
  });
  return filters.date
    ? [...chips, { label: `À partir du ${longDay(filters.date)}`, without: { ...filters, date: '' } }]
    : chips;
}

/** All filters in force for a kind, the same way. The order is none. */
export const chipsOf = (filters: Filters, kind: ListingKind): Chip[] => [
  ...routeChipsOf(filters),
  ...readFilter(kind, filterText(filters.parts))
    .filter((part) => !orders.includes(part))
    .map((part) => ({
      label: partText(kind, part),
      without: { ...filters, parts: filters.parts.filter((other) => other !== part) },
    })),
];
