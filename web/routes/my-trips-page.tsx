import { Link, useSearchParams } from 'react-router-dom';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ErrorPanel } from '#web/components/error-panel.tsx';
import { MoreButton } from '#web/components/more-button.tsx';
import { CardSkeletons } from '#web/components/skeleton.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { usePages } from '#web/components/use-pages.ts';
import { tripsApi } from '#web/features/trips/api.ts';
import { MyTripCard } from '#web/features/trips/my-trip-card.tsx';
import { asProblem } from '#web/lib/problem.ts';
import { keyOf } from '#web/lib/query.ts';
import '#web/components/listing.css';

type When = 'upcoming' | 'past';

const words: Readonly<Record<When, { tab: string; empty: string; why: string }>> = {
  upcoming: {
    tab: 'À venir',
    empty: 'Aucun trajet à venir',
    why: 'Annoncez votre prochain voyage : les expéditeurs de cette route vous contacteront.',
  },
  past: { tab: 'Passés', empty: 'Aucun trajet passé', why: 'Vos trajets terminés apparaîtront ici.' },
};

/** `/my-trips` (spec 2 §2). */
export function MyTripsPage() {
  const [params, setParams] = useSearchParams();
  const shown: When = params.get('tab') === 'passes' ? 'past' : 'upcoming';
  const { pages, error, retry, more } = useTrips(shown);
  const counts = pages?.[0]?.counts;
  const label = (when: When) => (counts ? `${words[when].tab} (${counts[when]})` : words[when].tab);
  const trips = pages?.flatMap(({ items }) => items);

  const content = (
    <div className="stack">
      {error && (
        <ErrorPanel title="Impossible de charger vos trajets." message={asProblem(error).detail} onRetry={retry} />
      )}
      {!trips && !error && <CardSkeletons count={3} />}
      {trips?.length === 0 && (
        <EmptyState drawing="trips" title={words[shown].empty}>
          <p>{words[shown].why}</p>
        </EmptyState>
      )}
      {trips && trips.length > 0 && (
        <ul className="card-grid">
          {trips.map((trip) => (
            <MyTripCard key={trip.id} trip={trip} when={shown} />
          ))}
        </ul>
      )}
      <MoreButton {...more} />
    </div>
  );
  return (
    <div className="container page stack">
      <div className="page-top">
        <h1>Mes trajets</h1>
        <Link className="amplify-button amplify-button--primary" to="/transport-parcel">
          Ajouter un trajet
        </Link>
      </div>
      <div>
        <Tabs
          label="Mes trajets"
          value={shown}
          onChange={(value) => setParams(value === 'past' ? { tab: 'passes' } : {})}
          tabs={[
            { value: 'upcoming', label: label('upcoming'), content },
            { value: 'past', label: label('past'), content },
          ]}
        />
      </div>
    </div>
  );
}

const useTrips = (when: When) =>
  usePages(keyOf('trips', 'myTrips', { query: { when } }), (cursor, options) =>
    tripsApi.myTrips({ query: { when, cursor } }, options),
  );
