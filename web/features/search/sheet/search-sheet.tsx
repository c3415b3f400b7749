import { useQueries } from '@tanstack/react-query';
import { History, Route } from 'lucide-react';
import { useState } from 'react';
import type { ParcelCard, TripCard } from '#shared/search/contract.ts';
import { searchQuery } from '#web/features/search/api.ts';
import { FilterForm } from '#web/features/search/filter-form.tsx';
import { type Filters, filtersKey, routeText } from '#web/features/search/filters.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { filtersIn, forgetSearches, recentSearches } from './recent-searches.ts';

const most = 4;

/** The pairs of countries that most of these listings have. */
function countryRoutesOf(
  parcels: readonly Pick<ParcelCard, 'pickup' | 'delivery'>[],
  trips: readonly Pick<TripCard, 'depart' | 'arrival'>[],
): Pick<Filters, 'from' | 'to'>[] {
  const pairs = [
    ...parcels.map(({ pickup, delivery }) => [pickup.countryCode, delivery.countryCode] as const),
    ...trips.map(({ depart, arrival }) => [depart.countryCode, arrival.countryCode] as const),
  ];
  const counts = new Map<string, number>();
  for (const pair of pairs) counts.set(pair.join('>'), (counts.get(pair.join('>')) ?? 0) + 1);
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([pair]) => {
      const [from, to] = pair.split('>');
      return { from: { city: '', countryCode: from }, to: { city: '', countryCode: to } };
    });
}

interface SearchSheetProps {
  filters: Filters;
  isReady: boolean;
  onChange: (filters: Filters) => void;
  onSearch: (filters: Filters) => void;
  onClose: () => void;
}

/** The search of a phone, on the whole screen: the form, recent searches, and routes that listings of today have. */
export function SearchSheet({ filters, isReady, onChange, onSearch, onClose }: SearchSheetProps) {
  const [recent, setRecent] = useState(recentSearches);
  const [parcels, trips] = useQueries({
    queries: [searchQuery('searchParcels', { query: {} }), searchQuery('searchTrips', { query: {} })],
  });
  const routes = countryRoutesOf(parcels.data?.items ?? [], trips.data?.items ?? [])
    .map((route) => ({ ...route, search: filtersKey({ ...route, date: '', parts: [] }) }))
    .filter(({ search }) => !recent.includes(search));
  const go = ({ from, to }: Pick<Filters, 'from' | 'to'>) => onSearch({ ...filters, from, to });
  return (
    <Dialog open onClose={onClose} title="Rechercher" size="full">
      <FilterForm
        isInSheet
        filters={filters}
        isReady={isReady}
        onChange={onChange}
        onSearch={() => onSearch(filters)}
      />
      {recent.length > 0 && (
        <section className="search-sheet__part" aria-labelledby="recent-searches">
          <h3 id="recent-searches">Recherches récentes</h3>
          <ul>
            {recent.map((search) => (
              <li key={search}>
                <button type="button" className="filter-chip" onClick={() => go(filtersIn(search))}>
                  <History size={16} aria-hidden="true" /> <span translate="no">{routeText(filtersIn(search))}</span>
                </button>
              </li>
            ))}
            <li>
              <Button
                variant="link"
                size="small"
                onClick={() => {
                  forgetSearches();
                  setRecent([]);
                }}
              >
                Effacer les recherches récentes
              </Button>
            </li>
          </ul>
        </section>
      )}
      {routes.length > 0 && (
        <section className="search-sheet__part" aria-labelledby="routes">
          <h3 id="routes">Trajets du moment</h3>
          <ul>
            {routes.map((route) => (
              <li key={route.search}>
                <button type="button" className="filter-chip" onClick={() => go(route)}>
                  <Route size={16} aria-hidden="true" /> <span translate="no">{routeText(route)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}
