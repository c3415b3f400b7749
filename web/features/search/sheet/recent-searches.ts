import { type Filters, filtersKey, readFilters } from '#web/features/search/filters.ts';
import { draftPrefixes } from '#web/lib/drafts/draft-storage.ts';
import { deviceStore } from '#web/lib/storage.ts';

const most = 5;

/** The latest searches by route that this device keeps, as queries of the page's address. */
export function recentSearches(): string[] {
  try {
    const kept: unknown = JSON.parse(deviceStore.read(draftPrefixes.searches) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}

/** Keeps a search that names a place, the latest first; without demands and date, which are of one day. */
export function keepSearch({ from, to }: Filters): void {
  const search = filtersKey({ from, to, date: '', parts: [] });
  if (search === '') return;
  const others = recentSearches().filter((other) => other !== search);
  deviceStore.keep(draftPrefixes.searches, JSON.stringify([search, ...others].slice(0, most)));
}

export const forgetSearches = (): void => deviceStore.drop(draftPrefixes.searches);

export const filtersIn = (search: string): Filters => readFilters(new URLSearchParams(search));
