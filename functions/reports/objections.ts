import { derivedId, linkToken } from '#functions/platform/derived.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { contestableUntil, decisionId, isContestable, toObjection } from '#shared/reports/objections.ts';
import type { Contest, ReportRecord } from '#shared/reports/record.ts';
import { parseReport } from './repository.ts';

/** One objection for each link (`<decision>.<reader>`); its answer has a link of its own. */
export const objectionIdOf = (subject: string): string => derivedId('report', `objection ${subject}`);

/** `<decision>.<reader>` */
export function partsOf(subject: string): [about: string, readerId: string] {
  const dot = subject.lastIndexOf('.');
  return [subject.slice(0, dot), subject.slice(dot + 1)];
}

/** The link to an answer that has not granted its objection. */
function answerOf({ id, decision }: ReportRecord, subject: string): Contestable | undefined {
  if (!decision?.line || decision.outcome === 'acted') return undefined;
  const about = decisionId({ kind: 'report', id, line: decision.line });
  return { subject: `${about}.${partsOf(subject)[1]}`, at: decision.at };
}

interface Contestable {
  readonly subject: string;
  /** ISO: the moment of the decision. */
  readonly at: string;
}

/** The objections by these links and to their answers, and the link that is open now, by the subjects of the links. */
export async function contestsBy(
  table: Table,
  decisions: readonly Contestable[],
  now: number,
): Promise<(subject: string) => Contest> {
  const found = new Map<string, ReportRecord>();
  let links = decisions;
  while (links.length > 0) {
    const items = await table.getMany(links.map(({ subject }) => keys.report(objectionIdOf(subject))));
    links = links.flatMap(({ subject }, index) => {
      const item = items[index];
      if (!item) return [];
      const report = parseReport(item);
      found.set(subject, report);
      return answerOf(report, subject) ?? [];
    });
  }
  const contestOf = (link: Contestable): Contest => {
    const report = found.get(link.subject);
    if (!report)
      return {
        sent: [],
        ...(isContestable(link.at, now)
          ? { open: { token: linkToken('objection', link.subject), until: contestableUntil(link.at) } }
          : {}),
      };
    const next = answerOf(report, link.subject);
    const { sent, ...later } = next ? contestOf(next) : { sent: [] };
    return { sent: [toObjection(report), ...sent], ...later };
  };
  const contests = new Map(decisions.map((link) => [link.subject, contestOf(link)]));
  return (subject) => contests.get(subject) ?? { sent: [] };
}
