import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ListingKind } from '#shared/search/filter.ts';
import { findPath, paths, withQuery } from '#shared/site/paths.ts';
import { routeText } from '#shared/values/french.ts';
import { corridorPath, corridorSearch, publishPath, type ReadCorridor } from '#web/features/corridors/corridor.ts';
import { headOf } from '#web/features/corridors/head.ts';
import { capital, countText, type FirstPage, nounOf, tripCountText } from '#web/features/corridors/words.ts';
import { MarketPart, MarketSkeletons } from '#web/features/home/market-part.tsx';
import { searchQuery } from '#web/features/search/api.ts';
import { ParcelCard } from '#web/features/search/parcel-card.tsx';
import { TripSummary } from '#web/features/search/trip-summary.tsx';
import { useDocumentHead } from '#web/lib/document/document-head.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';

/** Cards of the other kind: one glance, because it has a page of its own. */
const glance = 6;

interface CorridorMarketProps {
  kind: ListingKind;
  corridor: ReadCorridor;
}

export function CorridorMarket({ kind, corridor }: CorridorMarketProps) {
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
