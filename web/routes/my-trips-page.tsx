import { Link } from 'react-router-dom';
import { paths } from '#shared/site/paths.ts';
import { ListingTableSkeleton } from '#web/features/listings/listing-table.tsx';
import { MatchingParcels } from '#web/features/matching/matching-parcels.tsx';
import { tripsApi } from '#web/features/trips/api.ts';
import { OwnTripActions } from '#web/features/trips/own-trip-actions.tsx';
import { TripTable, type When } from '#web/features/trips/trip-table.tsx';
import { asProblem } from '#web/lib/api/problem.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { MoreButton } from '#web/ui/more-button.tsx';
import { Tabs } from '#web/ui/tabs/tabs.tsx';
import '#web/routes/my-listings.css';

const words: Readonly<Record<When, { tab: string; empty: string; why: string }>> = {
  upcoming: {
    tab: 'À venir',
    empty: 'Aucun trajet à venir',
    why: 'Annoncez votre prochain voyage : les expéditeurs de cette route vous contacteront.',
  },
  past: { tab: 'Passés', empty: 'Aucun trajet passé', why: 'Vos trajets terminés apparaîtront ici.' },
};

/** `/my-trips` (product 2.2). */
export function MyTripsPage() {
  const [params, setParams] = usePageQuery(paths.myTrips);
  const shown: When = params.get('tab') === 'past' ? 'past' : 'upcoming';
  const { pages, error, retry, more } = useTrips(shown);
  const counts = pages?.[0]?.counts;
  const label = (when: When) => (counts ? `${words[when].tab} (${counts[when]})` : words[when].tab);
  const trips = pages?.flatMap(({ items }) => items);
  const matchesOf = params.get('matches');
  const openMatches = (tripId: string | undefined) =>
    setParams((current) => {
      if (tripId) current.set('matches', tripId);
      else current.delete('matches');
      return current;
    });

  const content = (
    <div className="stack">
      {error && (
        <ErrorPanel title="Impossible de charger vos trajets." message={asProblem(error).detail} onRetry={retry} />
      )}
      {!trips && !error && <ListingTableSkeleton />}
      {trips?.length === 0 && (
        <EmptyState
          drawing="trips"
          title={words[shown].empty}
          action={
            shown === 'upcoming' && (
              <Link className="amplify-button amplify-button--primary" to={paths.transportParcel}>
                Ajouter un trajet
              </Link>
            )
          }
        >
          <p>{words[shown].why}</p>
        </EmptyState>
      )}
      {trips && trips.length > 0 && (
        <TripTable
          trips={trips}
          caption={`Mes trajets : ${words[shown].tab.toLowerCase()}`}
          when={shown}
          actionsOf={(trip) => <OwnTripActions trip={trip} onMatches={() => openMatches(trip.id)} />}
        />
      )}
      <MoreButton {...more} />
    </div>
  );
  return (
    <div className="container page stack">
      <div className="page-top">
        <h1>Mes trajets</h1>
        <Link className="amplify-button amplify-button--primary" to={paths.transportParcel}>
          Ajouter un trajet
        </Link>
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
      {matchesOf && <MatchingParcels key={matchesOf} tripId={matchesOf} onClose={() => openMatches(undefined)} />}
    </div>
  );
}

const useTrips = (when: When) =>
  usePages(queryKey('trips', 'myTrips', { query: { when } }), (cursor, options) =>
    tripsApi.myTrips({ query: { when, cursor } }, options),
  );
