import type { ReactNode } from 'react';
import { ListingTableSkeleton } from '#web/features/listings/listing-table.tsx';
import { OwnTripActions } from '#web/features/trips/own-trip-actions.tsx';
import { TripTable, type When } from '#web/features/trips/trip-table.tsx';
import type { useTrips } from '#web/features/trips/use-trips.ts';
import { isLost } from '#web/lib/api/problem.ts';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { SeenAgo } from '#web/ui/seen-ago.tsx';
import { MoreButton } from '#web/ui/submit-button.tsx';

interface OwnTripsProps {
  list: ReturnType<typeof useTrips>;
  when: When;
  caption: string;
  empty: ReactNode;
  onMatches: (tripId: string) => void;
}

/** The member's own upcoming or past trips. Upcoming trips that wait for their traveller are first. */
export function OwnTrips({ list, when, caption, empty, onMatches }: OwnTripsProps) {
  const { trips, error, retry, more, updatedAt } = list;
  const waiting = trips?.filter(({ adminStatus, status }) => adminStatus === 'rejected' && status === 'active') ?? [];
  const others = trips?.filter((trip) => !waiting.includes(trip)) ?? [];
  const sections = when === 'upcoming' && waiting.length > 0 ? { 'À faire': waiting, 'En cours': others } : undefined;
  const table = (shown: typeof others, name: string) => (
    <TripTable
      trips={shown}
      caption={name}
      when={when}
      actionsOf={(trip) => <OwnTripActions trip={trip} onMatches={() => onMatches(trip.id)} />}
    />
  );
  return (
    <div className="stack">
      <SeenAgo at={updatedAt} isLost={isLost(error)} />
      {error && <LoadFailed title="Impossible de charger vos trajets." error={error} onRetry={retry} />}
      {!trips && !error && <ListingTableSkeleton />}
      {trips?.length === 0 && empty}
      {sections &&
        Object.entries(sections).map(
          ([name, shown]) =>
            shown.length > 0 && (
              <section key={name} className="stack" aria-label={name}>
                <h2>{name}</h2>
                {table(shown, `${caption} : ${name.toLowerCase()}`)}
              </section>
            ),
        )}
      {!sections && trips && trips.length > 0 && table(trips, caption)}
      <MoreButton {...more} />
    </div>
  );
}
