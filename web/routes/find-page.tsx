import { Suspense, useCallback, useRef, useState } from 'react';
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom';
import { paths, type TripWish } from '#shared/site/paths.ts';
import { searchApi } from '#web/features/search/api.ts';
import { chipsOf } from '#web/features/search/chips.ts';
import { FilterBar } from '#web/features/search/filter-bar.tsx';
import { FilterChips } from '#web/features/search/filter-chips.tsx';
import { cleared, type Filters, filtersKey, toQuery } from '#web/features/search/filters.ts';
import { ListingResults, type ListingWords } from '#web/features/search/listing-results.tsx';
import { ParcelCard } from '#web/features/search/parcel-card.tsx';
import { keepSearch } from '#web/features/search/sheet/recent-searches.ts';
import { SearchPill } from '#web/features/search/sheet/search-pill.tsx';
import { useSearchSheet } from '#web/features/search/sheet/use-search-sheet.ts';
import { useFilters } from '#web/features/search/use-filters.ts';
import { useListings } from '#web/features/search/use-listings.ts';
import { SidebarAdvertisements } from '#web/features/site/advertisements.tsx';
import { useMediaQuery } from '#web/lib/browser.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { loginPath } from '#web/lib/session/redirect.ts';
import { useSession } from '#web/lib/session/session.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Button } from '#web/ui/button.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs/tabs.tsx';
import '#web/features/search/search.css';

/** Lazy, because most visitors start with parcels. */
const TripCard = lazyPart(() => import('#web/features/search/trip-card.tsx').then((file) => file.TripCard));
/** Lazy, because phones have a pill in its place. */
const FilterForm = lazyPart(() => import('#web/features/search/filter-form.tsx').then((file) => file.FilterForm));
/** Where the form will be, so that nothing moves when it comes; phones do not show it. */
const FormRoom = () => <div className="card search-form-room" aria-hidden="true" />;
/** Lazy, because it opens on phones only. */
const SearchSheet = lazyPart(() =>
  import('#web/features/search/sheet/search-sheet.tsx').then((file) => file.SearchSheet),
);
/** Lazy, because few searches find nothing. */
const EmptyAdvice = lazyPart(() => import('#web/features/search/empty-advice.tsx').then((file) => file.EmptyAdvice));
/** Lazy, because only members open a listing. */
const ParcelDialog = lazyPart(() => import('#web/features/search/parcel-dialog.tsx').then((file) => file.ParcelDialog));
const TripDialog = lazyPart(() => import('#web/features/search/trip-dialog.tsx').then((file) => file.TripDialog));
const OwnParcels = lazyPart(() => import('#web/features/search/own-listings.tsx').then((file) => file.OwnParcels));
const OwnTrips = lazyPart(() => import('#web/features/search/own-listings.tsx').then((file) => file.OwnTrips));
const PublishedScene = lazyPart(() =>
  import('#web/features/parcels/published-scene.tsx').then((file) => file.PublishedScene),
);

/** `/find-parcels` (product 2.2): the whole state of the page is in the address. */
export function FindPage() {
  const [params, setParams] = usePageQuery(paths.findParcels);
  const { applied, typed, setTyped, isReady, apply } = useFilters();
  const heading = useRef<HTMLHeadingElement>(null);
  const { status } = useSession();
  const [ownIds, setOwnIds] = useState<ReadonlySet<string>>(new Set());
  const isWide = useMediaQuery('(min-width: 48em)');
  const tab = params.get('tab') === 'trips' ? 'trips' : 'parcels';

  const kind = tab === 'trips' ? 'trip' : 'parcel';
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
  const chooseTab = (value: string) =>
    setParams((current) => {
      if (value === 'trips') current.set('tab', value);
      else current.delete('tab');
      return current;
    });
  const parcels = useListings('searchParcels', searchApi.searchParcels, toQuery(applied, 'parcel'), {
    isShown: tab === 'parcels',
  });
  const trips = useListings('searchTrips', searchApi.searchTrips, toQuery(applied, 'trip'), {
    isShown: tab === 'trips',
  });
  const addressOf = (name: 'parcel' | 'trip', id: string) => {
    const next = new URLSearchParams(params);
    next.set(name, id);
    return `?${next}`;
  };
  const results = {
    heading,
    isFiltered: chipsOf(applied, kind).length > 0,
    onClearFilters: () => apply(cleared(applied)),
    advice: (
      <Suspense fallback={null}>
        <EmptyAdvice kind={kind} filters={applied} onChange={apply} />
      </Suspense>
    ),
  };
  return (
    <div className="container page find-page with-sidebar">
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
      <Tabs
        label="Résultats"
        value={tab}
        onChange={chooseTab}
        tabs={[
          {
            value: 'parcels',
            label: `Colis disponibles${countIn(parcels)}`,
            content: (
              <ListingResults
                {...results}
                list={parcels}
                words={parcelWords}
                drawing="parcels"
                card={(parcel, isGone) => (
                  <ParcelCard
                    key={parcel.id}
                    parcel={parcel}
                    to={addressOf('parcel', parcel.id)}
                    isGone={isGone}
                    isOwn={ownIds.has(parcel.id)}
                  />
                )}
                emptyAction={
                  <Button as={Link} variant="primary" to={paths.sendParcel}>
                    Envoyer un colis
                  </Button>
                }
              />
            ),
          },
          {
            value: 'trips',
            label: `Trajets disponibles${countIn(trips)}`,
            content: (
              <Suspense fallback={<CardSkeletons count={6} />}>
                <ListingResults
                  {...results}
                  list={trips}
                  words={tripWords}
                  drawing="trips"
                  card={(trip, isGone) => (
                    <TripCard
                      key={trip.id}
                      trip={trip}
                      to={addressOf('trip', trip.id)}
                      isGone={isGone}
                      isOwn={ownIds.has(trip.id)}
                    />
                  )}
                  emptyAction={
                    <Button as={Link} variant="primary" to={paths.transportParcel}>
                      Transporter un colis
                    </Button>
                  }
                />
              </Suspense>
            ),
          },
        ]}
      />
      <OpenListing />
      {status === 'member' && (
        <Suspense fallback={null}>
          {tab === 'trips' ? <OwnTrips onKnown={setOwnIds} /> : <OwnParcels onKnown={setOwnIds} />}
        </Suspense>
      )}
      <SidebarAdvertisements />
    </div>
  );
}

/** « (3) », « (20+) » while there is more, nothing while it loads. */
const countIn = ({ state, count, hasMore, isChanging }: ReturnType<typeof useListings>) =>
  state === 'ready' && !isChanging ? ` (${count}${hasMore ? '+' : ''})` : '';

const parcelWords: ListingWords = {
  count: (count) => `${count} colis`,
  fresh: (count) => (count === 1 ? '1 nouveau colis' : `${count} nouveaux colis`),
  nothingYet: 'Aucun colis disponible pour le moment',
  nothingFound: 'Aucun colis ne correspond à votre recherche',
};

const tripWords: ListingWords = {
  count: (count) => (count > 1 ? `${count} trajets` : `${count} trajet`),
  fresh: (count) => (count === 1 ? '1 nouveau trajet' : `${count} nouveaux trajets`),
  nothingYet: 'Aucun trajet disponible pour le moment',
  nothingFound: 'Aucun trajet ne correspond à votre recherche',
};

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

function JustPublished() {
  const { state } = useLocation();
  if (typeof state !== 'object' || state === null || !('published' in state)) return null;
  return (
    <Suspense fallback={null}>
      <PublishedScene />
    </Suspense>
  );
}
