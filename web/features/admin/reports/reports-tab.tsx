import { queues } from '#shared/admin/queues.ts';
import type { AdminReport } from '#shared/admin/reports.ts';
import { motiveLabel, otherDecides, verdictLabel } from '#shared/admin/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { ReportStatus } from '#shared/reports/record.ts';
import { reportReference } from '#shared/reports/rules.ts';
import { reportStatusLabels } from '#shared/reports/words.ts';
import { AdminCard } from '#web/features/admin/admin-card.tsx';
import { AdminList, useAdminParams } from '#web/features/admin/admin-list.tsx';
import { adminApi } from '#web/features/admin/api.ts';
import { ReportDialog } from '#web/features/admin/reports/report-dialog.tsx';
import { ThingTitle } from '#web/features/admin/reports/reported-thing.tsx';
import { SelectField } from '#web/forms/text-field.tsx';
import { queryKey } from '#web/lib/api/query.ts';
import { usePages } from '#web/lib/api/use-pages.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Moment } from '#web/ui/moment.tsx';

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
      <AdminList
        list={list}
        empty="Aucun signalement"
        queue={status === 'pending' && { end: queues.report.end, waits: (report) => report.status === 'pending' }}
      >
        {(reports) => (
          <ul className="admin-list">
            {reports.map((report) => (
              <ReportCard key={report.id} report={report} onOpen={() => setFilters(['report', report.id])} />
            ))}
          </ul>
        )}
      </AdminList>
      {filter('report') && (
        <ReportDialog key={filter('report')} reportId={filter('report')} onClose={() => setFilters(['report', ''])} />
      )}
    </div>
  );
}

function ReportCard({ report, onOpen }: { report: AdminReport; onOpen: () => void }) {
  const { about, thing, reason, accused, createdAt, status, decision, version, problem } = report;
  const waitsSince = problem ? (problem.isDecidable ? problem.decidableAt : undefined) : createdAt;
  return (
    <AdminCard
      version={version}
      queue="report"
      waitsSince={status === 'pending' ? waitsSince : undefined}
      title={
        <ThingTitle
          about={about}
          isDelivery={problem !== undefined}
          thing={about.kind === 'message' && accused ? { name: nameOf(accused) } : thing}
        />
      }
      badge={<Badge tone={reason === 'danger' ? 'error' : 'pending'}>{motiveLabel({ about, reason, problem })}</Badge>}
    >
      {decision && <p className="small">{verdictLabel(about.kind, decision)}</p>}
      {report.isOwn && <p>{otherDecides('signalement')}</p>}
      {!report.isOwn && (
        <Button
          size="small"
          aria-label={`${status === 'pending' ? 'Examiner' : 'Voir'} : ${reportReference(report.id)}`}
          onClick={onOpen}
        >
          {status === 'pending' ? 'Examiner' : 'Voir'}
        </Button>
      )}
      {!report.isOwn && (
        <Facts
          facts={{
            Numéro: <span translate="no">{reportReference(report.id)}</span>,
            [problem ? 'Autre membre' : 'Membre signalé']: about.kind !== 'decision' && accused && (
              <bdi translate="no">{nameOf(accused)}</bdi>
            ),
            'Peut être décidé à partir du': status === 'pending' && problem && !problem.isDecidable && (
              <Moment at={problem.decidableAt} />
            ),
          }}
        />
      )}
    </AdminCard>
  );
}
