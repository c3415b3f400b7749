import type { AdminAction, LogTarget } from '../admin/contract.ts';
import { queues } from '../admin/queues.ts';
import { hourMs } from '../values/time.ts';
import type { Objection, ReportRecord } from './record.ts';

/** The decisions that can be contested, by their line of the log (rule 179). */
export const contestable: readonly AdminAction[] = [
  'rejectProfile',
  'blockProfile',
  'refuseName',
  'deleteProfile',
  'rejectParcel',
  'deleteParcel',
  'overrideParcel',
  'rejectTrip',
  'deleteTrip',
  'removeReview',
  'warnMember',
  'dismissReport',
  'upholdReport',
];

/** A decision may be contested for so many months. */
const months = 6;

/** ISO */
export function contestableUntil(decidedAt: string): string {
  const end = new Date(decidedAt);
  end.setUTCMonth(end.getUTCMonth() + months);
  return end.toISOString();
}

export const isContestable = (decidedAt: string, now: number): boolean => now < Date.parse(contestableUntil(decidedAt));

/** A decision by its line of the log. */
export interface Decision {
  readonly kind: LogTarget;
  readonly id: string;
  readonly line: string;
}

/** `<kind>.<id>@<line>`: the subject of a report about a decision, and of the link to an objection. */
export const decisionId = ({ kind, id, line }: Decision): string => `${kind}.${id}@${line}`;

/** The decision of such a subject. The id of a review has a dot, too. */
export function decisionOf(subject: string): Decision {
  const [thing = '', line = ''] = subject.split('@');
  const [kind = ''] = thing.split('.');
  return { kind: kind as LogTarget, id: thing.slice(kind.length + 1), line };
}

export const isWholeLink = (token: string): boolean => /^[a-z]+\..+\.[\w-]+\.[\w-]{22}$/.test(token);

/** The subject and reader of a token, without its signature. */
export const subjectIn = (token: string): string => token.slice(0, token.lastIndexOf('.'));

export const toObjection = ({ createdAt, decision }: Pick<ReportRecord, 'createdAt' | 'decision'>): Objection => ({
  at: createdAt,
  answerBy: new Date(Date.parse(createdAt) + queues.report.hours * hourMs).toISOString(),
  ...(decision
    ? {
        answer: {
          at: decision.at,
          outcome: decision.outcome,
          ...(decision.reason ? { reason: decision.reason } : {}),
        },
      }
    : {}),
});
