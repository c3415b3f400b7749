import { Table, TableBody, TableCell, TableHead, TableRow } from '@aws-amplify/ui-react';
import type { AdminLog } from '#shared/admin/contract.ts';
import { logTexts } from '#shared/admin/words.ts';
import { shortId } from '#shared/messaging/words.ts';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import { adminApi } from '#web/features/admin/api.ts';
import { LogDownload } from '#web/features/admin/logs/log-download.tsx';
import { LogFilters, useLogQuery } from '#web/features/admin/logs/log-filters.tsx';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { momentText } from '#web/lib/moments.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Moment } from '#web/ui/moment.tsx';
import '@aws-amplify/ui-react/styles/table.layer.css';
import '#web/features/admin/admin.css';

/** Acts of administrators, newest first (product 2.2, Logs). */
export function LogsTab() {
  const query = useLogQuery();
  const list = usePages(queryKey('admin', 'adminLogs', { query }), (cursor, options) =>
    adminApi.adminLogs({ query: { ...query, cursor } }, options),
  );
  return (
    <div className="stack">
      <h2 id="admin-logs">Logs d'Administration</h2>
      <LogFilters />
      <LogDownload query={query} />
      <AdminList list={list} empty="Aucun log disponible">
        {(logs) => <LogTable logs={logs} />}
      </AdminList>
    </div>
  );
}

const LogTable = ({ logs }: { logs: readonly AdminLog[] }) => (
  <Table className="log-table" highlightOnHover={false} aria-labelledby="admin-logs">
    <TableHead>
      <TableRow>
        <TableCell as="th" scope="col">
          Date
        </TableCell>
        <TableCell as="th" scope="col">
          Action
        </TableCell>
        <TableCell as="th" scope="col">
          Type
        </TableCell>
        <TableCell as="th" scope="col">
          Détails
        </TableCell>
      </TableRow>
    </TableHead>
    <TableBody>
      {logs.map((log) => (
        <TableRow key={log.id}>
          <TableCell className="numeric">
            <Moment at={log.at} />
          </TableCell>
          <TableCell>{logTexts(log, momentText).action}</TableCell>
          <TableCell>{logTexts(log, momentText).type}</TableCell>
          <TableCell>
            <Facts
              facts={[
                ...logTexts(log, momentText).details,
                [
                  'Identifiant',
                  <span key="id" translate="no">
                    {shortId(log.targetId)}
                  </span>,
                ] as const,
                [
                  'Par',
                  <bdi key="by" translate="no">
                    {log.admin.name}
                  </bdi>,
                ] as const,
              ]}
            />
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
);
