import { countryName } from '#shared/values/places.ts';
import type { Filters, Side } from '#web/features/search/filters.ts';

/** One end in one word: its city, or its country; undefined where nothing is asked. */
export const endText = ({ city, country, countryCode }: Side): string | undefined =>
  city.trim() || (countryCode ? countryName(countryCode) : country?.trim()) || undefined;

/** « Paris → Algérie » */
export const routeText = ({ from, to }: Pick<Filters, 'from' | 'to'>): string =>
  `${endText(from) ?? 'Partout'} → ${endText(to) ?? 'Partout'}`;
