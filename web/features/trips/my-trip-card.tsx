import { Calendar, Package, Tag } from 'lucide-react';
import { longDay } from '#shared/time.ts';
import type { Trip } from '#shared/trips/contract.ts';
import {
  cancelledTripLabel,
  capacityText,
  transportLabels,
  tripPriceText,
  tripTimeLabels,
} from '#shared/trips/words.ts';
import { Badge } from '#web/components/badge.tsx';
import { RouteLine } from '#web/components/route-line.tsx';
import { Validation } from '#web/features/parcels/badges.tsx';
import { transportIcons } from '#web/features/trips/transport-icons.ts';
import '#web/components/listing.css';

/** One of the member's own trips, with what became of it. */
export function MyTripCard({ trip, when }: { trip: Trip; when: 'upcoming' | 'past' }) {
  const Icon = transportIcons[trip.transport];
  return (
    <li className="card stack">
      <h2 className="trip-title">
        <Icon size={22} aria-hidden="true" /> {transportLabels[trip.transport]}
      </h2>
      <RouteLine from={trip.depart} to={trip.arrival} stops={trip.stops.map(({ city }) => city)} />
      <ul className="facts">
        <li>
          <Calendar size={18} aria-hidden="true" /> {longDay(trip.travelDate)}
        </li>
        <li>
          <Package size={18} aria-hidden="true" /> {capacityText(trip)}
        </li>
        <li>
          <Tag size={18} aria-hidden="true" /> {tripPriceText(trip)}
        </li>
      </ul>
      {trip.notes && (
        <p dir="auto" className="member-text small">
          {trip.notes}
        </p>
      )}
      <div className="cluster">
        {trip.status === 'cancelled' ? (
          <Badge tone="neutral">{cancelledTripLabel}</Badge>
        ) : (
          <Badge tone={when === 'past' ? 'neutral' : 'success'}>{tripTimeLabels[when]}</Badge>
        )}
        <Validation adminStatus={trip.adminStatus} reason={trip.rejectionReason} />
      </div>
    </li>
  );
}
