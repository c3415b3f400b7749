import fc from 'fast-check';
import { isForward, type Kind, partitionsOf, type SearchPosition } from '#functions/search/index/listing.ts';
import { type PlaceCounts, packPlaceCounts, unpackPlaceCounts } from '#functions/search/index/place-counts.ts';
import type { ReadPage } from '#functions/search/query/merge.ts';
import type { Filter } from '#functions/search/query/planner.ts';
import { countriesMeant } from '#shared/values/countries.ts';
import type { Place } from '#shared/values/fields.ts';
import { containsName, isSameName } from '#shared/values/place-names.ts';
import { countryName } from '#shared/values/places.ts';
import { termsOf } from './terms.ts';

/** Random listings and searches, and their expected results. */
export interface ModelRow {
  readonly order: string;
  readonly position: SearchPosition;
}

export const place = (city: string, countryCode: string, placeId?: string): Place => ({
  city,
  countryCode,
  country: countryName(countryCode) ?? countryCode,
  ...(placeId === undefined ? {} : { placeId }),
});
const places = [
  place('Paris', 'FR', '1'),
  place('Saint-Étienne', 'FR', '2'),
  place('Alençon', 'FR', '3'),
  place('Villeneuve', 'FR'),
  place('Alger', 'DZ', '4'),
  place('Oran', 'DZ', '5'),
  place('Bordj El Kiffan', 'DZ'),
  place('Paris', 'CA', '6'),
  place('Almería', 'ES', '7'),
];

export const positions = (kind: Kind) =>
  fc
    .array(
      fc.record({
        from: fc.constantFrom(...places),
        to: fc.constantFrom(...places),
        day: fc.integer({ min: 10, max: 28 }).map((day) => `2026-12-${day}`),
        created: fc.integer({ min: 0, max: 40 }),
      }),
      { maxLength: 60 },
    )
    .map((drawn): SearchPosition[] =>
      drawn.map(({ from, to, day, created }, index) => ({
        from,
        to,
        day,
        order:
          kind === 'trip'
            ? `${day}#${String(index % 7).padStart(4, '0')}-${index}`
            : `2026-11-20T10:00:${String(created).padStart(2, '0')}.000Z#${index}`,
      })),
    );

const end = fc.oneof(
  fc.constant({}),
  fc.record({ place: fc.constantFrom('1', '4', '7', '99') }),
  // As the site asks for a place of the list; 8 is a Villeneuve, which only typed listings have.
  fc.constantFrom(
    { place: '1', city: 'Paris', country: 'France' },
    { place: '8', city: 'Villeneuve', country: 'France' },
  ),
  fc.record(
    {
      city: fc.constantFrom('al', 'PARIS', 'e', 'étienne', 'zz', ''),
      country: fc.constantFrom('fr', 'alg', 'e', 'zz', ''),
    },
    { requiredKeys: [] },
  ),
);
export const filters = fc.record(
  { from: end, to: end, date: fc.constantFrom('2026-12-01', '2026-12-20', '2026-12-27', '2027-01-05') },
  { requiredKeys: ['from', 'to'] },
);

const isIn = ({ countryCode }: Place, text = '') => text === '' || countriesMeant(text).has(countryCode);

/** The meaning of a search, as simple code. */
export function naive(kind: Kind, all: readonly SearchPosition[], { from, to, date }: Filter): string[] {
  const fits = (position: Place, wanted: Filter['from']) =>
    wanted.place
      ? position.placeId === wanted.place ||
        (!position.placeId && isSameName(position.city, wanted.city ?? '') && isIn(position, wanted.country))
      : containsName(position.city, wanted.city ?? '') && isIn(position, wanted.country);
  const found = all
    .filter((position) => fits(position.from, from) && fits(position.to, to) && position.day >= (date ?? ''))
    .map(({ order }) => order)
    .sort();
  return isForward[kind] ? found : found.reverse();
}

export function placeCountsOf(all: readonly SearchPosition[]): PlaceCounts {
  const counts = new Map<string, number>();
  for (const term of all.flatMap(termsOf)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return unpackPlaceCounts(packPlaceCounts(counts));
}

/**
 * Partitions as DynamoDB serves them: an answer ends at its size limit, and a filter removes rows after that, so pages
 * may be short or empty and not the last.
 */
export function stored(kind: Kind, all: readonly SearchPosition[], date = '', most = 1000) {
  const partitions = new Map<string, ModelRow[]>();
  for (const position of all)
    for (const pk of partitionsOf(kind, position))
      partitions.set(pk, [...(partitions.get(pk) ?? []), { order: position.order, position }]);
  const isAfter = (a: string, b: string) => (isForward[kind] ? a > b : a < b);
  return async (partition: string, after: string | undefined, limit: number): Promise<ReadPage<ModelRow>> => {
    const rows = (partitions.get(partition) ?? [])
      .filter(({ order }) => after === undefined || isAfter(order, after))
      .sort((a, b) => (isAfter(a.order, b.order) ? 1 : -1));
    const looked = rows.slice(0, Math.min(limit, most));
    return {
      rows: looked.filter(({ position }) => position.day >= date),
      last: looked.length === Math.min(limit, most) ? looked.at(-1)?.order : undefined,
      capacity: looked.length * 0.05,
    };
  };
}
