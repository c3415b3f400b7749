import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { MatchingParcels } from '#web/features/matching/matching-parcels.tsx';
import { OwnTrips } from '#web/features/trips/own-trips.tsx';
import { useTrips } from '#web/features/trips/use-trips.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export function TripsTab({ list }: { list: ReturnType<typeof useTrips> }) {
  const [matchesOf, setMatchesOf] = useState<string>();
  const [showsPast, setShowsPast] = useState(false);
  return (
    <div className="stack">
      <OwnTrips
        list={list}
        when="upcoming"
        caption="Mes trajets : à venir"
        onMatches={setMatchesOf}
        empty={
          <EmptyState
            drawing="trips"
            title="Aucun trajet à venir"
            action={
              <Button as={Link} variant="primary" to={paths.transportParcel}>
                Ajouter un trajet
              </Button>
            }
          />
        }
      />
      {showsPast ? (
        <PastTrips onMatches={setMatchesOf} />
      ) : list.counts?.past === 0 ? null : (
        <div className="follows">
          <Button onClick={() => setShowsPast(true)}>
            Afficher les trajets passés{list.counts ? ` (${list.counts.past})` : ''}
          </Button>
        </div>
      )}
      {matchesOf && (
        <MatchingParcels
          key={matchesOf}
          tripId={matchesOf}
          trip={list.trips?.find(({ id }) => id === matchesOf)}
          onClose={() => setMatchesOf(undefined)}
        />
      )}
    </div>
  );
}

const PastTrips = ({ onMatches }: { onMatches: (tripId: string) => void }) => (
  <section className="stack" aria-label="Trajets passés">
    <h2>Trajets passés</h2>
    <OwnTrips
      list={useTrips('past')}
      when="past"
      caption="Mes trajets : passés"
      onMatches={onMatches}
      empty={<p className="muted">Aucun trajet passé</p>}
    />
  </section>
);
