import '#web/features/search/search.css';
import { type ReactNode, type RefObject, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ParcelCard as ParcelListing, TripCard as TripListing } from '#shared/search/contract.ts';
import type { ListingKind } from '#shared/search/filter.ts';
import { paths } from '#shared/site/paths.ts';
import { searchApi } from '#web/features/search/api.ts';
import { chipsOf } from '#web/features/search/chips.ts';
import { cleared, type Filters, hasSide, listQuery, writeFilters } from '#web/features/search/filters.ts';
import { ParcelCard } from '#web/features/search/parcel-card.tsx';
import { TripCard } from '#web/features/search/trip-card.tsx';
import { useListings } from '#web/features/search/use-listings.ts';
import { ApiProblem } from '#web/lib/api/problem.ts';
import { WithoutApplication } from '#web/lib/browser.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useSession } from '#web/lib/session/session.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Tabs } from '#web/ui/tabs/tabs.tsx';
import { ListingResults, type ListingWords } from './listing-results.tsx';

const AlertOffer = lazyPart(() => import('#web/features/alerts/alert-offer.tsx').then((file) => file.AlertOffer));

interface SearchAlertProps {
  kind: ListingKind;
  filters: Filters;
  isPrimary?: boolean;
  /** The list is known; until then its place stays empty, so that nothing moves. */
  isReady: boolean;
  after: string;
}

/** « Créer une alerte » for a search with a side; `?alert=new` opens its dialog. */
function SearchAlert({ kind, filters, isPrimary = false, isReady, after }: SearchAlertProps) {
  const [params, setParams] = usePageQuery(paths.findParcels);
  const forget = () => {
    if (params.has('alert')) setParams((current) => (current.delete('alert'), current), { replace: true });
  };
  if (!hasSide(filters)) return null;
  return (
    <div className="find-results__offer needs-scripts">
      {isReady && (
        <Suspense fallback={null}>
          <AlertOffer
            wish={{ kind, ...filters }}
            variant={isPrimary ? 'primary' : 'default'}
            after={after}
            startsOpen={params.get('alert') === 'new'}
            onClose={forget}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Lazy, because few searches find nothing. */
const EmptyAdvice = lazyPart(() =>
  import('#web/features/search/results/empty-advice.tsx').then((file) => file.EmptyAdvice),
);
const OwnParcels = lazyPart(() =>
  import('#web/features/search/results/own-listings.tsx').then((file) => file.OwnParcels),
);
const OwnTrips = lazyPart(() => import('#web/features/search/results/own-listings.tsx').then((file) => file.OwnTrips));

export type FindTab = 'parcels' | 'trips';

interface FindResultsProps {
  tab: FindTab;
  filters: Filters;
  onChange: (filters: Filters) => void;
  heading: RefObject<HTMLHeadingElement | null>;
}

export function FindResults({ tab, filters, onChange, heading }: FindResultsProps) {
  const [params, setParams] = usePageQuery(paths.findParcels);
  const { status } = useSession();
  const [ownIds, setOwnIds] = useState<ReadonlySet<string>>(new Set());
  const parcels = useListings('searchParcels', searchApi.searchParcels, listQuery(params, 'parcel'), {
    isShown: tab === 'parcels',
  });
  const trips = useListings('searchTrips', searchApi.searchTrips, listQuery(params, 'trip'), {
    isShown: tab === 'trips',
  });
  const chooseTab = (value: string) =>
    setParams((current) => {
      if (value === 'trips') current.set('tab', value);
      else current.delete('tab');
      current.delete('cursor');
      return current;
    });
  /** A document knows these names alone, and its links are hydrated. */
  const addressIn = (listTab: FindTab, more: Record<string, string> = {}) => {
    const query = writeFilters(new URLSearchParams(listTab === 'trips' ? { tab: listTab } : {}), filters);
    for (const [name, value] of Object.entries(more)) query.set(name, value);
    return `${paths.findParcels}?${query}`;
  };
  const kind = tab === 'trips' ? 'trip' : 'parcel';
  const cursor = params.get('cursor');
  const list = tab === 'trips' ? trips : parcels;
  useKnownCursor(list.problem);
  const isReady = list.state === 'ready';
  const alert = { kind, filters, isReady, after: addressIn(tab, { alert: 'new' }) } as const;
  const shown = {
    heading,
    offer: hasSide(filters) && <SearchAlert {...alert} isPrimary />,
    ownIds,
    addressOf: (name: 'parcel' | 'trip', id: string) => addressIn(tab, { ...(cursor ? { cursor } : {}), [name]: id }),
    pageAfter: (next: string) => addressIn(tab, { cursor: next }),
    isFiltered: chipsOf(filters, kind).length > 0,
    onClearFilters: () => onChange(cleared(filters)),
    advice: (
      <Suspense fallback={null}>
        <EmptyAdvice kind={kind} filters={filters} onChange={onChange} />
      </Suspense>
    ),
  };
  return (
    <>
      {cursor && (
        <p>
          <Link className="lone-link" to={addressIn(tab)}>
            Revenir au début de la liste
          </Link>
        </p>
      )}
      {!(isReady && list.count === 0) && <SearchAlert {...alert} />}
      <Tabs
        label="Résultats"
        value={tab}
        onChange={chooseTab}
        tabs={[
          {
            value: 'parcels',
            label: `Colis disponibles${countIn(parcels)}`,
            content: <Parcels {...shown} list={parcels} />,
          },
          { value: 'trips', label: `Trajets disponibles${countIn(trips)}`, content: <Trips {...shown} list={trips} /> },
        ]}
      />
      <OrderOfListings />
      <WithoutApplication>
        <OtherList tab={tab} addressIn={addressIn} />
      </WithoutApplication>
      {status === 'member' && (
        <Suspense fallback={null}>
          {tab === 'trips' ? <OwnTrips onKnown={setOwnIds} /> : <OwnParcels onKnown={setOwnIds} />}
        </Suspense>
      )}
    </>
  );
}

const OrderOfListings = () => (
  <p>
    <Link className="lone-link small" to={`${paths.terms}#classement`}>
      Comment les annonces sont classées
    </Link>
  </p>
);

/** Begins the list at its beginning if the address has the position of another list, which somebody changed. */
function useKnownCursor(problem: Error | undefined): void {
  const [params, setParams] = usePageQuery(paths.findParcels);
  const isUnknown = params.has('cursor') && problem instanceof ApiProblem && problem.fields['cursor'] !== undefined;
  useEffect(() => {
    if (isUnknown) setParams((current) => (current.delete('cursor'), current), { replace: true });
  }, [isUnknown, setParams]);
}

interface OtherListProps {
  tab: FindTab;
  addressIn: (tab: FindTab) => string;
}

const OtherList = ({ tab, addressIn }: OtherListProps) => (
  <p className="more-button">
    <Button as={Link} to={addressIn(tab === 'trips' ? 'parcels' : 'trips')}>
      {tab === 'trips' ? 'Colis disponibles' : 'Trajets disponibles'}
    </Button>
  </p>
);

interface ShownResults {
  heading: RefObject<HTMLHeadingElement | null>;
  ownIds: ReadonlySet<string>;
  addressOf: (name: 'parcel' | 'trip', id: string) => string;
  pageAfter: (next: string) => string;
  isFiltered: boolean;
  offer: ReactNode;
  advice: ReactNode;
  onClearFilters: () => void;
}

type ParcelList = ReturnType<typeof useListings<ParcelListing>>;
type TripList = ReturnType<typeof useListings<TripListing>>;

const Parcels = ({ list, ownIds, addressOf, ...shown }: ShownResults & { list: ParcelList }) => (
  <ListingResults
    {...shown}
    list={list}
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
);

const Trips = ({ list, ownIds, addressOf, ...shown }: ShownResults & { list: TripList }) => (
  <ListingResults
    {...shown}
    list={list}
    words={tripWords}
    drawing="trips"
    card={(trip, isGone) => (
      <TripCard key={trip.id} trip={trip} to={addressOf('trip', trip.id)} isGone={isGone} isOwn={ownIds.has(trip.id)} />
    )}
    emptyAction={
      <Button as={Link} variant="primary" to={paths.transportParcel}>
        Transporter un colis
      </Button>
    }
  />
);

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
