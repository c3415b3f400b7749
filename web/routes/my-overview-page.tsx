import '#web/features/listings/listing-table.css';
import { ChartColumn } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { unreadText } from '#shared/messaging/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { MatchingParcels } from '#web/features/matching/matching-parcels.tsx';
import { RecentConversations } from '#web/features/messaging/list/recent-conversations.tsx';
import { OwnParcels } from '#web/features/parcels/own-parcels.tsx';
import { useOwnParcels } from '#web/features/parcels/use-own-parcels.ts';
import { OwnTrips } from '#web/features/trips/own-trips.tsx';
import { useTrips } from '#web/features/trips/use-trips.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useSession } from '#web/lib/session/session.ts';
import { usePageQuery } from '#web/lib/use-page-query.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Tabs } from '#web/ui/tabs/tabs.tsx';

function TripsTab({ list }: { list: ReturnType<typeof useTrips> }) {
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

const StatisticsDialog = lazyPart(() =>
  import('#web/features/statistics/statistics-dialog.tsx').then((file) => file.StatisticsDialog),
);

const tabNames = ['trips', 'parcels', 'messages'] as const;

/** `/delivery-management` (product 2.2): the member's trips, parcels and conversations as tabs, and their figures. */
export function MyOverviewPage() {
  const [params, setParams] = usePageQuery(paths.deliveryManagement);
  const [showsStatistics, setShowsStatistics] = useState(false);
  const { me } = useSession();
  const upcoming = useTrips('upcoming');
  const parcels = useOwnParcels();
  const { todo = 0, going = 0 } = parcels.counts ?? {};
  const unread = me?.unread.messages ?? 0;
  const asked = params.get('tab');
  const labels = {
    trips: labelled('Trajets', upcoming.counts?.upcoming, 'à venir'),
    parcels: todo > 0 ? labelled('Colis', todo, 'à faire') : labelled('Colis', going, 'en cours'),
    messages: unread > 0 ? `Messagerie (${unreadText(unread)})` : 'Messagerie',
  };
  const contents = {
    trips: <TripsTab list={upcoming} />,
    parcels: <ParcelsTab list={parcels} />,
    messages: <RecentConversations memberId={me?.id ?? ''} />,
  };
  return (
    <div className="container page stack">
      <div className="cluster page-top">
        <h1>Gestion de la livraison</h1>
        <Button onClick={() => setShowsStatistics(true)}>
          <ChartColumn size={20} aria-hidden="true" /> Statistiques
        </Button>
      </div>
      <div>
        <Tabs
          label="Gestion de la livraison"
          value={tabNames.find((name) => name === asked) ?? 'trips'}
          onChange={(value) => setParams(value === 'trips' ? [] : [['tab', value]])}
          tabs={tabNames.map((value) => ({ value, label: labels[value], content: contents[value] }))}
        />
      </div>
      <nav className="cluster follows" aria-label="Livraisons et demandes">
        <Link className="lone-link" to={paths.deliverySelection}>
          Mes livraisons
        </Link>
        <Link className="lone-link" to={paths.tripRequests}>
          Demandes
        </Link>
      </nav>
      {showsStatistics && (
        <Suspense fallback={null}>
          <StatisticsDialog onClose={() => setShowsStatistics(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** « Colis (3 à faire) »: a number with its meaning. None and unknown are not shown. */
const labelled = (name: string, count: number | undefined, what: string) =>
  count ? `${name} (${count} ${what})` : name;

function ParcelsTab({ list }: { list: ReturnType<typeof useOwnParcels> }) {
  const navigate = useNavigate();
  const addressOf = ({ id }: { id: string }) => withQuery(paths.myParcels, { parcel: id });
  return (
    <OwnParcels
      list={list}
      addressOf={addressOf}
      onOpen={(parcel) => void navigate(addressOf(parcel))}
      empty={
        <EmptyState
          title="Vous n'avez pas encore publié de colis"
          action={
            <Button as={Link} variant="primary" to={paths.sendParcel}>
              Envoyer un colis
            </Button>
          }
        />
      }
    />
  );
}
