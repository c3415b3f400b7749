import { decidableAt, type ProblemEnd } from '../deliveries/problem.ts';
import { Refusal } from '../refusal.ts';
import { accusesNobody } from '../situation/open-problem.ts';
import { dayMs } from '../values/time.ts';
import type { ExcerptLine, ReportOutcome, ReportRecord } from './record.ts';

/** Days for which a closed report is kept (rule 182). */
const reportDays = 365;

/** When (milliseconds) a closed report expires; undefined while it waits. */
export const reportEndsAt = ({ decision }: Pick<ReportRecord, 'decision'>): number | undefined =>
  decision && Date.parse(decision.at) + reportDays * dayMs;

/** The moment (ISO) from which a report waits for a decision: a problem first for the other member (rule 172). */
export const waitsSince = ({ problem, createdAt }: Pick<ReportRecord, 'problem' | 'createdAt'>): string =>
  problem ? decidableAt(createdAt) : createdAt;

export const isReportOver = (report: Pick<ReportRecord, 'decision'>, now: number): boolean =>
  (reportEndsAt(report) ?? Number.POSITIVE_INFINITY) <= now;

/** The number that its reporter reads: « SG-1A2B3C4D ». */
export const reportReference = (id: string) => `SG-${id.slice(0, 8).toUpperCase()}`;

/** A report of a message keeps as many before it (rule 176). */
export const messagesBefore = 10;

/** The longest excerpt, in characters (rule 176). */
export const excerptLength = 8000;

/** The last lines whose texts fit into an excerpt; the last one always does, cut. */
export function excerptOf(lines: readonly ExcerptLine[]): ExcerptLine[] {
  let room = excerptLength;
  const kept: ExcerptLine[] = [];
  for (const line of lines.toReversed()) {
    const text = Array.from(line.text).slice(0, room).join('');
    if (text === '' && line.text !== '') break;
    kept.unshift({ ...line, text });
    room -= Array.from(text).length;
  }
  return kept;
}

/**
 * They may not if they sent it, are its accused, or were the other member of the problem. Only the root administrator
 * answers objections to their own decisions (rule 179).
 */
export const mayJudge = (report: ReportRecord, admin: { id: string; isRootAdmin: boolean }): boolean =>
  admin.id !== report.reporterId &&
  admin.id !== report.accusedId &&
  admin.id !== report.recusedId &&
  (admin.id !== report.decidedBy || admin.isRootAdmin);

export function withoutReporter({ text: _text, decision, ...report }: ReportRecord): ReportRecord {
  if (!decision) return report;
  const { reason: _reason, ...rest } = decision;
  return { ...report, decision: rest };
}

export function withoutAccused({ decision, ...report }: ReportRecord): ReportRecord {
  if (!decision) return report;
  const { warning: _warning, ...rest } = decision;
  return { ...report, decision: rest };
}

/** The report accuses a member of something; the loss of a parcel accuses neither (rule 172). */
export const accuses = ({ accusedId, problem }: Pick<ReportRecord, 'accusedId' | 'problem'>): boolean =>
  accusedId !== undefined && !(problem && accusesNobody(problem));

interface Decided {
  readonly outcome: ReportOutcome;
  readonly reason: string;
  readonly warning?: string | undefined;
  readonly parcel?: { readonly to: ProblemEnd } | undefined;
}

/** The report closed by an administrator. Throws ALREADY_DECIDED, or INVALID for a warning without accused. */
export function decideReport(
  report: ReportRecord,
  { outcome, reason, warning, parcel }: Decided,
  { adminId, now, line }: { adminId: string; now: number; line: string },
): ReportRecord {
  if (report.status !== 'pending') throw new Refusal('ALREADY_DECIDED');
  if (outcome === 'warned' && !accuses(report))
    throw new Refusal('INVALID', undefined, {
      fields: { outcome: 'Ce signalement ne concerne aucun membre à avertir' },
    });
  return {
    ...report,
    status: 'closed',
    decision: {
      outcome,
      reason,
      ...(warning ? { warning } : {}),
      ...(parcel ? { end: parcel.to } : {}),
      by: adminId,
      at: new Date(now).toISOString(),
      line,
    },
    version: report.version + 1,
  };
}
