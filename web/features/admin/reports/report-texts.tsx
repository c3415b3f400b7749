import type { OpenReport } from '#shared/admin/reports.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { ExcerptLine } from '#shared/reports/record.ts';
import { ParcelHistory } from '#web/features/admin/listings/parcel-history.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Moment } from '#web/ui/moment.tsx';

/** The thing as it was reported, beside what is shown today. Messages do not change. */
export function ReportTexts({ report }: { report: OpenReport }) {
  const { kept, current, since, about, parcel } = report;
  return (
    <div className="report-texts">
      <section className="stack stack--tight">
        <h3>Au moment du signalement</h3>
        {kept ? <Excerpt lines={kept} report={report} /> : <p className="muted">Rien n'est conservé.</p>}
      </section>
      {report.problem ? (
        <section className="stack stack--tight">
          {about.id && <ParcelHistory parcel={{ id: about.id, title: report.thing?.name ?? '' }} />}
          <h3>Messages depuis le signalement</h3>
          {since?.length ? <Excerpt lines={since} report={report} /> : <p className="muted">Aucun message.</p>}
        </section>
      ) : parcel ? (
        <ParcelHistory parcel={parcel} />
      ) : (
        about.kind !== 'message' && (
          <section className="stack stack--tight">
            <h3>Ce qui est affiché aujourd'hui</h3>
            {current ? <Excerpt lines={current} report={report} /> : <p className="muted">Plus rien.</p>}
          </section>
        )
      )}
    </div>
  );
}

const Excerpt = ({ lines, report }: { lines: readonly ExcerptLine[]; report: OpenReport }) =>
  lines.some(({ by }) => by) ? (
    <ol className="points stack stack--tight">
      {lines.map((line) => (
        <li key={`${line.at}${line.text}`}>
          <p className="small muted">
            <bdi translate="no">{line.by ? authorOf(line, report) : line.label}</bdi>{' '}
            {line.at && <Moment at={line.at} />}
          </p>
          <p dir="auto" className="member-text">
            {line.text}
          </p>
        </li>
      ))}
    </ol>
  ) : (
    <Facts
      facts={lines.map(
        ({ label = '', text }) =>
          [
            label,
            <bdi key={label} className="member-text">
              {text}
            </bdi>,
          ] as const,
      )}
    />
  );

const authorOf = ({ by }: ExcerptLine, { reporter, accused }: OpenReport): string => {
  const author = by === 'reporter' ? reporter : accused;
  return author ? nameOf(author) : by === 'reporter' ? 'Auteur du signalement' : 'Membre signalé';
};
