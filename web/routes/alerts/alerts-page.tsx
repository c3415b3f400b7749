import { Link } from 'react-router-dom';
import { alertLimit } from '#shared/alerts/rules.ts';
import { paths } from '#shared/site/paths.ts';
import { AlertCard } from '#web/features/alerts/alert-card.tsx';
import { useAlerts } from '#web/features/alerts/api.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';

/** `/alerts` (product 2.2): the searches that the member keeps. */
export function AlertsPage() {
  const { data, error, refetch } = useAlerts();
  const alerts = data?.items;
  return (
    <div className="container page stack">
      <h1>Mes alertes</h1>
      {error && <LoadFailed title="Impossible de charger vos alertes" error={error} onRetry={() => void refetch()} />}
      {!alerts && !error && <CardSkeletons count={2} />}
      {alerts?.length === 0 && (
        <EmptyState
          drawing="search"
          title="Aucune alerte"
          action={
            <Button as={Link} variant="primary" to={paths.findParcels}>
              Rechercher
            </Button>
          }
        >
          <p>Lancez une recherche, puis « Créer une alerte ».</p>
        </EmptyState>
      )}
      {alerts && alerts.length > 0 && (
        <>
          <p className="muted">
            {alerts.length} {alerts.length > 1 ? 'alertes' : 'alerte'} sur {alertLimit}
          </p>
          <ul className="stack alerts">
            {alerts.map((alert) => (
              <AlertCard key={alert.id} alert={alert} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
