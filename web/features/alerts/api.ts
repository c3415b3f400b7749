import { useQuery } from '@tanstack/react-query';
import { alertRoutes } from '#shared/alerts/contract.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { queriesOf } from '#web/lib/api/query.ts';
import { useSession } from '#web/lib/session/session.ts';

export const alertsApi = clientOf(alertRoutes);
const alertsQuery = queriesOf('alerts', alertsApi);

/** The member's alerts; a visitor has none. */
export function useAlerts() {
  const { status } = useSession();
  return useQuery({ ...alertsQuery('myAlerts'), enabled: status === 'member' });
}
