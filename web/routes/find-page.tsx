import { Suspense, useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { FilterBar, FilterChips, SearchPill } from '#web/features/search/filter-bar.tsx';
import { type Filters, filtersKey, kindInFront } from '#web/features/search/filters.ts';
import { OpenListing } from '#web/features/search/open-listing.tsx';
import { FindResults, type FindTab } from '#web/features/search/results/find-results.tsx';
import { keepSearch } from '#web/features/search/sheet/recent-searches.ts';
import { useFilters } from '#web/features/search/use-filters.ts';
import { SidebarAdvertisements } from '#web/features/site/advertisements.tsx';
import { useMediaQuery } from '#web/lib/browser.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import '#web/features/search/search.css';

const FilterForm = lazyPart(() => import('#web/features/search/filter-form.tsx').then((file) => file.FilterForm));
/** Where the form will be, so that nothing moves when it comes; phones do not show it. */
const FormRoom = () => <div className="card search-form-room needs-scripts" aria-hidden="true" />;
const SearchSheet = lazyPart(() =>
  import('#web/features/search/sheet/search-sheet.tsx').then((file) => file.SearchSheet),
);
const PublishedScene = lazyPart(() =>
  import('#web/features/parcels/published-scene.tsx').then((file) => file.PublishedScene),
);

/** `/find-parcels` (product 2.2): the whole state of the page is in the address. */
export function FindPage() {
  const [params] = usePageQuery(paths.findParcels);
  const { applied, typed, setTyped, isReady, apply } = useFilters();
  const heading = useRef<HTMLHeadingElement>(null);
  const isWide = useMediaQuery('(min-width: 48em)');
  const kind = kindInFront(params);
  const tab: FindTab = kind === 'trip' ? 'trips' : 'parcels';
  const sheet = useSearchSheet(
    SearchSheet.ahead,
    useCallback(() => heading.current?.focus(), []),
  );

  const search = () => {
    keepSearch(typed);
    apply(typed);
    heading.current?.focus();
  };
  const searchInSheet = (filters: Filters) => {
    keepSearch(filters);
    sheet.leaveToResults();
    if (filtersKey(filters) === filtersKey(applied)) sheet.close();
    else apply(filters, { replace: true });
  };
  return (
    <div className="stack container page find-page with-sidebar">
      <h1>Trouvez des colis et trajets</h1>
      <JustPublished />
      <SearchPill filters={applied} onOpen={() => void sheet.open()} />
      <Suspense fallback={<FormRoom />}>
        {isWide ? <FilterForm filters={typed} isReady={isReady} onChange={setTyped} onSearch={search} /> : <FormRoom />}
      </Suspense>
      {sheet.isOpen && (
        <Suspense fallback={null}>
          <SearchSheet
            filters={typed}
            isReady={isReady}
            onChange={setTyped}
            onSearch={searchInSheet}
            onClose={sheet.close}
          />
        </Suspense>
      )}
      <div className="find-page__filters">
        <FilterBar kind={kind} parts={applied.parts} onChange={(parts) => apply({ ...typed, parts })} />
        <FilterChips kind={kind} filters={applied} onChange={apply} />
      </div>
      <FindResults tab={tab} filters={applied} onChange={apply} heading={heading} />
      <OpenListing />
      <SidebarAdvertisements />
    </div>
  );
}

function JustPublished() {
  const { state } = useLocation();
  if (typeof state !== 'object' || state === null || !('published' in state)) return null;
  return (
    <Suspense fallback={null}>
      <PublishedScene published={state.published} />
    </Suspense>
  );
}

/**
 * The open sheet is an entry of the history, so that the back button closes it and a reload keeps it. Typing filters
 * immediately, within that entry. `ahead` loads the sheet's code; it opens once loaded, unless the person has left.
 */
function useSearchSheet(ahead: () => Promise<void>, onClosed: () => void) {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const openedAt = useRef<string>(undefined);
  const isSearching = useRef(false);
  const isOpening = useRef(false);
  const isOpen = typeof state === 'object' && state !== null && 'sheet' in state;

  useEffect(() => {
    if (isOpen || !isSearching.current) return;
    isSearching.current = false;
    onClosed();
  }, [isOpen, onClosed]);

  useEffect(() => () => void (isOpening.current = false), [pathname, search, isOpen]);

  return {
    isOpen,
    open: async () => {
      if (isOpening.current) return;
      isOpening.current = true;
      await ahead();
      if (!isOpening.current) return;
      openedAt.current = search;
      void navigate(pathname + search, { state: { sheet: true }, preventScrollReset: true });
    },
    close: () => {
      // Nothing was changed: the history has no closed sheet.
      if (openedAt.current === search) return void navigate(-1);
      void navigate(pathname + search, { replace: true, preventScrollReset: true });
    },
    /** The search closes the sheet by its own step; then the results get the focus. */
    leaveToResults: () => void (isSearching.current = true),
  };
}
