import type { Actor } from '#functions/actor.ts';
import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import { mail } from '#functions/mail/outbox.ts';
import { commit, type Outcome } from '#functions/outcome.ts';
import { derivedId } from '#functions/platform/derived.ts';
import { placeWithin } from '#functions/platform/http/rate-limit.ts';
import type { Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps } from '#functions/serve.ts';
import { isReachable } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import type { NewReport } from '#shared/reports/contract.ts';
import type { ExcerptLine, Reported, ReportRecord } from '#shared/reports/record.ts';
import { excerptOf, reportReference } from '#shared/reports/rules.ts';
import { reportedAlready } from '#shared/reports/words.ts';
import { dayOf } from '#shared/values/time.ts';
import { reportRepository } from './repository.ts';

interface Sent {
  readonly about: Reported;
  readonly accusedId?: string;
  readonly lines: readonly ExcerptLine[];
  readonly body: NewReport;
  readonly version?: number;
}

/** One id for each reporter, thing and day, or words about a page. Only our secret leads from them to it (rule 177). */
const reportIdOf = (
  reporterId: string,
  { kind, id = '' }: Reported,
  { day, text = '', version }: { day: string; text?: string; version?: number },
) =>
  derivedId(
    'report',
    [reporterId, kind, id, day, ...(kind === 'page' ? [text] : []), ...(version ? [version] : [])].join(' '),
  );

/** Stores a member's report with its excerpt and the mails that acknowledge it. */
export function reportSender(deps: Deps) {
  const { table, now, newId } = deps;
  const reports = reportRepository(table);
  const profiles = profileRepository(table);
  const gone = () => new Refusal('NOT_FOUND');

  return async function send(actor: Actor, sent: Sent): Promise<Outcome<{ reference: string }>> {
    const { about, accusedId, lines, body, version } = sent;
    if (accusedId === actor.id) throw new Refusal('SELF_ACTION');
    const report: ReportRecord = {
      id: reportIdOf(actor.id, about, {
        day: dayOf(now()),
        ...(body.text ? { text: body.text } : {}),
        ...(version ? { version } : {}),
      }),
      about,
      reason: body.reason,
      ...(body.text ? { text: body.text } : {}),
      reporterId: actor.id,
      ...(accusedId ? { accusedId } : {}),
      createdAt: new Date(now()).toISOString(),
      status: 'pending',
      version: 1,
    };
    if (await reports.readItem(report.id)) throw new Refusal('LIMIT', reportedAlready);
    const reference = reportReference(report.id);
    const { firstName } = actor.profile;
    const writes = [
      // Nothing of a deleted account is kept: its erasing may have read the reports before.
      ...[actor.id, accusedId].flatMap((id) => (id ? [profiles.mustBeConfirmed(id, gone)] : [])),
      ...reports.add(report, { lines: excerptOf(lines) }, () => new Refusal('LIMIT', reportedAlready)),
      mail(table, 'reportReceived', { memberId: actor.id }, { firstName, reference }, { id: newId(), now: now() }),
      ...(await alarmsOf(deps, report, actor.id)),
    ];
    return commit({ reference }, writes, () => send(actor, sent));
  };
}

/**
 * In an hour, administrators are mailed five of members' reports of danger and five of visitors', two of each sender.
 * The first one past the five is mailed as the number that waits.
 */
const hourly = (count: number) => ({ count, seconds: 3600 });

/**
 * The mails about a person in danger, to every active administrator but the accused. `sender` is a member's id, or the
 * network address of a visitor.
 */
export async function alarmsOf(deps: Deps, report: ReportRecord, sender: string): Promise<Write[]> {
  const { table, now, newId } = deps;
  const { about, reason, reporterId, accusedId, id } = report;
  if (reason !== 'danger' || about.kind === 'decision') return [];
  const senders = reporterId === undefined ? 'visitors' : 'members';
  const placeOf = (scope: string, key: string, count: number) => placeWithin(table, scope, key, hourly(count), now());
  const own = await placeOf('dangerBySender', `${senders} ${sender}`, 2);
  if (!own) return [];
  const shared = await placeOf('dangerReported', senders, 5);
  const last = shared ? undefined : await placeOf('dangersWaiting', senders, 1);
  if (!shared && !last) return [];
  const waiting = shared ? undefined : await dangersWaiting(deps);
  const active = await administratorRepository(table).active();
  const people = await profileRepository(table).readMany(active.filter((memberId) => memberId !== accusedId));
  const mails = [...people.values()].filter(isReachable).map(({ id: memberId, firstName }) => {
    const stamp = { id: newId(), now: now() };
    return waiting
      ? mail(table, 'dangersWaiting', { memberId }, { firstName, waiting }, stamp)
      : mail(table, 'dangerReported', { memberId }, { firstName, reference: reportReference(id), reportId: id }, stamp);
  });
  return [...own, ...(shared ?? last ?? []), ...mails];
}

/** The number of reports of danger among the twenty that wait longest, with the new one: « 7 », or « 7 ou plus ». */
async function dangersWaiting({ table, now }: Deps): Promise<string> {
  const { items, next } = await reportRepository(table).queue('pending', now());
  const count = items.filter(({ reason }) => reason === 'danger').length + 1;
  return next === undefined ? `${count}` : `${count} ou plus`;
}
