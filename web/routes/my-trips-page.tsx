import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { MatchingParcels } from '#web/features/matching/matching-parcels.tsx';
import { OwnTrips } from '#web/features/trips/own-trips.tsx';
import type { When } from '#web/features/trips/trip-state.ts';
import { useTrips } from '#web/features/trips/use-trips.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Tabs } from '#web/ui/tabs/tabs.tsx';
import '#web/features/listings/listing-table.css';

const words: Readonly<Record<When, { tab: string; empty: string; why: string }>> = {
  upcoming: {
    tab: 'À venir',
    empty: 'Aucun trajet à venir',
    why: 'Annoncez votre prochain voyage : ceux qui envoient un colis sur ce trajet pourront vous contacter.',
  },
  past: { tab: 'Passés', empty: 'Aucun trajet passé', why: 'Vos trajets terminés apparaîtront ici.' },
};

export function MyTripsPage() {
  const [params, setParams] = usePageQuery(paths.myTrips);
  const shown: When = params.get('tab') === 'past' ? 'past' : 'upcoming';
  const list = useTrips(shown);
  const label = (when: When) => (list.counts ? `${words[when].tab} (${list.counts[when]})` : words[when].tab);
  const matchesOf = params.get('matches');
  const openMatches = (tripId: string | undefined) =>
    setParams((current) => {
      if (tripId) current.set('matches', tripId);
      else current.delete('matches');
      return current;
    });

  const content = (
    <OwnTrips
      list={list}
      when={shown}
      caption={`Mes trajets : ${words[shown].tab.toLowerCase()}`}
      onMatches={openMatches}
      empty={
        <EmptyState
          drawing="trips"
          title={words[shown].empty}
          action={
            shown === 'upcoming' && (
              <Button as={Link} variant="primary" to={paths.transportParcel}>
                Ajouter un trajet
              </Button>
            )
          }
        >
          <p>{words[shown].why}</p>
        </EmptyState>
      }
    />
  );
  return (
    <div className="container page stack">
      <div className="cluster page-top">
        <h1>Mes trajets</h1>
        <Button as={Link} variant="primary" to={paths.transportParcel}>
          Ajouter un trajet
        </Button>
      </div>
      <div>
        <Tabs
          label="Mes trajets"
          value={shown}
          onChange={(value) => setParams(value === 'past' ? [['tab', value]] : [])}
          tabs={[
            { value: 'upcoming', label: label('upcoming'), content },
            { value: 'past', label: label('past'), content },
          ]}
        />
      </div>
      {matchesOf && (
        <MatchingParcels
          key={matchesOf}
          tripId={matchesOf}
          trip={list.trips?.find(({ id }) => id === matchesOf)}
          onClose={() => openMatches(undefined)}
        />
      )}
    </div>
  );
}
