import type { Kind } from '#functions/search/index/listing.ts';
import type { SearchQuery } from '#shared/search/contract.ts';
import { type FilterPart, filterText, weightChoices } from '#shared/search/filter.ts';
import { Transport } from '#shared/trips/fields.ts';
import { type Place, Size } from '#shared/values/fields.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import type { Chance } from './chance.ts';

/** A random search: parts of names, chosen places, filters and a day from ten days ago. */
export function randomQuery(chance: Chance, places: readonly Place[], kind: Kind, now: number): SearchQuery {
  const { below, isOne } = chance;
  const filter = randomFilter(chance, kind);
  const from = randomSide(chance, places);
  const to = isOne(0.15) ? from : randomSide(chance, places);
  const query = {
    fromCity: from.city,
    fromCountry: from.country,
    fromPlace: from.place,
    toCity: to.city,
    toCountry: to.country,
    toPlace: to.place,
    filter,
    date: isOne(0.3) ? dayOf(now + (below(110) - 10) * dayMs) : undefined,
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value));
}

function randomFilter({ isOne, pick }: Chance, kind: Kind): string {
  const demands = {
    parcel: { order: 'soonest', rest: [] },
    trip: { order: 'newest', rest: ['fragile', `transport-${pick(Transport.options)}`] },
  } as const satisfies Record<Kind, { order: FilterPart; rest: readonly FilterPart[] }>;
  const common = ['verified', `size-${pick(Size.options)}`, `weight-${pick(weightChoices)}`] as const;
  const parts = isOne(0.4) ? [] : [...demands[kind].rest, ...common].filter(() => isOne(0.35));
  return filterText([...parts, ...(isOne(0.35) ? [demands[kind].order] : [])]);
}

/** One side of a route: nothing, a part of a city's or country's name, or a chosen place. */
function randomSide(chance: Chance, places: readonly Place[]): { city?: string; country?: string; place?: string } {
  const { isOne, pick } = chance;
  const place = isOne(0.3) ? pick(places.slice(0, 40)) : pick(places);
  const city = { city: partOf(place.city, isOne(0.5) ? 2 : 6, chance) };
  const country = { country: partOf(place.country, 5, chance) };
  return pick([
    {},
    city,
    city,
    city,
    country,
    { ...city, ...country },
    isOne(0.5)
      ? { place: isOne(0.1) ? '999999' : (place.placeId ?? '1000') }
      : { place: place.placeId ?? '1000', city: place.city, country: place.country },
    { city: place.city },
    { city: pick(['', '  ', 'zzzz', '-', 'é', 'ALGER', 'paris']) },
  ]);
}

/** Random letters in a row of a name, sometimes in capitals. */
function partOf(whole: string, most: number, { below, isOne }: Chance): string {
  const from = below(whole.length);
  const part = whole.slice(from, from + 1 + below(most));
  return isOne(0.3) ? part.toUpperCase() : part;
}
