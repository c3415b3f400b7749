import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Alert, NewAlert, Side } from '#shared/alerts/contract.ts';
import { alertsApi } from '#web/features/alerts/api.ts';
import { touch } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';

/** A change on the card of an alert. Without `until`, the alert is prolonged. */
type Change = Pick<NewAlert, 'when' | 'until'>;

export function useAlertActs(alert: Alert) {
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
