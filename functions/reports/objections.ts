import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import { typedAddress } from '#functions/mail/outbox.ts';
import { subjectOf } from '#functions/platform/derived.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { AdminLogRecord } from '#shared/admin/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { decisionLines } from '#shared/reports/excerpts.ts';
import { contestable, decisionOf, isContestable } from '#shared/reports/objections.ts';
import type { ExcerptLine, ReportRecord } from '#shared/reports/record.ts';
import { currentLines } from './current-lines.ts';
import { decisionMail } from './decision-mail.ts';
import { namedThings } from './named-things.ts';
import { reportRepository } from './repository.ts';

interface Contested {
  readonly id: string;
  readonly subject: string;
  readonly isSamePerson: boolean;
  /** The decision with its thing and reason, which its reader knows. */
  readonly decided: readonly ExcerptLine[];
  readonly current: readonly ExcerptLine[];
  readonly people: Pick<ReportRecord, 'accusedId' | 'decidedBy' | 'email' | 'reporterId'>;
}

/**
 * The decision that the link of a mail contests (rule 179). One answer for links that are forged, cut or too old:
 * INVALID_LINK.
 */
export async function contestedBy(table: Table, token: string, now: number): Promise<Contested> {
  const invalid = () =>
    new Refusal('INVALID_LINK', {
      title: 'Lien invalide',
      detail: "Ce lien n'est plus valable : une décision se conteste pendant six mois.",
    });
  const subject = subjectOf('objection', token);
  if (subject === undefined) throw invalid();
  const [about, readerId] = partsOf(subject);
  const { kind, id, line } = decisionOf(about);
  const decision = await decisionAbout(table, id, line);
  if (!decision || !isContestable(decision.at, now)) throw invalid();
  const [mail, report, administrators, member, current = [], nameOfThing] = await Promise.all([
    decisionMail(table, readerId, { about, targetId: id, at: decision.at }),
    kind === 'report' ? reportRepository(table).read(id, now) : undefined,
    administratorRepository(table).active(),
    profileRepository(table).read(readerId),
    currentLines(table, { kind: 'decision', id: about }),
    namedThings(table, [{ kind: 'decision', id: about }]),
  ]);
  const { reason = report?.decision?.reason, title, route } = mail ?? {};
  const thing = nameOfThing({ kind: 'decision', id: about });
  return {
    id: about,
    subject,
    isSamePerson: administrators.every((administrator) => administrator === decision.admin.id),
    decided: decisionLines(decision, { name: thing?.name ?? title, route: thing?.route ?? route }, reason),
    current,
    people: {
      decidedBy: decision.admin.id,
      ...(member ? { reporterId: readerId } : {}),
      ...(readerId === typedAddress.memberId && report?.email !== undefined ? { email: report.email } : {}),
      ...(report?.accusedId && report.accusedId !== readerId ? { accusedId: report.accusedId } : {}),
    },
  };
}

/** `<decision>.<reader>` */
function partsOf(subject: string): [about: string, readerId: string] {
  const dot = subject.lastIndexOf('.');
  return [subject.slice(0, dot), subject.slice(dot + 1)];
}

async function decisionAbout(table: Table, targetId: string, id: string): Promise<AdminLogRecord | undefined> {
  const lines = { index: 'gs1', partition: indexes.logOf(targetId, '', '').gs1pk } as const;
  for await (const item of itemsOf(table, { ...queryOf(lines), ScanIndexForward: false })) {
    const line = AdminLogRecord.parse(item['record']);
    if (contestable.includes(line.action) && line.id === id) return line;
  }
  return undefined;
}
