import { AdminAction, type AdminLog } from '#shared/admin/contract.ts';
import { adminActionLabels, detailText, targetLabels } from '#shared/admin/words.ts';
import { shortId } from '#shared/messaging/words.ts';
import { moment } from '#shared/time.ts';
import { Facts } from '#web/components/facts.tsx';
import { SelectField } from '#web/components/text-field.tsx';
import { usePages } from '#web/components/use-pages.ts';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import { adminApi } from '#web/features/admin/api.ts';
import { useAdminParams } from '#web/features/admin/use-admin-params.ts';
import { keyOf } from '#web/lib/query.ts';

/** What administrators did, newest first (spec 2 §2, Logs). */
export function LogsTab() {
  const { filter, setFilters } = useAdminParams();
  const query = { action: AdminAction.safeParse(filter('action')).data };
  const list = usePages(keyOf('admin', 'adminLogs', { query }), (cursor, options) =>
    adminApi.adminLogs({ query: { ...query, cursor } }, options),
  );
  return (
    <div className="stack">
      <h2 id="admin-logs">Logs d'Administration</h2>
      <div className="admin-filters">
        <SelectField
          label="Action"
          name="action"
          optional
          placeholder="Toutes les actions"
          options={Object.entries(adminActionLabels)}
          value={filter('action')}
          onChange={({ target }) => setFilters({ action: target.value })}
        />
      </div>
      <AdminList list={list} empty="Aucun log disponible">
        {(logs) => <LogTable logs={logs} />}
      </AdminList>
    </div>
  );
}

const LogTable = ({ logs }: { logs: readonly AdminLog[] }) => (
  <table className="plain-table log-table" aria-labelledby="admin-logs">
    <thead>
      <tr>
        <th scope="col">Date</th>
        <th scope="col">Action</th>
        <th scope="col">Type</th>
        <th scope="col">Détails</th>
      </tr>
    </thead>
    <tbody>
      {logs.map((log) => (
        <tr key={log.id}>
          <td className="numeric">
            <time dateTime={log.at}>{moment(log.at)}</time>
          </td>
          <td>{adminActionLabels[log.action]}</td>
          <td>{targetLabels[log.targetType]}</td>
          <td>
            <Facts
              facts={[
                ...Object.entries(log.details).map(([name, value]) => detailText(name, value)),
                ['Identifiant', shortId(log.targetId)] as const,
                ['Par', log.admin.name] as const,
              ]}
            />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
