import type { Actor } from '#functions/actor.ts';
import type { DecisionFacts } from '#functions/mail/mails.ts';
import { mail, typedAddress } from '#functions/mail/outbox.ts';
import type { Write } from '#functions/platform/table.ts';
import type { Deps } from '#functions/serve.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { decisionId } from '#shared/reports/objections.ts';
import type { ReportRecord } from '#shared/reports/record.ts';
import { reportReference } from '#shared/reports/rules.ts';
import { adminLog, type LogSubject } from '../log.ts';

/**
 * The lines of the log about a decided report, and its mails. Lines hold codes only. A warning is also a line about its
 * member, which they find in their archive: it does not tell what was reported (rule 177).
 */
export function reportDecisionEffects(
  deps: Deps,
  actor: Actor,
  report: ReportRecord,
  people: ReadonlyMap<string, ProfileRecord>,
): Write[] {
  const { id, about, reason, accusedId, decision } = report;
  if (!decision) return [];
  const { outcome } = decision;
  const decided = { type: 'report', id, line: deps.newId() } as const;
  const warned = { type: 'profile', id: accusedId ?? '', line: deps.newId() } as const;
  const facts = { ground: reason, thing: about.kind, outcome };
  return [
    adminLog(deps, actor, outcome === 'dismissed' ? 'dismissReport' : 'upholdReport', decided, facts),
    ...(outcome === 'warned' && accusedId ? [adminLog(deps, actor, 'warnMember', warned, { outcome })] : []),
    ...answers(deps, report, people, contested(decided)),
    ...warning(deps, report, people, contested(warned)),
  ];
}

const contested = ({ type, id, line }: Required<LogSubject>) => ({
  origin: 'report' as const,
  about: decisionId({ kind: type, id, line }),
});

function answers(
  { table, newId, now }: Deps,
  { id, about, reporterId = '', email, decision }: ReportRecord,
  people: ReadonlyMap<string, ProfileRecord>,
  decided: DecisionFacts,
): Write[] {
  const reporter = people.get(reporterId);
  const facts = {
    reference: reportReference(id),
    outcome: decision?.outcome ?? '',
    reason: decision?.reason ?? '',
    ...decided,
    ...(about.kind === 'decision' ? { isObjection: 'true' } : {}),
  };
  const send = (to: { memberId: string }, who: { firstName: string } | { email: string }) =>
    mail(table, 'reportDecided', to, { ...facts, ...who }, { id: newId(), now: now() });
  return [
    ...(reporter ? [send({ memberId: reporterId }, { firstName: reporter.firstName })] : []),
    ...(email === undefined ? [] : [send(typedAddress, { email })]),
  ];
}

function warning(
  { table, newId, now }: Deps,
  { accusedId = '', decision }: ReportRecord,
  people: ReadonlyMap<string, ProfileRecord>,
  warned: DecisionFacts,
): Write[] {
  const accused = people.get(accusedId);
  if (!accused || !decision?.warning) return [];
  const data = { firstName: accused.firstName, reason: decision.warning, ...warned };
  return [mail(table, 'memberWarned', { memberId: accusedId }, data, { id: newId(), now: now() })];
}
