import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tripTimeLabels } from '#shared/trips/words.ts';
import { dayOf } from '#shared/values/time.ts';
import { profilesQuery } from '#web/features/profiles/api.ts';
import { TripFacts } from '#web/features/trips/trip-facts.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

export function MemberTrips({ userId }: { userId: string }) {
  const reading = useQuery(profilesQuery('memberTrips', { params: { userId } }));
  const [today] = useState(() => dayOf(Date.now()));
  if (reading.isError) {
    return (
      <LoadFailed
        title="Impossible de charger les trajets"
        error={reading.error}
        onRetry={() => void reading.refetch()}
      />
    );
  }
  if (!reading.data) {
    return (
      <Loading>
        <Skeleton height="9rem" />
      </Loading>
    );
  }
  if (reading.data.items.length === 0) return <EmptyState drawing="trips" title="Aucun trajet pour le moment" />;
  return (
    <ul className="card-grid">
      {reading.data.items.map((trip) => (
        <li key={trip.id} className="card stack">
          <TripFacts trip={trip} />
          <div>
            {trip.travelDate < today ? (
              <Badge tone="neutral">{tripTimeLabels.past}</Badge>
            ) : (
              <Badge tone="success">{tripTimeLabels.upcoming}</Badge>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
