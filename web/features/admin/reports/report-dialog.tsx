import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { OpenReport } from '#shared/admin/reports.ts';
import { otherDecides } from '#shared/admin/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { reportReference } from '#shared/reports/rules.ts';
import { outcomeLabels, reasonLabels, reportedLabels } from '#shared/reports/words.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { adminApi } from '#web/features/admin/api.ts';
import { ReportDecision } from '#web/features/admin/reports/report-decision.tsx';
import { ReportTexts } from '#web/features/admin/reports/report-texts.tsx';
import { ReportedThing } from '#web/features/admin/reports/reported-thing.tsx';
import { PanelLoadFailed } from '#web/features/second-factor/panel-load-failed.tsx';
import { asProblem } from '#web/lib/api/problem.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Moment } from '#web/ui/moment.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

/** One report with all that decides it. It is read once for each opening, because each look is logged. */
export function ReportDialog({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKey('admin', 'adminReport', { params: { reportId } }),
    queryFn: ({ signal }) => adminApi.adminReport({ params: { reportId } }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isOwn = error !== null && asProblem(error).code === 'SELF_ACTION';
  return (
    <Dialog open size="large" title={`Signalement ${reportReference(reportId)}`} onClose={onClose}>
      {isOwn && <p>{otherDecides('signalement')}</p>}
      {error && !isOwn && (
        <PanelLoadFailed title="Impossible de charger ce signalement" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Loading>
          <Skeleton height="16rem" />
        </Loading>
      )}
      {data && (
        <div className="stack">
          <Facts facts={factsOf(data)} />
          <ReportTexts report={data} />
          <Earlier report={data} />
          {data.decision ? <Decided decision={data.decision} /> : <ReportDecision report={data} onDone={onClose} />}
        </div>
      )}
    </Dialog>
  );
}

function factsOf({ about, thing, reason, text, accused, reporter, name, email, createdAt }: OpenReport) {
  const person = (id: string, shown: ReactNode) => (
    <Link key={id} to={withQuery(paths.admin, { tab: 'profiles', q: id, by: 'id' })}>
      <bdi translate="no">{shown}</bdi>
    </Link>
  );
  const visitor = [name, email].filter(Boolean).join(', ');
  return [
    ['Objet', <ReportedThing key="thing" about={about} thing={thing} />],
    ['Motif', reasonLabels[reason]],
    ['Reçu le', <Moment key="at" at={createdAt} />],
    ['Membre signalé', accused ? person(accused.id, nameOf(accused)) : 'Aucun compte'],
    ['Signalé par', reporter ? person(reporter.id, nameOf(reporter)) : <bdi key="visitor">{visitor || 'Inconnu'}</bdi>],
    ...(text ? ([['Explication', <bdi key="text">{text}</bdi>]] as const) : []),
  ] as const;
}

function Earlier({ report: { earlier } }: { report: OpenReport }) {
  return (
    <section className="stack stack--tight">
      <h3>Signalements précédents</h3>
      {earlier.length === 0 ? (
        <p className="muted">Aucun autre signalement de ce membre.</p>
      ) : (
        <ul className="stack stack--tight">
          {earlier.map(({ id, kind, reason, createdAt, decision }) => (
            <li key={id}>
              <Link to={withQuery(paths.admin, { tab: 'reports', report: id })}>
                <Moment at={createdAt} /> : {reportedLabels[kind]}, {reasonLabels[reason]}
              </Link>{' '}
              ({decision ? outcomeLabels[decision.outcome] : 'à traiter'})
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const Decided = ({ decision }: { decision: NonNullable<OpenReport['decision']> }) => (
  <section className="stack stack--tight">
    <h3>Décision</h3>
    <Facts
      facts={[
        ['Décision', outcomeLabels[decision.outcome]],
        ['Le', <Moment key="at" at={decision.at} />],
        ...(decision.reason ? ([['Motif', <bdi key="reason">{decision.reason}</bdi>]] as const) : []),
        ...(decision.warning ? ([['Avertissement', <bdi key="warning">{decision.warning}</bdi>]] as const) : []),
      ]}
    />
  </section>
);
