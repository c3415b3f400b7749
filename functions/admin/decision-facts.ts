import type { DecisionFacts } from '#functions/mail/mails.ts';
import { reportRepository } from '#functions/reports/repository.ts';
import type { Deps } from '#functions/serve.ts';
import type { LogTarget } from '#shared/admin/contract.ts';

/**
 * The facts of the mail about a restriction of this subject (rule 179). It follows a report if one about its member
 * still waits: administrators act before they close a report.
 */
export async function decisionFacts(
  { table, now }: Deps,
  { type, id }: { type: LogTarget; id: string },
  memberId: string,
): Promise<DecisionFacts> {
  const reports = await reportRepository(table).about(memberId, now());
  const isReported = reports.some(({ status, about }) => status === 'pending' && about.kind !== 'decision');
  return { origin: isReported ? 'report' : 'check', about: `${type}.${id}` };
}
