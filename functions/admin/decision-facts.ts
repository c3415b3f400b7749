import type { DecisionFacts } from '#functions/mail/mail.ts';
import { reportRepository } from '#functions/reports/repository.ts';
import type { Deps } from '#functions/serve.ts';
import { brokenTerm } from '#shared/admin/broken-term.ts';
import type { LogTarget } from '#shared/admin/contract.ts';
import type { Restriction } from '#shared/admin/judged.ts';
import { decisionId } from '#shared/reports/objections.ts';
import type { Reported } from '#shared/reports/record.ts';
import type { LogSubject } from './log.ts';

/**
 * The facts of the mail about a restriction of this subject (rule 179). It follows a report if one about it still
 * waits: administrators act before they close a report.
 */
export async function decisionFacts(
  { table, now }: Deps,
  { type, id, line }: Required<LogSubject>,
  memberId: string,
  restriction: Restriction,
): Promise<DecisionFacts> {
  const reports = await reportRepository(table).about(memberId, now());
  const isReported = reports.some(({ status, about }) => status === 'pending' && isAbout(about, type, id));
  return {
    origin: isReported ? 'report' : 'check',
    about: decisionId({ kind: type, id, line }),
    ...termOf(type, restriction),
  };
}

const isAbout = (about: Reported, type: LogTarget, id: string): boolean =>
  type === 'profile' ? profileKinds.includes(about.kind) : about.kind === type && about.id === id;

const profileKinds: readonly Reported['kind'][] = ['member', 'message', 'review'];

/** The broken term as a fact of a mail, if there is one. */
export function termOf(kind: string, restriction: Restriction): Pick<DecisionFacts, 'termId'> {
  const termId = brokenTerm(kind, restriction);
  return termId ? { termId } : {};
}
