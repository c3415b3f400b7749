import type { AdminReport } from '#shared/admin/reports.ts';
import { otherDecides, queueEnds } from '#shared/admin/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { ReportStatus } from '#shared/reports/record.ts';
import { reasonLabels, reportedLabels, reportStatusLabels } from '#shared/reports/words.ts';
import { AdminCard } from '#web/features/admin/admin-card.tsx';
import { AdminList } from '#web/features/admin/admin-list.tsx';
import { adminApi } from '#web/features/admin/api.ts';
import { QueueKeys } from '#web/features/admin/queue/queue-keys.tsx';
import { useAdminParams } from '#web/features/admin/use-admin-params.ts';
import { SelectField } from '#web/forms/text-field.tsx';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Facts } from '#web/ui/facts.tsx';

/** Reports to decide, and closed ones (product 2.2, Signalements). */
export function ReportsTab() {
  const { filter, setFilters } = useAdminParams();
  const status = ReportStatus.safeParse(filter('status')).data ?? 'pending';
  const query = { status };
  const list = usePages(queryKey('admin', 'adminReports', { query }), (cursor, options) =>
    adminApi.adminReports({ query: { ...query, cursor } }, options),
  );
  return (
    <div className="stack">
      <h2>Signalements</h2>
      <div className="admin-filters">
        <SelectField
          label="Statut"
          name="status"
          optional="silent"
          options={Object.entries(reportStatusLabels)}
          value={status}
          onChange={({ target }) => setFilters(['status', target.value])}
        />
      </div>
      <QueueKeys />
      <AdminList
        list={list}
        empty="Aucun signalement"
        queue={status === 'pending' && { end: queueEnds.report, waits: (report) => report.status === 'pending' }}
      >
        {(reports) => (
          <ul className="admin-list">
            {reports.map((report) => (
              <ReportCard key={report.id} report={report} />
            ))}
          </ul>
        )}
      </AdminList>
    </div>
  );
}

function ReportCard({ report }: { report: AdminReport }) {
  const { about, reason, accused, createdAt, status, version } = report;
  return (
    <AdminCard
      version={version}
      queue="report"
      waitsSince={status === 'pending' ? createdAt : undefined}
      title={reportedLabels[about.kind]}
      badge={<Badge tone={reason === 'danger' ? 'error' : 'pending'}>{reasonLabels[reason]}</Badge>}
    >
      {report.isOwn && <p>{otherDecides('signalement')}</p>}
      {accused && (
        <Facts
          facts={[
            [
              'Membre',
              <bdi translate="no" key="name">
                {nameOf(accused)}
              </bdi>,
            ],
          ]}
        />
      )}
    </AdminCard>
  );
}
