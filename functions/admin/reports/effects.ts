import type { Actor } from '#functions/actor.ts';
import { mail, typedAddress } from '#functions/mail/outbox.ts';
import type { Write } from '#functions/platform/table.ts';
import type { Deps } from '#functions/serve.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import type { ReportRecord } from '#shared/reports/record.ts';
import { reportReference } from '#shared/reports/rules.ts';
import { adminLog } from '../log.ts';

/**
 * The lines of the log about a decided report: codes only. A warning is also a line about its member, which they find
 * in their archive: it does not tell what was reported (rule 177).
 */
export function reportDecisionLog(deps: Deps, actor: Actor, report: ReportRecord): Write[] {
  const { id, about, reason, accusedId, decision } = report;
  if (!decision) return [];
  const { outcome } = decision;
  const facts = { ground: reason, thing: about.kind, outcome };
  const action = outcome === 'dismissed' ? 'dismissReport' : 'upholdReport';
  return [
    adminLog(deps, actor, action, { type: 'report', id }, facts),
    ...(outcome === 'warned' && accusedId
      ? [adminLog(deps, actor, 'warnMember', { type: 'profile', id: accusedId }, { outcome })]
      : []),
  ];
}

/**
 * The mails about a decided report. They go to its reporter and of a warning to the accused, if these still have an
 * account, or to the address of a visitor.
 */
export function reportDecisionMails(
  { table, newId, now }: Deps,
  { id, about, reporterId = '', email, accusedId = '', decision }: ReportRecord,
  people: ReadonlyMap<string, ProfileRecord>,
): Write[] {
  if (!decision) return [];
  const { outcome, reason = '', warning } = decision;
  const [reporter, accused] = [people.get(reporterId), people.get(accusedId)];
  const cause = () => ({ id: newId(), now: now() });
  const origin = 'report' as const;
  const facts = {
    reference: reportReference(id),
    outcome,
    reason,
    origin,
    about: `report.${id}`,
    ...(about.kind === 'decision' ? { isObjection: 'true' } : {}),
  };
  return [
    ...(reporter
      ? [mail(table, 'reportDecided', { memberId: reporterId }, { ...facts, firstName: reporter.firstName }, cause())]
      : []),
    ...(email === undefined ? [] : [mail(table, 'reportDecided', typedAddress, { ...facts, email }, cause())]),
    ...(accused && warning
      ? [
          mail(
            table,
            'memberWarned',
            { memberId: accusedId },
            { firstName: accused.firstName, reason: warning, origin, about: `profile.${accusedId}` },
            cause(),
          ),
        ]
      : []),
  ];
}
