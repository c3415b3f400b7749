import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths, withQuery } from '#shared/site/paths.ts';
import { type Corridor, corridorsOf, corridorText } from '#web/features/home/corridors.ts';
import { MarketPart, MarketSkeletons, marketParts } from '#web/features/home/market-part.tsx';
import { searchQuery } from '#web/features/search/api.ts';
import { ParcelCard } from '#web/features/search/parcel-card.tsx';
import { TripSummary } from '#web/features/search/trip-summary.tsx';

/** Most cards of a list: one glance. */
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
      {trips.data && parcels.data && <Corridors corridors={corridorsOf(trips.data.items, parcels.data.items)} />}
    </>
  );
}

interface ListedProps {
  reading: { data?: { items: readonly unknown[] } | undefined; isError: boolean };
  nothing: string;
  children: ReactNode;
}

/** Without an answer, the link beside the title leads to the list, which shows the reason. */
function Listed({ reading: { data, isError }, nothing, children }: ListedProps) {
  if (isError) return <p className="muted">Cette liste n'a pas pu être chargée.</p>;
  if (!data) return <MarketSkeletons />;
  return data.items.length > 0 ? <ul className="market__cards">{children}</ul> : <p className="muted">{nothing}</p>;
}

function Corridors({ corridors }: { corridors: readonly Corridor[] }) {
  if (corridors.length === 0) return null;
  return (
    <section aria-labelledby="corridors">
      <h2 id="corridors">Les routes du moment</h2>
      <ul className="corridors">
        {corridors.map((corridor) => {
          const { from, to } = corridor;
          return (
            <li key={`${from.city} ${from.country} ${to.city} ${to.country}`}>
              <Link
                className="corridor"
                to={withQuery(paths.findParcels, {
                  fromCity: from.city,
                  fromPlace: from.placeId,
                  toCity: to.city,
                  toPlace: to.placeId,
                  tab: corridor.trips > 0 && corridor.parcels === 0 ? 'trips' : undefined,
                })}
              >
                <span className="corridor__route">
                  <bdi translate="no">{from.city}</bdi> <span aria-hidden="true">→</span>{' '}
                  <span className="visually-hidden">vers</span> <bdi translate="no">{to.city}</bdi>
                </span>{' '}
                <span className="muted small">{corridorText(corridor)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
