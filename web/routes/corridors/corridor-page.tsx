import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect } from 'react';
import { Link, useMatch, useNavigate, useParams } from 'react-router-dom';
import type { ListingKind } from '#shared/search/filter.ts';
import { findPath, paths, patterns, withQuery } from '#shared/site/paths.ts';
import { routeText } from '#shared/values/french.ts';
import { corridorsQuery } from '#web/features/corridors/api.ts';
import {
  CorridorList,
  corridorPath,
  corridorSearch,
  publishPath,
  type ReadCorridor,
} from '#web/features/corridors/corridor-list.tsx';
import { headOf } from '#web/features/corridors/head.ts';
import { capital, countText, type FirstPage, nounOf, tripCountText } from '#web/features/corridors/words.ts';
import { MarketPart, MarketSkeletons } from '#web/features/home/market-part.tsx';
import { searchQuery } from '#web/features/search/api.ts';
import { ParcelCard } from '#web/features/search/parcel-card.tsx';
import { TripSummary } from '#web/features/search/trip-summary.tsx';
import { asProblem } from '#web/lib/api/problem.ts';
import { useDocumentHead } from '#web/lib/document/document-head.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { NotFoundPage } from '#web/routes/site/not-found-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';

/** Lazy, because the page is complete without it. */
const AlertOffer = lazyPart(() => import('#web/features/alerts/alert-offer.tsx').then((file) => file.AlertOffer));

/** `/colis/{corridor}` and `/trajets/{corridor}` (product 2.2): the listings between two places. */
export function CorridorPage() {
  const kind = useMatch(patterns.tripCorridor) ? 'trip' : 'parcel';
  const { corridor = '' } = useParams();
  const [params] = usePageQuery(patterns.parcelCorridor);
  const query = { fromPlace: placeIn(params.get('fromPlace')), toPlace: placeIn(params.get('toPlace')) };
  const { data, error, refetch } = useQuery(corridorsQuery('readCorridor', { params: { corridor }, query }));
  const isOtherwise = data && (data.slug !== corridor || params.has('fromPlace') || params.has('toPlace'));
  useCanonicalAddress(kind, isOtherwise ? data : undefined);

  if (error && asProblem(error).code === 'NOT_FOUND') return <NotFoundPage />;
  const noun = capital(nounOf[kind].many);
  return (
    <div className="container page stack stack--wide">
      <header className="stack">
        <h1 tabIndex={-1}>
          {noun} {data ? <span translate="no">{routeText(data.from, data.to)}</span> : 'entre deux villes'}
        </h1>
        <div className="cluster">
          <Button as={Link} variant="primary" to={data ? publishPath('parcel', data) : paths.sendParcel}>
            Envoyer un colis
          </Button>
          <Button as={Link} to={data ? publishPath('trip', data) : paths.transportParcel}>
            Transporter un colis
          </Button>
          {data && (
            <Suspense fallback={null}>
              <AlertOffer
                wish={{ kind, from: data.from, to: data.to, date: '', parts: [] }}
                after={findPath(kind, data, { alert: 'new' })}
              />
            </Suspense>
          )}
        </div>
      </header>
      {data ? (
        <>
          <CorridorMarket kind={kind} corridor={data} />
          <Neighbours kind={kind} corridor={data} />
        </>
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <CardSkeletons count={6} />
      )}
      <HowItWorks />
      <p>
        <Link
          className="lone-link"
          to={withQuery(paths.contact, { topic: 'report', kind: 'page', id: corridorPath(kind, corridor) })}
        >
          Signaler un contenu de cette page
        </Link>
      </p>
    </div>
  );
}

const placeIn = (typed: string | null) => /^\d{1,10}$/.exec(typed ?? '')?.[0];

/** Replaces the address of this corridor, another spelling or one with ids, by its canonical address. */
function useCanonicalAddress(kind: ListingKind, corridor: ReadCorridor | undefined): void {
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(() => {
    if (!corridor) return;
    const { queryKey } = corridorsQuery('readCorridor', { params: { corridor: corridor.slug }, query: {} });
    client.setQueryData(queryKey, corridor);
    void navigate(corridorPath(kind, corridor.slug), { replace: true });
  }, [kind, corridor, navigate, client]);
}

function Neighbours({ kind, corridor: { neighbours } }: { kind: ListingKind; corridor: ReadCorridor }) {
  if (neighbours.length === 0) return null;
  return (
    <section aria-labelledby="neighbours" className="stack">
      <h2 id="neighbours">Autres trajets</h2>
      <CorridorList corridors={neighbours} kind={kind} />
    </section>
  );
}

const HowItWorks = () => (
  <section aria-labelledby="how" className="prose">
    <h2 id="how">Comment ça marche</h2>
    <ol>
      <li>Publiez votre colis ou votre trajet : il apparaît après validation, sous 24 à 48 heures.</li>
      <li>Mettez-vous d'accord par la messagerie, sur le prix comme sur le rendez-vous.</li>
      <li>Suivez le colis : une photo au départ, une photo à l'arrivée.</li>
    </ol>
    <p>
      <Link className="lone-link" to={paths.howItWorks}>
        Toutes les étapes en détail
      </Link>
    </p>
  </section>
);

/** Cards of the other kind: one glance, because it has a page of its own. */
const glance = 6;

interface CorridorMarketProps {
  kind: ListingKind;
  corridor: ReadCorridor;
}

function CorridorMarket({ kind, corridor }: CorridorMarketProps) {
  const query = corridorSearch(corridor);
  const parcels = useQuery(searchQuery('searchParcels', { query }));
  const trips = useQuery(searchQuery('searchTrips', { query }));
  useDocumentHead(parcels.data && trips.data && headOf(kind, corridor, { parcel: parcels.data, trip: trips.data }));
  const parcelPart = (
    <Part
      key="parcel"
      kind="parcel"
      isMain={kind === 'parcel'}
      corridor={corridor}
      reading={parcels}
      count={parcels.data && countText('parcel', parcels.data)}
      card={(parcel) => (
        <ParcelCard key={parcel.id} parcel={parcel} to={withQuery(paths.findParcels, { parcel: parcel.id })} />
      )}
    />
  );
  const tripPart = (
    <Part
      key="trip"
      kind="trip"
      isMain={kind === 'trip'}
      corridor={corridor}
      reading={trips}
      count={trips.data && tripCountText(trips.data)}
      card={(trip) => (
        <TripSummary key={trip.id} trip={trip} to={withQuery(paths.findParcels, { tab: 'trips', trip: trip.id })} />
      )}
    />
  );
  return kind === 'trip' ? [tripPart, parcelPart] : [parcelPart, tripPart];
}

interface PartProps<Item> {
  kind: ListingKind;
  isMain: boolean;
  corridor: ReadCorridor;
  reading: UseQueryResult<FirstPage<Item>>;
  card: (item: Item) => ReactNode;
}

function Part<Item>({ kind, isMain, corridor, reading, count, card }: PartProps<Item> & { count: string | undefined }) {
  const { slug, from, to } = corridor;
  return (
    <MarketPart
      id={kind}
      title={capital(count ?? nounOf[kind].many)}
      all={{
        to: isMain ? findPath(kind, corridor) : corridorPath(kind, slug),
        text: `Tous les ${nounOf[kind].many} ${routeText(from, to)}`,
      }}
    >
      <Cards {...{ kind, isMain, corridor, reading, card }} />
    </MarketPart>
  );
}

function Cards<Item>({ kind, isMain, corridor, reading, card }: PartProps<Item>) {
  const { data, isError, error, refetch } = reading;
  if (!data)
    return isError ? (
      <LoadFailed error={error} onRetry={() => void refetch()} />
    ) : isMain ? (
      <CardSkeletons count={6} />
    ) : (
      <MarketSkeletons />
    );
  if (data.items.length === 0) return <Nothing kind={kind} isMain={isMain} corridor={corridor} />;
  return isMain ? (
    <ul className="card-grid">{data.items.map(card)}</ul>
  ) : (
    <ul className="market__cards">{data.items.slice(0, glance).map(card)}</ul>
  );
}

const invitations = {
  parcel: {
    drawing: 'parcels',
    action: 'Envoyer un colis',
    text: 'Publiez le vôtre : les voyageurs qui font ce trajet pourront vous contacter.',
  },
  trip: {
    drawing: 'trips',
    action: 'Transporter un colis',
    text: 'Publiez le vôtre : ceux qui envoient un colis sur ce trajet pourront vous contacter.',
  },
} as const;

function Nothing({ kind, isMain, corridor }: Pick<PartProps<unknown>, 'kind' | 'isMain' | 'corridor'>) {
  const { from, to } = corridor;
  const invitation = invitations[kind];
  const nothing = `Aucun ${nounOf[kind].one} ${routeText(from, to)} pour le moment`;
  if (!isMain) return <p className="muted">{nothing}.</p>;
  return (
    <EmptyState
      drawing={invitation.drawing}
      title={nothing}
      action={
        <Button as={Link} variant="primary" to={publishPath(kind, corridor)}>
          {invitation.action}
        </Button>
      }
    >
      <p>{invitation.text}</p>
    </EmptyState>
  );
}
