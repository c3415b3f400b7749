import type { Actor } from '#functions/actor.ts';
import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import { isUndoneBy } from '#functions/deliveries/events.ts';
import { stepWrites } from '#functions/deliveries/step-writes.ts';
import type { DecisionFacts } from '#functions/mail/mail.ts';
import type { MaybeProblem, ProblemFacts } from '#functions/mail/mails/problems.ts';
import { mail } from '#functions/mail/outbox.ts';
import { threadRepository } from '#functions/messaging/repository.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Table, Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { contestedEvent, contestedReports } from '#functions/reports/named-things.ts';
import { objectionIdOf } from '#functions/reports/objections.ts';
import { parseReport } from '#functions/reports/repository.ts';
import type { Deps } from '#functions/serve.ts';
import type { Judgement, OpenReport } from '#shared/admin/reports.ts';
import type { ProblemKind } from '#shared/deliveries/problem.ts';
import { annulDecision, decideProblem } from '#shared/deliveries/problem-rules.ts';
import type { DeliveryStep } from '#shared/deliveries/rules.ts';
import type { MessageRecord, ThreadRecord } from '#shared/messaging/record.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isParty } from '#shared/parcels/rules.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { messageLines } from '#shared/reports/excerpts.ts';
import type { ReportRecord } from '#shared/reports/record.ts';
import { mayJudge, waitsSince } from '#shared/reports/rules.ts';
import { stageOf } from '#shared/situation/situation.ts';
import { algiersMoment } from '#shared/values/time.ts';

/** An opened report has at most so many messages since it was sent (rule 181). */
const mostSince = 50;

/** Messages of the two from the report to its decision, and their parcel while its problem is open. */
export async function openProblem(
  { table, now }: Deps,
  report: ReportRecord,
): Promise<Pick<OpenReport, 'since' | 'parcel' | 'answeredAt'>> {
  if (!report.problem) return {};
  const [parcel, since] = await Promise.all([parcelOf(table, report), messagesSince(table, report)]);
  return {
    since: messageLines(since, report.reporterId ?? ''),
    ...(parcel ? { parcel: inReport(parcel, now()) } : {}),
    ...(parcel?.problem?.answeredAt ? { answeredAt: parcel.problem.answeredAt } : {}),
  };
}

interface ContestedDelivery {
  readonly parcel: ParcelRecord;
  /** When (ISO) what was decided began: an older delivery of the parcel is none of it. */
  readonly since: string;
  readonly problem: ProblemKind | undefined;
  /** The number of the event with the contested decision. */
  readonly annuls: number;
  /** The decision has ended the delivery, and none has followed. */
  readonly hasEnded: boolean;
  readonly isUndone: boolean;
}

/** The delivery that a contested decision is about: that of a problem, or one that the root administrator settled. */
async function contestedDelivery({ table }: Deps, { about }: ReportRecord): Promise<ContestedDelivery | undefined> {
  const found = about.kind === 'decision' ? await contestedEvent(table, about.id ?? '') : undefined;
  const parcel = found && (await parcelRepository(table).read(found.parcelId));
  if (!parcel) return undefined;
  const { event, later, first, problem: decided } = found;
  const facts = { parcel, annuls: event.version, problem: first.problem, isUndone: isUndoneBy(event, later) };
  if (decided)
    return {
      ...facts,
      since: decided.createdAt,
      hasEnded: parcel.decidedAt !== undefined && parcel.decidedAt === decided.decision?.at,
    };
  const isReplaced = later.some(({ type }) => type === 'overridden');
  return { ...facts, since: first.at, hasEnded: parcel.settledAt !== undefined && !isReplaced };
}

export async function contestedParcel(
  deps: Deps,
  report: ReportRecord,
): Promise<Pick<OpenReport, 'parcel' | 'isUndone'>> {
  const contested = await contestedDelivery(deps, report);
  if (!contested) return {};
  const isOver = !report.decision && contested.isUndone;
  return { parcel: inReport(contested.parcel, deps.now()), ...(isOver ? { isUndone: true as const } : {}) };
}

/** A decision that is contested, or one behind it, has already warned the other member. */
export const hasWarned = async ({ table }: Deps, { about }: ReportRecord): Promise<boolean> =>
  [...(await contestedReports(table, [about])).values()].some(({ decision }) => decision?.outcome === 'warned');

async function requireNotWarned(deps: Deps, report: ReportRecord): Promise<void> {
  if (report.decision?.outcome === 'warned' && (await hasWarned(deps, report)))
    throw new Refusal('INVALID', undefined, {
      fields: { outcome: 'Ce membre a déjà reçu un avertissement : maintenez ou annulez la décision' },
    });
}

export interface Answered {
  readonly facts: ProblemFacts;
  readonly annulment?: {
    readonly before: ParcelRecord;
    readonly step: DeliveryStep;
    /** The waiting objection of the other member to the same decision. */
    readonly sister: ReportRecord | undefined;
  };
}

/**
 * While the parcel is in the same delivery, an answered objection has facts that members read, and may annul the
 * decision. One that is annulled or replaced is annulled no second time, and never maintained.
 */
export async function answeredDelivery(deps: Deps, actor: Actor, report: ReportRecord): Promise<Answered | undefined> {
  const { about, decision } = report;
  await requireNotWarned(deps, report);
  const contested = about.kind === 'decision' && (await contestedDelivery(deps, report));
  if (!contested || !decision) return undefined;
  const { outcome, reason = '' } = decision;
  if (contested.isUndone && outcome !== 'acted')
    throw new Refusal('INVALID', undefined, {
      fields: { outcome: 'Cette décision est déjà annulée ou remplacée : choisissez « Décision annulée »' },
    });
  const { parcel, since, problem, annuls, hasEnded } = contested;
  if (parcel.assignedAt === undefined || parcel.assignedAt >= since) return undefined;
  const factsOf = (end: string): ProblemFacts => ({
    isProblem: 'yes',
    title: parcel.title,
    parcelId: parcel.id,
    end,
  });
  if (outcome !== 'acted') return { facts: factsOf(outcome === 'warned' ? outcome : 'maintained') };
  const annulledEnd = ({ annulled }: ParcelRecord) => (annulled ? 'undecided' : 'annulled');
  if (contested.isUndone) return { facts: factsOf(annulledEnd(parcel)) };
  const step = annulDecision(parcel, { problem, annuls, hasEnded, reason });
  const sister = await sisterOf(deps.table, actor, report, parcel);
  return { facts: factsOf(annulledEnd(step.parcel)), annulment: { before: parcel, step, sister } };
}

async function sisterOf(
  table: Table,
  actor: Actor,
  { id, about }: ReportRecord,
  { ownerId, carrierId }: ParcelRecord,
): Promise<ReportRecord | undefined> {
  const readers = [ownerId, carrierId].filter((reader) => reader !== undefined);
  const items = await table.getMany(readers.map((reader) => keys.report(objectionIdOf(`${about.id}.${reader}`))));
  return items
    .flatMap((item) => (item ? [parseReport(item)] : []))
    .find((other) => other.id !== id && other.status === 'pending' && mayJudge(other, actor));
}

/** Both read it in the delivery. The author of an objection has its answer; a member who sent none gets this mail. */
export async function annulmentWrites(
  deps: Deps,
  actor: Actor,
  report: ReportRecord,
  answered: Answered | undefined,
  about: string,
  changed: () => Refusal,
): Promise<Write[]> {
  if (!answered?.annulment) return [];
  const { table, now, newId } = deps;
  const { facts, annulment } = answered;
  const { before, step, sister } = annulment;
  const decided: DecisionFacts = { origin: 'objection', about };
  const { owner, carrier } = step.parcel;
  const others = [owner, ...(carrier ? [carrier] : [])].filter(
    ({ id }) => id !== report.reporterId && id !== sister?.reporterId,
  );
  return [
    ...(step.parcel.annulled ? await undecidedMails(deps, step.parcel) : []),
    parcelRepository(table).save(step.parcel, changed),
    ...(await stepWrites(deps, actor.id, before, { ...step, decision: about })),
    ...others.map(({ id, firstName }) =>
      mail(
        table,
        'problemDecided',
        { memberId: id },
        { firstName, ...facts, reason: report.decision?.reason ?? '', ...decided },
        { id: newId(), now: now() },
      ),
    ),
  ];
}

/** The root administrator alone decides again, unless they are one of the two (rule 173). */
async function undecidedMails({ table, now, newId }: Deps, parcel: ParcelRecord): Promise<Write[]> {
  const roots = await administratorRepository(table).rootAdmins();
  const people = await profileRepository(table).readMany(
    roots.map(({ id }) => id).filter((id) => !isParty(id, parcel)),
  );
  return [...people.values()].map(({ id: memberId, firstName }) =>
    mail(table, 'deliveryUndecided', { memberId }, { firstName, parcelId: parcel.id }, { id: newId(), now: now() }),
  );
}

const inReport = (parcel: ParcelRecord, now: number): NonNullable<OpenReport['parcel']> => ({
  id: parcel.id,
  title: parcel.title,
  stage: stageOf(parcel, now),
  version: parcel.version,
});

async function messagesSince(
  table: Table,
  { reporterId = '', accusedId = '', about, createdAt, decision }: ReportRecord,
): Promise<MessageRecord[]> {
  const topic = { a: reporterId, b: accusedId, parcelId: about.id ?? '' };
  const threads = threadRepository(table);
  const head = await threads.head(topic);
  if (!head) return [];
  const page = (before: number) => threads.messages(topic, { before });
  const end = decision ? await endAt(decision.at, head, page) : head.seq + 1;
  const newest = await page(end);
  const older = await page(newest[0]?.seq ?? end);
  return [...older, ...newest]
    .filter((message) => message.createdAt > createdAt && message.seq > (head.erasedUpTo ?? 0))
    .slice(-mostSince);
}

/** The number after the last message of this moment. Halves the thread, which may have gone on for long. */
async function endAt(
  moment: string,
  { seq, erasedUpTo = 0 }: ThreadRecord,
  page: (before: number) => Promise<MessageRecord[]>,
): Promise<number> {
  let [there, later] = [erasedUpTo, seq + 1];
  while (later - there > 1) {
    const middle = Math.floor((there + later) / 2);
    const messages = await page(middle + 1);
    const next = messages.find(({ createdAt }) => createdAt > moment);
    if (!next) there = middle;
    else later = next.seq;
    if (next && next !== messages[0]) break;
  }
  return later;
}

/** The parcel of a report's open problem. */
export const parcelOf = (table: Table, { id, about }: ReportRecord): Promise<ParcelRecord | undefined> =>
  parcelRepository(table)
    .read(about.id ?? '')
    .then((parcel) => (parcel?.problem?.reportId === id ? parcel : undefined));

/** Facts that both members read about a decided problem. */
const problemFacts = (parcel: ParcelRecord, { parcel: decided }: Judgement): ProblemFacts => ({
  isProblem: 'yes',
  title: parcel.title,
  parcelId: parcel.id,
  end: decided?.to ?? '',
});

/** Mails of a decided report tell this about its delivery. */
export const toldOf = (
  parcel: ParcelRecord | undefined,
  body: Judgement,
  answered: Answered | undefined,
): MaybeProblem => (parcel ? problemFacts(parcel, body) : (answered?.facts ?? {}));

interface Deciding {
  readonly report: ReportRecord;
  readonly parcel: ParcelRecord | undefined;
  readonly body: Judgement;
  readonly people: ReadonlyMap<string, ProfileRecord>;
  /** The facts of the link to an objection. */
  readonly decided: DecisionFacts;
  readonly changed: () => Refusal;
}

/** Throws unless the end of the delivery fits the decision, and the other member had time to answer (rule 172). */
export function requireDecidable(report: ReportRecord, { outcome, parcel }: Judgement, now: number): void {
  const needsEnd = report.problem !== undefined && outcome === 'acted';
  if (needsEnd !== (parcel !== undefined))
    throw new Refusal('INVALID', undefined, {
      fields: {
        parcel: needsEnd ? 'Choisissez une suite' : "Seule « Mesure prise » décide de la suite d'une livraison",
      },
    });
  const from = waitsSince(report);
  if (!report.problem || Date.parse(from) <= now) return;
  throw new Refusal('STATE_CHANGED', {
    title: 'Trop tôt',
    detail: `Ce problème se décide à partir du ${algiersMoment(from)}.`,
  });
}

/** The parcel after the decision about its problem, with its event and the mail to the member who has not reported. */
export async function problemWrites(
  deps: Deps,
  actor: Actor,
  { report, parcel, body, people, decided, changed }: Deciding,
): Promise<Write[]> {
  if (!report.problem) return [];
  const { table, now, newId } = deps;
  const decidedAt = Date.parse(report.decision?.at ?? '');
  const isSeen = body.parcel === undefined || body.parcel.version === parcel?.version;
  if (!parcel || !isSeen) throw changed();
  const end = body.parcel?.to;
  const step = decideProblem(parcel, { end, reason: body.reason }, decidedAt);
  const other = people.get(report.accusedId ?? '');
  const facts = { ...problemFacts(parcel, body), reason: body.reason, ...decided };
  return [
    parcelRepository(table).save(step.parcel, changed),
    ...(await stepWrites(deps, actor.id, parcel, { ...step, decision: decided.about })),
    // A warned member reads the decision in the warning.
    ...(other && body.outcome !== 'warned'
      ? [
          mail(
            table,
            'problemDecided',
            { memberId: other.id },
            { firstName: other.firstName, ...facts },
            { id: newId(), now: now() },
          ),
        ]
      : []),
  ];
}
