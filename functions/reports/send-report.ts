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

/** A member's report, before it has its id. */
interface Sent {
  readonly about: Reported;
  readonly accusedId?: string;
  readonly lines: readonly ExcerptLine[];
  readonly body: NewReport;
  /** Of a thing that its author edits: another version may be reported again. */
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
    // Before its mails count: a repeated report would take their place.
    if (await reports.readItem(report.id)) throw new Refusal('LIMIT', reportedAlready);
    const reference = reportReference(report.id);
    const { firstName } = actor.profile;
    const writes = [
      // Nothing of a deleted account is kept: its erasing may have read the reports before.
      ...[actor.id, accusedId].flatMap((id) => (id ? [profiles.mustBeConfirmed(id, gone)] : [])),
      ...reports.add(report, { lines: excerptOf(lines) }, () => new Refusal('LIMIT', reportedAlready)),
      mail(table, 'reportReceived', { memberId: actor.id }, { firstName, reference }, { id: newId(), now: now() }),
      ...(await alarmsOf(deps, report)),
    ];
    return commit({ reference }, writes, () => send(actor, sent));
  };
}

/** Of members' reports of danger, administrators are mailed five in an hour, as of visitors'; the queue shows all. */
const alarmsAnHour = { count: 5, seconds: 3600 } as const;

/** The mails about a person in danger, to every active administrator but the accused. */
export async function alarmsOf({ table, now, newId }: Deps, report: ReportRecord): Promise<Write[]> {
  const { about, reason, reporterId, accusedId, id } = report;
  if (reason !== 'danger' || about.kind === 'decision') return [];
  const senders = reporterId === undefined ? 'visitors' : 'members';
  const place = await placeWithin(table, 'dangerReported', senders, alarmsAnHour, now());
  if (!place) return [];
  const active = await administratorRepository(table).active();
  const people = await profileRepository(table).readMany(active.filter((memberId) => memberId !== accusedId));
  const mails = [...people.values()]
    .filter(isReachable)
    .map(({ id: memberId, firstName }) =>
      mail(
        table,
        'dangerReported',
        { memberId },
        { firstName, reference: reportReference(id), reportId: id },
        { id: newId(), now: now() },
      ),
    );
  return [...place, ...mails];
}
