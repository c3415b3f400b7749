import type { Actor } from '#functions/actor.ts';
import { type Judged, termOf } from '#functions/admin/decisions.ts';
import { adminLog, type LogSubject } from '#functions/admin/log.ts';
import type { DecisionFacts } from '#functions/mail/mail.ts';
import type { MaybeProblem } from '#functions/mail/mails/problems.ts';
import { mail, typedAddress } from '#functions/mail/outbox.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { sha256 } from '#functions/platform/keys.ts';
import type { Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { currentLines } from '#functions/reports/current-lines.ts';
import { contestedReports, namedThings } from '#functions/reports/named-things.ts';
import { parseReport, reportRepository } from '#functions/reports/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import type { AdminReport, adminReportRoutes, Judgement, OpenReport } from '#shared/admin/reports.ts';
import { faceOf, type ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { decisionId } from '#shared/reports/objections.ts';
import type { NamedThing, ReportRecord } from '#shared/reports/record.ts';
import {
  accuses,
  decideReport,
  mayJudge,
  reportReference,
  waitsSince,
  withoutAccused,
  withoutReporter,
} from '#shared/reports/rules.ts';
import { dayOf, startOfDay } from '#shared/values/time.ts';
import {
  annulmentWrites,
  answeredDelivery,
  contestedParcel,
  hasWarned,
  openProblem,
  parcelOf,
  problemWrites,
  requireDecidable,
  toldOf,
} from './problems.ts';

/**
 * The lines of the log about a decided report, and its mails. Lines hold codes only. A warning is also a line about its
 * member, which they find in their archive: it does not tell what was reported (rule 177).
 */
function reportDecisionEffects(
  deps: Deps,
  actor: Actor,
  report: ReportRecord,
  people: ReadonlyMap<string, ProfileRecord>,
  { term, parcel }: Judgement,
  decided: Required<LogSubject>,
  ofProblem: MaybeProblem,
): Write[] {
  const { about, reason, accusedId, problem, decision } = report;
  if (!decision) return [];
  const { outcome } = decision;
  const warned = { type: 'profile', id: accusedId ?? '', line: deps.newId() } as const;
  const facts = {
    ...(problem ? { problem: problem.kind } : { ground: reason }),
    thing: about.kind,
    outcome,
    ...(parcel ? { parcelEnd: parcel.to } : {}),
  };
  return [
    adminLog(deps, actor, outcome === 'dismissed' ? 'dismissReport' : 'upholdReport', decided, facts),
    ...(outcome === 'warned' && accusedId ? [adminLog(deps, actor, 'warnMember', warned, { outcome })] : []),
    ...answers(deps, report, people, { ...contested(decided), ...ofProblem }),
    ...warning(deps, report, people, { ...contested(warned), ...brokenBy(report, term), ...ofProblem }),
  ];
}

const contested = ({ type, id, line }: Required<LogSubject>) => ({
  origin: 'report' as const,
  about: decisionId({ kind: type, id, line }),
});

const brokenBy = ({ about, decision }: ReportRecord, term: Judgement['term']) =>
  termOf(about.kind, { reason: decision?.warning ?? '', term });

function answers(
  { table, newId, now }: Deps,
  { id, about, reporterId = '', email, decision }: ReportRecord,
  people: ReadonlyMap<string, ProfileRecord>,
  decided: DecisionFacts & MaybeProblem,
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
  { about, accusedId = '', decision }: ReportRecord,
  people: ReadonlyMap<string, ProfileRecord>,
  warned: DecisionFacts & MaybeProblem,
): Write[] {
  const accused = people.get(accusedId);
  if (!accused || !decision?.warning) return [];
  const data = {
    firstName: accused.firstName,
    reason: decision.warning,
    ...(warned.isProblem && about.kind !== 'decision' ? { decision: decision.reason } : {}),
    ...warned,
  };
  return [mail(table, 'memberWarned', { memberId: accusedId }, data, { id: newId(), now: now() })];
}

/** An objection to a decision that another one annuls has the same answer. */
async function sisterWrites(
  deps: Deps,
  { actor, resource, body }: Omit<Judged<ReportRecord>, 'version'> & { body: Judgement },
  people: ReadonlyMap<string, ProfileRecord>,
  facts: MaybeProblem,
  changed: () => Refusal,
): Promise<Write[]> {
  const reports = reportRepository(deps.table);
  const decided = { type: 'report', id: resource.id, line: deps.newId() } as const;
  const judged = { adminId: actor.id, now: deps.now(), line: decided.line };
  const report = withoutErased(decideReport(resource, body, judged), people);
  const hasKept = (await reports.kept(report.id)) !== undefined;
  return [
    ...reports.decide(report, hasKept, changed),
    ...reportDecisionEffects(deps, actor, report, people, body, decided, facts),
  ];
}

export function adminReportHandlers(deps: Deps): Handlers<typeof adminReportRoutes> {
  const { table, now } = deps;
  const reports = reportRepository(table);
  const profiles = profileRepository(table);
  const peopleOf = (...of: ReportRecord[]) => profiles.readMany(of.flatMap(membersOf));
  const namesOf = (...of: ReportRecord[]) => namedThings(table, of.map(thingIn));

  async function open(report: ReportRecord): Promise<Omit<OpenReport, keyof AdminReport>> {
    // An objection to a decision about oneself has no accused.
    const restricted = report.accusedId ?? (report.about.kind === 'decision' ? report.reporterId : undefined);
    const [kept, current, about, problem, ofDecision] = await Promise.all([
      reports.kept(report.id),
      currentLines(table, report.about),
      restricted ? reports.about(restricted, now()) : [],
      openProblem(deps, report),
      contestedParcel(deps, report),
    ]);
    return {
      ...(kept ? { kept: kept.lines } : {}),
      ...(current ? { current } : {}),
      ...problem,
      ...ofDecision,
      ...((await hasWarned(deps, report)) ? { hasWarned: true as const } : {}),
      earlier: await earlierReports(deps, report, about),
    };
  }

  async function decide({
    actor,
    resource,
    version,
    body,
  }: Judged<ReportRecord> & { body: Judgement }): Promise<Outcome<AdminReport>> {
    const [ofReport, names] = await Promise.all([peopleOf(resource), namesOf(resource)]);
    const current = (report: ReportRecord) => ({ current: toAdminReport(actor, report, ofReport, names, now()) });
    if (resource.status !== 'pending') throw new Refusal('ALREADY_DECIDED', undefined, current(resource));
    if (resource.version !== version) throw new Refusal('STALE', undefined, current(resource));
    requireDecidable(resource, body, now());
    const decided = { type: 'report', id: resource.id, line: deps.newId() } as const;
    const judged = { adminId: actor.id, now: now(), line: decided.line };
    const report = withoutErased(decideReport(resource, body, judged), ofReport);
    const parcel = resource.problem && (await parcelOf(table, resource));
    const answered = await answeredDelivery(deps, actor, report);
    const sister = answered?.annulment?.sister;
    const people = sister ? await peopleOf(resource, sister) : ofReport;
    const hasKept = (await reports.kept(report.id)) !== undefined;
    const changed = () => new Refusal('CONTENT_CHANGED', undefined, current(resource));
    return commit(toAdminReport(actor, report, people, names, now()), [
      ...reports.decide(report, hasKept, (item) => {
        const stored = item && parseReport(item);
        if (!stored) return new Refusal('NOT_FOUND');
        return new Refusal(stored.status === 'pending' ? 'STALE' : 'ALREADY_DECIDED', undefined, current(stored));
      }),
      // Its erasing may have read the reports before this decision.
      ...[...people.keys()].map((id) => profiles.mustBeConfirmed(id, () => new Refusal('UNAVAILABLE'))),
      ...reportDecisionEffects(deps, actor, report, people, body, decided, toldOf(parcel, body, answered)),
      ...(sister ? await sisterWrites(deps, { actor, resource: sister, body }, people, answered.facts, changed) : []),
      ...(await annulmentWrites(deps, actor, report, answered, contested(decided).about, changed)),
      ...(await problemWrites(deps, actor, { report, parcel, body, people, decided: contested(decided), changed })),
    ]);
  }

  return {
    adminReports: async ({ actor, query: { status = 'pending', cursor } }) => {
      const { items, ...rest } = await reports.queue(status, now(), cursor);
      const [people, names] = await Promise.all([peopleOf(...items), namesOf(...items)]);
      return answer({ items: items.map((report) => toAdminReport(actor, report, people, names, now())), ...rest });
    },

    adminReport: async ({ actor, resource }) => {
      const [people, names, opened] = await Promise.all([peopleOf(resource), namesOf(resource), open(resource)]);
      const facts = { ground: resource.reason, thing: resource.about.kind };
      return commit({ ...toAdminReport(actor, resource, people, names, now()), ...opened }, [
        adminLog(deps, actor, 'viewReport', { type: 'report', id: resource.id }, facts),
      ]);
    },

    decideReport: decide,
  };
}

const thingIn = ({ about }: ReportRecord) => about;

const membersOf = ({ reporterId, accusedId }: ReportRecord): string[] =>
  [reporterId, accusedId].filter((id) => id !== undefined);

function withoutErased(report: ReportRecord, people: ReadonlyMap<string, ProfileRecord>): ReportRecord {
  const isErased = (memberId: string | undefined) => memberId !== undefined && !people.has(memberId);
  const answered = isErased(report.reporterId) ? withoutReporter(report) : report;
  return isErased(report.accusedId) ? withoutAccused(answered) : answered;
}

/**
 * A report in the panel. An administrator who may not judge it may be the accused, so people, words,
 * id and moment are left out (rule 177).
 */
function toAdminReport(
  actor: Actor,
  report: ReportRecord,
  people: ReadonlyMap<string, ProfileRecord>,
  names: Awaited<ReturnType<typeof namedThings>>,
  now: number,
): AdminReport {
  const { id, about, reason, text, problem, reporterId, name, email, accusedId, createdAt } = report;
  const { status, decision, version } = report;
  const common = { reason, status, version };
  if (!mayJudge(report, actor))
    return {
      ...common,
      id: sha256(id),
      createdAt: new Date(startOfDay(dayOf(Date.parse(createdAt)))).toISOString(),
      about: { kind: about.kind },
      isOwn: true,
    };
  const face = (memberId: string | undefined) => {
    const profile = memberId === undefined ? undefined : people.get(memberId);
    return profile && faceOf(profile);
  };
  const [reporter, accused] = [face(reporterId), face(accusedId)];
  const thing = names(about);
  return {
    ...common,
    id,
    createdAt,
    about,
    ...(text ? { text } : {}),
    ...(reporter ? { reporter } : {}),
    ...(name ? { name } : {}),
    ...(email ? { email } : {}),
    ...(accused ? { accused } : {}),
    ...(thing ? { thing } : {}),
    ...(problem ? { problem: { kind: problem.kind, ...decidableIn(report, now) } } : {}),
    ...(decision ? { decision } : {}),
  };
}

function decidableIn(report: ReportRecord, now: number) {
  const decidableAt = waitsSince(report);
  return { decidableAt, ...(Date.parse(decidableAt) <= now ? { isDecidable: true as const } : {}) };
}

/** The other reports that accuse the same member, and the objections whose answers are contested in their turn. */
async function earlierReports({ table }: Deps, report: ReportRecord, about: readonly ReportRecord[]) {
  const behind = [...(await contestedReports(table, [report.about])).values()];
  const earlier = [...behind.filter((one) => one.about.kind === 'decision'), ...about.filter(accuses)]
    .filter(({ id }, index, all) => id !== report.id && all.findIndex((one) => one.id === id) === index)
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  const names = await namedThings(
    table,
    earlier.map((one) => one.about),
  );
  return earlier.map((one) => toEarlierReport(one, names(one.about)));
}

const toEarlierReport = (
  { id, about, reason, problem, createdAt, decision }: ReportRecord,
  thing: NamedThing | undefined,
): OpenReport['earlier'][number] => ({
  id,
  kind: about.kind,
  reason,
  ...(problem ? { problem } : {}),
  ...(thing ? { thing } : {}),
  createdAt,
  ...(decision ? { decision } : {}),
});
