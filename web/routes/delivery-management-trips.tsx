import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { MatchingParcels } from '#web/features/matching/matching-parcels.tsx';
import { OwnTrips, useTrips } from '#web/features/trips/own-trips.tsx';
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
              <Link className="amplify-button amplify-button--primary" to={paths.transportParcel}>
                Ajouter un trajet
              </Link>
            }
          />
        }
      />
      {showsPast ? (
        <PastTrips onMatches={setMatchesOf} />
      ) : list.counts?.past === 0 ? null : (
        <div className="follows">
          <button type="button" className="amplify-button" onClick={() => setShowsPast(true)}>
            Afficher les trajets passés{list.counts ? ` (${list.counts.past})` : ''}
          </button>
        </div>
      )}
      {matchesOf && <MatchingParcels key={matchesOf} tripId={matchesOf} onClose={() => setMatchesOf(undefined)} />}
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
