import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { paths, withQuery } from '#shared/site/paths.ts';
import { corridorsQuery } from '#web/features/corridors/api.ts';
import { CorridorList } from '#web/features/corridors/corridor-list.tsx';
import { MarketPart, MarketSkeletons, marketParts } from '#web/features/home/market-part.tsx';
import { searchQuery } from '#web/features/search/api.ts';
import { ParcelCard } from '#web/features/search/parcel-card.tsx';
import { TripSummary } from '#web/features/search/trip-summary.tsx';

/** Most cards of a list, and most routes: one glance. */
const shown = 6;

/** The current listings: the first page of each public list, with the search's own query. */
export function Market() {
  const trips = useQuery(searchQuery('searchTrips', { query: {} }));
  const parcels = useQuery(searchQuery('searchParcels', { query: {} }));
  return (
    <>
      <MarketPart {...marketParts.trips}>
        <Listed reading={trips} nothing="Aucun départ annoncé pour le moment.">
          {trips.data?.items.slice(0, shown).map((trip) => (
            <TripSummary key={trip.id} trip={trip} to={withQuery(paths.findParcels, { tab: 'trips', trip: trip.id })} />
          ))}
        </Listed>
      </MarketPart>
      <MarketPart {...marketParts.parcels}>
        <Listed reading={parcels} nothing="Aucun colis n'attend de voyageur pour le moment.">
          {parcels.data?.items.slice(0, shown).map((parcel) => (
            <ParcelCard key={parcel.id} parcel={parcel} to={withQuery(paths.findParcels, { parcel: parcel.id })} />
          ))}
        </Listed>
      </MarketPart>
      <Corridors />
    </>
  );
}

interface ListedProps {
  reading: { data?: { items: readonly unknown[] } | undefined; isError: boolean };
  nothing: string;
  children: ReactNode;
}

function Listed({ reading: { data, isError }, nothing, children }: ListedProps) {
  if (isError) return <p className="muted">Cette liste n'a pas pu être chargée.</p>;
  if (!data) return <MarketSkeletons />;
  return data.items.length > 0 ? <ul className="market__cards">{children}</ul> : <p className="muted">{nothing}</p>;
}

function Corridors() {
  const { data } = useQuery(corridorsQuery('readCorridors'));
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="corridors">
      <h2 id="corridors">Les routes du moment</h2>
      <CorridorList corridors={data.items.slice(0, shown)} />
    </section>
  );
}
