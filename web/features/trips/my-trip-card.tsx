import type { Trip } from '#shared/trips/contract.ts';
import { cancelledTripLabel, tripTimeLabels } from '#shared/trips/words.ts';
import { Badge } from '#web/components/badge.tsx';
import { Validation } from '#web/features/parcels/badges.tsx';
import { TripFacts } from '#web/features/trips/trip-facts.tsx';

/** One of the member's own trips, with what became of it. */
export function MyTripCard({ trip, when }: { trip: Trip; when: 'upcoming' | 'past' }) {
  return (
    <li className="card stack">
      <TripFacts trip={trip} />
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
