import { useQueries } from '@tanstack/react-query';
import { History, Route } from 'lucide-react';
import { useState } from 'react';
import { searchQuery } from '#web/features/search/api.ts';
import { FilterForm } from '#web/features/search/filter-form.tsx';
import { type Filters, filtersKey, routeText } from '#web/features/search/filters.ts';
import { countryRoutesOf } from '#web/features/search/sheet/country-routes.ts';
import { filtersIn, forgetSearches, recentSearches } from '#web/features/search/sheet/recent-searches.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

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
          <h3 id="routes">Routes du moment</h3>
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
