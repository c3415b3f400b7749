import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Contest, Objection } from '#shared/reports/record.ts';
import type { VisitorReported } from '#shared/reports/visitors.ts';
import { contestLabel, objectionLabels } from '#shared/reports/words.ts';
import { paths } from '#shared/site/paths.ts';
import { reportsApi } from '#web/features/reports/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { Callout } from '#web/ui/callout.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Moment } from '#web/ui/moment.tsx';

interface Props {
  about: VisitorReported;
  isMember?: boolean;
}

export const useReported = (about: VisitorReported) =>
  useQuery({
    queryKey: queryKey('reports', 'readReported', { body: { about } }),
    queryFn: () => reportsApi.readReported({ body: { about } }),
    enabled: about.kind !== 'page',
    gcTime: 0,
    retry: false,
  });

interface ContestedProps {
  contest: Contest;
  /** The annulment of a granted objection follows with the same reason. */
  reasonBelow?: string | undefined;
}
type SentProps = { objection: Objection } & Pick<ContestedProps, 'reasonBelow'>;

/** It replaces the link by which the objection was sent. */
const SentObjection = ({ objection: { at, answerBy, answer }, reasonBelow }: SentProps) => (
  <div>
    <p>
      Contestation reçue le <Moment at={at} />
      {answer ? (
        <>
          . {objectionLabels[answer.outcome]} le <Moment at={answer.at} />.
        </>
      ) : (
        <>
          {' '}
          : nous relisons la décision et répondons avant le <Moment at={answerBy} />.
        </>
      )}
    </p>
    {answer?.reason && answer.reason !== reasonBelow && (
      <p>
        Motif :{' '}
        <span dir="auto" className="member-text">
          {answer.reason}
        </span>
      </p>
    )}
  </div>
);

/** The objections that were sent, each with its answer, and the way to contest the decision or the last answer. */
export const Contested = ({ contest: { sent, open }, reasonBelow }: ContestedProps) => (
  <>
    {sent.map((objection) => (
      <SentObjection key={objection.at} {...{ objection, reasonBelow }} />
    ))}
    {open && (
      <p className="delivery__screen">
        <Link className="lone-link" to={paths.objection(open.token)}>
          {contestLabel(sent.length > 0)}
        </Link>
        , jusqu'au <Moment at={open.until} />
      </p>
    )}
  </>
);

export function ReportedThing({ about, isMember = false }: Props) {
  const { data, error } = useReported(about);
  if (about.kind === 'page') return about.id ? <Facts facts={{ Page: <bdi>{about.id}</bdi> }} /> : null;
  const { code, detail } = asProblem(error);
  if (error && ((code === 'NOT_FOUND' && !isMember) || code === 'INVALID_LINK'))
    return (
      <Callout tone="warning">
        <p>{detail}</p>
      </Callout>
    );
  return (
    data && (
      <Facts
        facts={data.lines.map(
          ({ label, text }) =>
            [
              label,
              <bdi key={label} className="member-text">
                {text}
              </bdi>,
            ] as const,
        )}
      />
    )
  );
}
