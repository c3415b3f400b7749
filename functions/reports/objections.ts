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
import { decisionLines, reasonLines } from '#shared/reports/excerpts.ts';
import { contestable, isContestable } from '#shared/reports/objections.ts';
import type { ExcerptLine, ReportRecord } from '#shared/reports/record.ts';
import { currentLines } from './current-lines.ts';
import { reportRepository } from './repository.ts';

/** The decision of a link, and the people of an objection to it. */
interface Contested {
  /** `<kind>.<id>` of what was decided. */
  readonly id: string;
  /** The subject of the link: the same for every use of it. */
  readonly subject: string;
  /** No other administrator can answer it. */
  readonly isSamePerson: boolean;
  /** The decision and what it is about, as they are when it is contested. */
  readonly lines: readonly ExcerptLine[];
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
  const { kind, id, readerId } = partsOf(subject);
  const decision = await decisionAbout(table, id);
  if (!decision || !isContestable(decision.at, now)) throw invalid();
  const about = `${kind}.${id}`;
  const [report, administrators, member, current = []] = await Promise.all([
    kind === 'report' ? reportRepository(table).read(id, now) : undefined,
    administratorRepository(table).active(),
    profileRepository(table).read(readerId),
    currentLines(table, { kind: 'decision', id: about }),
  ]);
  return {
    id: about,
    subject,
    isSamePerson: administrators.every((administrator) => administrator === decision.admin.id),
    lines: [...decisionLines(decision), ...reasonLines(report?.decision?.reason), ...current],
    people: {
      decidedBy: decision.admin.id,
      ...(member ? { reporterId: readerId } : {}),
      ...(readerId === typedAddress.memberId && report?.email !== undefined ? { email: report.email } : {}),
      ...(report?.accusedId && report.accusedId !== readerId ? { accusedId: report.accusedId } : {}),
    },
  };
}

/** `<kind>.<id>.<reader>`; the id of a review has a dot, too. */
function partsOf(subject: string) {
  const [kind = '', ...rest] = subject.split('.');
  return { kind, id: rest.slice(0, -1).join('.'), readerId: rest.at(-1) ?? '' };
}

/** The newest decision about a thing, by its line of the log. */
async function decisionAbout(table: Table, targetId: string): Promise<AdminLogRecord | undefined> {
  const lines = { index: 'gs1', partition: indexes.logOf(targetId, '', '').gs1pk } as const;
  for await (const item of itemsOf(table, { ...queryOf(lines), ScanIndexForward: false })) {
    const line = AdminLogRecord.parse(item['record']);
    if (contestable.includes(line.action)) return line;
  }
  return undefined;
}
