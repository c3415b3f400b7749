import type { SearchQuery } from '#shared/search/contract.ts';
import { type FilterPart, filterText, type ListingKind, readFilter, secondOrder } from '#shared/search/filter.ts';
import type { paths, QueryName } from '#shared/site/paths.ts';
import { countryNamed } from '#shared/values/countries.ts';
import { countryName, isCountry } from '#shared/values/places.ts';
import { farDay, isDay, isFar } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { readDay } from '#shared/values/typed/days.ts';
import type { PlaceValue } from '#web/forms/place/place-field.tsx';
import type { PageQuery } from '#web/lib/use-page-query.ts';

/** One end of a search: the text of a country counts before it is complete (`algé`). */
export type Side = PlaceValue & { country?: string | undefined };

/** Filters of a search; empty texts do not filter. In the address `date` is a day or empty. */
export interface Filters {
  from: Side;
  to: Side;
  date: string;
  parts: readonly FilterPart[];
}

export const orders: readonly FilterPart[] = Object.values(secondOrder);

/** Why a search cannot begin with this date, in a sentence; it may be empty. */
export const dateProblem = (date: string): string | undefined =>
  isFar(date) ? farDay : date === '' || isDay(date) ? undefined : 'Cette date est incorrecte. Exemple : 25/12/2026';

export const cleared = ({ parts }: Filters): Filters => ({
  from: { city: '' },
  to: { city: '' },
  date: '',
  parts: parts.filter((part) => orders.includes(part)),
});

const names = [
  'fromCountry',
  'fromCity',
  'fromPlace',
  'toCountry',
  'toCity',
  'toPlace',
  'date',
  'filter',
] as const satisfies readonly QueryName<typeof paths.findParcels>[];

/** The filters of an address: countries as ISO codes, or by name where a person typed the address. */
export function readFilters(params: PageQuery<typeof paths.findParcels>): Filters {
  const place = (side: 'from' | 'to'): Side => {
    const country = params.get(`${side}Country`)?.slice(0, 80) ?? '';
    const countryCode = countryCodeOf(country);
    return {
      city: params.get(`${side}City`)?.slice(0, 80) ?? '',
      placeId: /^\d{1,10}$/.exec(params.get(`${side}Place`) ?? '')?.[0],
      countryCode,
      ...(country && !countryCode ? { country } : {}),
    };
  };
  const date = readDay(params.get('date') ?? '') ?? '';
  const filter = params.get('filter') ?? '';
  const parts = [...new Set((['parcel', 'trip'] as const).flatMap((kind) => readFilter(kind, filter)))];
  return { from: place('from'), to: place('to'), date: dateProblem(date) ? '' : date, parts };
}

function countryCodeOf(typed: string): string | undefined {
  // Most addresses have no country; loading all names takes long on a phone.
  if (typed === '' || isCountry(typed)) return typed || undefined;
  return countryNamed(typed);
}

/** Other parameters of the address (tab, open parcel) stay. */
export function writeFilters(params: URLSearchParams, { from, to, date, parts }: Filters): URLSearchParams {
  const values = {
    fromCountry: from.countryCode || from.country?.trim(),
    fromCity: from.city.trim() && from.city,
    fromPlace: from.placeId,
    toCountry: to.countryCode || to.country?.trim(),
    toCity: to.city.trim() && to.city,
    toPlace: to.placeId,
    date: dateProblem(date) ? '' : date,
    filter: filterText(parts),
  };
  const next = new URLSearchParams(params);
  // A position belongs to the list of the earlier filters.
  next.delete('cursor');
  for (const name of names) {
    const value = values[name];
    if (value) next.set(name, value);
    else next.delete(name);
  }
  return next;
}

/** Two filters are the same when they write the same address. */
export const filtersKey = (filters: Filters): string => writeFilters(new URLSearchParams(), filters).toString();

/**
 * The query of a kind for the server. A city chosen from the list is sent with its name and country, so that listings
 * where it was typed are found too.
 */
export function toQuery({ from, to, date, parts }: Filters, kind: ListingKind): Partial<SearchQuery> {
  const query = {
    fromCountry: countryIn(from),
    fromCity: from.city.trim(),
    fromPlace: from.placeId,
    toCountry: countryIn(to),
    toCity: to.city.trim(),
    toPlace: to.placeId,
    date,
    filter: filterText(readFilter(kind, filterText(parts))),
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value));
}

/** The query of the list of a kind as the page at this address shows it; only the list in front has a position. */
export function listQuery(params: PageQuery<typeof paths.findParcels>, kind: ListingKind): Partial<SearchQuery> {
  const cursor = kindInFront(params) === kind && params.get('cursor');
  return { ...toQuery(readFilters(params), kind), ...(cursor ? { cursor } : {}) };
}

export const kindInFront = (params: PageQuery<typeof paths.findParcels>): ListingKind =>
  params.get('tab') === 'trips' ? 'trip' : 'parcel';

/** A country by its name, or the typed text: the server finds every country whose name contains it. */
export const countryIn = ({ countryCode, country }: Side): string | undefined =>
  countryCode ? countryName(countryCode) : country?.trim();

/** One end in one word: its city, or its country; undefined where nothing is asked. */
export const endText = ({ city, country, countryCode }: Side): string | undefined =>
  city.trim() || (countryCode ? countryName(countryCode) : country?.trim()) || undefined;

export const hasSide = ({ from, to }: Pick<Filters, 'from' | 'to'>): boolean =>
  endText(from) !== undefined || endText(to) !== undefined;

/** « Paris → Algérie » */
export const routeText = ({ from, to }: Pick<Filters, 'from' | 'to'>): string =>
  `${isolated(endText(from) ?? 'Partout')} → ${isolated(endText(to) ?? 'Partout')}`;
