import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { paths, type TripWish } from '#shared/site/paths.ts';
import { FilterBar, FilterChips, SearchPill } from '#web/features/search/filter-bar.tsx';
import {
  dateProblem,
  type Filters,
  filtersKey,
  kindInFront,
  readFilters,
  writeFilters,
} from '#web/features/search/filters.ts';
import { FindResults, type FindTab } from '#web/features/search/results/find-results.tsx';
import { keepSearch } from '#web/features/search/sheet/recent-searches.ts';
import { SidebarAdvertisements } from '#web/features/site/advertisements.tsx';
import { useMediaQuery } from '#web/lib/browser.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import '#web/features/search/search.css';
import { loginPath } from '#web/lib/session/redirect.ts';
import { useSession } from '#web/lib/session/session.ts';

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

/** Lazy, because only members open a listing. */
const ParcelDialog = lazyPart(() => import('#web/features/search/parcel-dialog.tsx').then((file) => file.ParcelDialog));
const TripDialog = lazyPart(() => import('#web/features/search/trip-dialog.tsx').then((file) => file.TripDialog));

/** The parcel or trip named in the address, for members; a visitor signs in and comes back to it. */
function OpenListing() {
  const { status } = useSession();
  const { pathname, search, state } = useLocation();
  const [params, setParams] = usePageQuery(paths.findParcels);
  const navigate = useNavigate();
  const parcelId = params.get('parcel');
  const tripId = params.get('trip');
  if ((!parcelId && !tripId) || status === 'loading') return null;
  if (status === 'visitor') return <Navigate to={loginPath(pathname + search)} replace />;

  const close = () => {
    // Opened from the list: closing goes back, so that the history has no closed dialog.
    if (isFromList(state)) return void navigate(-1);
    return setParams(
      (current) => {
        current.delete('parcel');
        current.delete('trip');
        current.delete('wish');
        return current;
      },
      { replace: true },
    );
  };
  return (
    <Suspense fallback={null}>
      {parcelId ? (
        <ParcelDialog key={parcelId} parcelId={parcelId} onClose={close} />
      ) : (
        tripId && <TripDialog key={tripId} tripId={tripId} wish={wishIn(params.get('wish'))} onClose={close} />
      )}
    </Suspense>
  );
}

const wishes: readonly TripWish[] = ['contact', 'profile'];
const wishIn = (text: string | null) => wishes.find((wish) => wish === text);

const isFromList = (state: unknown) => typeof state === 'object' && state !== null && 'fromList' in state;

/** Pause in typing before the address is updated. */
const pauseMs = 400;

/**
 * The URL is the source of a search: `applied`. The fields' content, `typed`, is written to it after a pause, or
 * immediately by `apply`; going back and forward fills the fields again.
 */
function useFilters() {
  const [params, setParams] = usePageQuery(paths.findParcels);
  const { state } = useLocation();
  const applied = readFilters(params);
  const key = filtersKey(applied);
  const [typed, setTyped] = useState(applied);
  const written = useRef(key);

  useEffect(() => {
    if (written.current === key) return;
    written.current = key;
    setTyped(readFilters(new URLSearchParams(key)));
  }, [key]);

  const wanted = filtersKey(typed);
  const isReady = dateProblem(typed.date) === undefined;
  useEffect(() => {
    if (!isReady || wanted === written.current) return undefined;
    const timer = setTimeout(() => {
      written.current = wanted;
      setParams((current) => writeFilters(current, typed), {
        replace: true,
        preventScrollReset: true,
        state,
      });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [isReady, wanted, typed, state, setParams]);

  /** Writes these filters now, as a step that the back button undoes, or in the place of this one. */
  const apply = (filters: Filters, options: { replace?: boolean } = {}) => {
    setTyped(filters);
    const next = filtersKey(filters);
    if (next === key) return;
    written.current = next;
    setParams((current) => writeFilters(current, filters), { ...options, preventScrollReset: true });
  };

  return { applied, typed, setTyped, isReady, apply };
}
