import type { AdminTrip } from '#shared/admin/contract.ts';
import { queues } from '#shared/admin/queues.ts';
import { mayLeakText } from '#shared/admin/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { sizeLabels } from '#shared/parcels/words.ts';
import { transportText, tripPriceText } from '#shared/trips/words.ts';
import { shortDay } from '#shared/values/time.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { AdminCard, HistoryLink, StatusBadge } from '#web/features/admin/admin-card.tsx';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import { adminApi } from '#web/features/admin/api.ts';
import { DeleteTrip } from '#web/features/admin/listings/delete-listing.tsx';
import { ListingFilter, useListingQuery } from '#web/features/admin/listings/listing-filter.tsx';
import { ListingVerdict } from '#web/features/admin/listings/listing-verdict.tsx';
import { QueueKeys } from '#web/features/admin/queue/queue-keys.tsx';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { Facts } from '#web/ui/facts.tsx';

/** Trips to validate, and all trips (product 2.2, Trajets). */
export function TripsTab() {
  const query = useListingQuery();
  const list = usePages(queryKey('admin', 'adminTrips', { query }), (cursor, options) =>
    adminApi.adminTrips({ query: { ...query, cursor } }, options),
  );
  return (
    <div className="stack">
      <h2>Validation des Trajets</h2>
      <div className="admin-filters">
        <ListingFilter tab="trips" />
      </div>
      <QueueKeys />
      <AdminList
        list={list}
        empty={query.id ? 'Cette annonce est supprimée' : 'Aucun trajet disponible'}
        queue={
          query.status === 'pending' && { end: queues.trip.end, waits: ({ waitsSince }) => waitsSince !== undefined }
        }
      >
        {(trips) => (
          <ul className="admin-list">
            {trips.map((trip) => (
              <TripCard key={trip.id} trip={trip} />
            ))}
          </ul>
        )}
      </AdminList>
    </div>
  );
}

function TripCard({ trip }: { trip: AdminTrip }) {
  const { depart, arrival, adminStatus, version } = trip;
  const call = { params: { tripId: trip.id }, version };
  const accepted = [
    ...(trip.acceptsFragile ? ['Objets fragiles'] : []),
    ...(trip.acceptsElectronics ? ['Appareils électroniques'] : []),
  ];
  const name = `${isolated(depart.city)} → ${isolated(arrival.city)}`;
  return (
    <AdminCard
      version={version}
      queue="trip"
      waitsSince={trip.waitsSince}
      title={<bdi translate="no">{name}</bdi>}
      badge={<StatusBadge status={adminStatus} />}
    >
      <Facts
        facts={{
          Départ: <span translate="no">{`${isolated(depart.city)}, ${depart.country}`}</span>,
          Destination: <span translate="no">{`${isolated(arrival.city)}, ${arrival.country}`}</span>,
          Voyageur: <bdi translate="no">{nameOf(trip.owner) || 'N/A'}</bdi>,
          Date: shortDay(trip.travelDate),
          Étapes: trip.stops.length > 0 && (
            <span translate="no">
              {trip.stops.map(({ city, country }) => `${isolated(city)}, ${country}`).join(' · ')}
            </span>
          ),
          'Poids max.': `${trip.maxWeightKg} kg`,
          'Taille max.': sizeLabels[trip.maxSize],
          Prix: tripPriceText(trip),
          Accepte: accepted.join(', ') || 'Ni fragile, ni électronique',
          Transport: transportText(trip.transport),
          Notes: trip.notes && <bdi>{trip.notes}</bdi>,
          Motif: trip.rejectionReason && <bdi>{trip.rejectionReason}</bdi>,
        }}
      />
      {trip.mayLeak && <p className="small">{mayLeakText}</p>}
      <ListingVerdict
        listing={trip}
        kind="trip"
        name={name}
        rejectTitle={`Rejeter le trajet ${isolated(name)} ?`}
        approve={(options) => adminApi.approveTrip(call, options)}
        reject={(body, options) => adminApi.rejectTrip({ ...call, body }, options)}
      />
      <div className="cluster">
        <HistoryLink id={trip.id} name={name} />
        <DeleteTrip trip={trip} name={name} />
      </div>
    </AdminCard>
  );
}
