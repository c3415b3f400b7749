import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { queueNames, queues } from '#shared/admin/queues.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { adminQuery } from '#web/features/admin/api.ts';
import { Waiting } from '#web/features/admin/queue/waiting.tsx';
import { PanelLoadFailed } from '#web/features/second-factor/panel-load-failed.tsx';
import '#web/features/admin/admin.css';

interface Figure {
  name: string;
  what?: string;
  count: number | undefined;
  to: string;
}

/** Waiting items and totals; « – » for an unknown number, because a false 0 hides work. */
export function StatisticsTab() {
  const reading = useQuery(adminQuery('adminStatistics'));
  const counts = reading.data;
  const cards: readonly Figure[] = [
    {
      name: 'Profils en attente',
      what: 'Identités et nouveaux noms, adresse confirmée',
      count: counts?.pendingProfiles,
      to: withQuery(paths.admin, { tab: 'profiles', status: 'pending' }),
    },
    {
      name: 'Trajets en attente',
      count: counts?.pendingTrips,
      to: withQuery(paths.admin, { tab: 'trips', status: 'pending' }),
    },
    {
      name: 'Colis en attente',
      count: counts?.pendingParcels,
      to: withQuery(paths.admin, { tab: 'parcels', status: 'pending' }),
    },
    { name: 'Total des utilisateurs', count: counts?.totalUsers, to: withQuery(paths.admin, { tab: 'profiles' }) },
  ];
  return (
    <div className="stack">
      <h2>Statistiques</h2>
      {reading.isError && (
        <PanelLoadFailed title="Données indisponibles" error={reading.error} onRetry={() => void reading.refetch()} />
      )}
      <ul className="statistics">
        {cards.map(({ name, what, count, to }) => (
          <li key={name}>
            <Link className="card statistics__card" to={to}>
              <span className="statistics__count numeric">
                {count === undefined ? (
                  <>
                    <span aria-hidden="true">–</span>
                    <span className="visually-hidden">Inconnu</span>
                  </>
                ) : (
                  count.toLocaleString('fr-FR')
                )}
              </span>{' '}
              <span>{name}</span>
              {what && <span className="small muted">{what}</span>}
            </Link>
          </li>
        ))}
      </ul>
      <Oldest />
    </div>
  );
}

function Oldest() {
  const reading = useQuery(adminQuery('adminQueues'));
  const oldest = reading.data?.oldest;
  return (
    <section className="stack" aria-labelledby="oldest-title">
      <h3 id="oldest-title">Ce qui attend depuis le plus longtemps</h3>
      {reading.isError && (
        <PanelLoadFailed title="Données indisponibles" error={reading.error} onRetry={() => void reading.refetch()} />
      )}
      {oldest && (
        <ul className="oldest">
          {queueNames.map((queue) => {
            const { label, tab } = queues[queue];
            const since = oldest[queue];
            return (
              <li key={queue}>
                <Link to={withQuery(paths.admin, { tab, status: 'pending' })}>{label}</Link>
                {since ? <Waiting queue={queue} since={since} /> : <p className="small muted">Rien n'attend</p>}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
