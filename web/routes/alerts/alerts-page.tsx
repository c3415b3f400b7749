import { Link } from 'react-router-dom';
import { alertDays, alertLimit, isOver } from '#shared/alerts/rules.ts';
import { findPath, paths } from '#shared/site/paths.ts';
import { alertsApi, useAlerts } from '#web/features/alerts/api.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { CardSkeletons } from '#web/ui/skeleton.tsx';
import '#web/routes/alerts/alerts.css';
import '#web/forms/field.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Alert, type NewAlert, type Side, When } from '#shared/alerts/contract.ts';
import { alertText, whenLabels } from '#shared/alerts/words.ts';
import { shortDay } from '#shared/values/time.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

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

/** A change on the card of an alert. Without `until`, the alert is prolonged. */
type Change = Pick<NewAlert, 'when' | 'until'>;

function useAlertActs(alert: Alert) {
  const queries = useQueryClient();
  const params = { alertId: alert.id };
  const reread = () => touch(queries, ['alerts', 'myAlerts']);
  const saving = useMutation({
    mutationFn: (change: Change) => alertsApi.editAlert({ params, body: { ...searchIn(alert), ...change } }),
    onError: (error) => toast.failed('Alerte non modifiée', error),
    onSettled: reread,
  });
  const remove = async () => {
    await alertsApi.removeAlert({ params });
    await reread();
  };
  return { saving, remove };
}

const searchIn = ({ kind, from, to, date, filter }: Alert): Omit<NewAlert, 'when' | 'until'> => ({
  kind,
  ...(from ? { from: newSide(from) } : {}),
  ...(to ? { to: newSide(to) } : {}),
  ...(date === undefined ? {} : { date }),
  ...(filter === undefined ? {} : { filter }),
});

const newSide = ({ country: _name, ...side }: Side) => side;

/** One alert. The choice of its time is saved immediately, like the settings (rule 31). */
function AlertCard({ alert }: { alert: Alert }) {
  const { saving, remove } = useAlertActs(alert);
  const [isRemoving, setRemoving] = useState(false);
  const [now] = useState(Date.now);
  const search = alertText(alert);
  const hasEnded = isOver(alert, now);
  const when = saving.isPending ? saving.variables.when : alert.when;
  return (
    <li className="card stack alert-card">
      <h2>{search}</h2>
      {hasEnded ? (
        <p>
          <Badge tone="neutral">Terminée</Badge>
        </p>
      ) : (
        <p className="muted">jusqu'au {shortDay(alert.until)}</p>
      )}
      {hasEnded ? (
        <SubmitButton type="button" variant="default" busy={saving.isPending} onClick={() => saving.mutate({ when })}>
          Prolonger de {alertDays} jours
        </SubmitButton>
      ) : (
        <label className="field">
          <span className="field__label">Quand ?</span>
          <select
            className="amplify-select"
            value={when}
            onChange={({ target }) => saving.mutate({ when: When.parse(target.value), until: alert.until })}
          >
            {When.options.map((value) => (
              <option key={value} value={value}>
                {whenLabels[value]}
              </option>
            ))}
          </select>
        </label>
      )}
      <output className="small muted">
        {saving.isPending ? 'Enregistrement…' : saving.isSuccess && 'Enregistré'}
        {saving.isError && !asProblem(saving.error).isUncertain && 'Non enregistré'}
      </output>
      <div className="cluster">
        <Button as={Link} to={findPath(alert.kind, alert, { date: alert.date, filter: alert.filter })}>
          Voir les annonces
        </Button>
        <Button variant="link" aria-label={`Supprimer : ${search}`} onClick={() => setRemoving(true)}>
          Supprimer
        </Button>
      </div>
      <ConfirmDialog
        open={isRemoving}
        title="Supprimer cette alerte ?"
        confirm="Supprimer"
        destructive
        onConfirm={remove}
        onClose={() => setRemoving(false)}
      >
        <p>Vous ne serez plus prévenu de ces annonces.</p>
      </ConfirmDialog>
    </li>
  );
}
