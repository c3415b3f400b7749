import { lastMailId } from '#functions/account-deletion/repository.ts';
import { formerAddress, mail, parseMail, typedAddress } from '#functions/mail/outbox.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { derivedId, subjectOf } from '#functions/platform/derived.ts';
import { queryOf } from '#functions/platform/http/list.ts';
import { countCall } from '#functions/platform/http/rate-limit.ts';
import { isId } from '#functions/platform/http/request.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import type { Table, Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { AdminLogRecord } from '#shared/admin/contract.ts';
import type { Sentence } from '#shared/client-refusals.ts';
import { isListed as isParcelListed } from '#shared/parcels/rules.ts';
import { isHidden } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { decisionLines, listingLines, parcelLines, tripLines } from '#shared/reports/excerpts.ts';
import { contestable, decisionOf, isContestable } from '#shared/reports/objections.ts';
import type { ExcerptLine, ReportRecord } from '#shared/reports/record.ts';
import { accuses, excerptOf, reportReference } from '#shared/reports/rules.ts';
import type { VisitorReported, visitorReportRoutes } from '#shared/reports/visitors.ts';
import { contestedAlready, reportedAlready } from '#shared/reports/words.ts';
import type { RateLimit } from '#shared/route.ts';
import { isListed as isTripListed } from '#shared/trips/rules.ts';
import { routeText } from '#shared/values/french.ts';
import { minuteMs } from '#shared/values/time.ts';
import { currentLines } from './current-lines.ts';
import { firstDecision, namedThings, undoneAmong } from './named-things.ts';
import { contestsBy, objectionIdOf, partsOf } from './objections.ts';
import { thingIn } from './page-thing.ts';
import { parseReport, reportRepository } from './repository.ts';
import { alarmsOf } from './send-report.ts';

/**
 * The facts of the mail that announced a decision, by the moment (ISO) of its line; undefined once its row has expired.
 * After a deletion, nothing else holds the reason.
 */
async function decisionMail(
  table: Table,
  readerId: string,
  { about, targetId, at }: { about: string; targetId: string; at: string },
): Promise<Readonly<Record<string, string>> | undefined> {
  if (readerId === formerAddress.memberId) {
    const last = await table.get(keys.outbox(lastMailId(targetId)));
    return last && parseMail(last).data;
  }
  const moment = (ms: number) => keys.notice(readerId, new Date(Date.parse(at) + ms).toISOString());
  const { pk, sk } = moment(-minuteMs);
  const nearby = queryOf({ partition: pk, sort: { between: [sk, moment(minuteMs).sk] } });
  for await (const item of itemsOf(table, nearby)) {
    const { data } = parseMail(item);
    if (data['about'] === about) return data;
  }
  return undefined;
}

/** The thing of a contested decision for the mail to its author: the title of a listing, and the id of a delivery. */
type Named = Readonly<Partial<Record<'title' | 'parcelId', string>>>;

interface Contested {
  readonly named: Named;
  readonly id: string;
  readonly subject: string;
  /** ISO: the moment of the decision. */
  readonly at: string;
  /** The decision with its thing and reason, which its reader knows. */
  readonly decided: readonly ExcerptLine[];
  readonly current: readonly ExcerptLine[];
  readonly people: Pick<ReportRecord, 'accusedId' | 'decidedBy' | 'email' | 'recusedId' | 'reporterId'>;
}

/**
 * The decision that the link of a mail contests (rule 179). One answer for links that are forged, cut or too old:
 * INVALID_LINK.
 */
async function contestedBy(table: Table, token: string, now: number): Promise<Contested> {
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
  const [mail, report, member, current = [], nameOfThing, first] = await Promise.all([
    decisionMail(table, readerId, { about, targetId: id, at: decision.at }),
    kind === 'report' ? reportRepository(table).read(id, now) : undefined,
    profileRepository(table).read(readerId),
    currentLines(table, { kind: 'decision', id: about }),
    namedThings(table, [{ kind: 'decision', id: about }]),
    firstDecision(table, about),
  ]);
  const origin = first && (await decisionAbout(table, first.id, first.line));
  const { reason = report?.decision?.reason, termId, title, route, isProblem } = mail ?? {};
  const thing = isProblem && kind === 'profile' ? undefined : nameOfThing({ kind: 'decision', id: about });
  const name = kind === 'profile' ? title : (thing?.name ?? title);
  return {
    id: about,
    subject,
    at: decision.at,
    named: {
      ...(name ? { title: name } : {}),
      ...(isProblem && mail?.['parcelId'] ? { parcelId: mail['parcelId'] } : {}),
    },
    decided: decisionLines(
      decision,
      {
        name: thing?.name ?? title,
        route: thing?.route ?? route,
        ...(isProblem ? { isDelivery: true as const } : {}),
        ...thing,
      },
      { reason, termId, origin },
    ),
    current,
    people: {
      decidedBy: decision.admin.id,
      ...(member ? { reporterId: readerId } : {}),
      ...(readerId === typedAddress.memberId && report?.email !== undefined ? { email: report.email } : {}),
      ...(kind === 'parcel' ? await otherParty(table, id, readerId) : otherThan(readerId, report)),
    },
  };
}

const sentInAnHour = {
  reader: { by: 'member', count: 20, seconds: 3600 },
  address: { by: 'address', count: 5, seconds: 3600 },
} as const;

/** Many members share an address, and the link of an objection names its reader: a visitor has only the address. */
function counted(about: VisitorReported, address: string): [caller: string, limit: RateLimit] {
  const subject = about.kind === 'decision' ? subjectOf('objection', about.token) : undefined;
  const [, readerId = formerAddress.memberId] = subject === undefined ? [] : partsOf(subject);
  const isMember = readerId !== formerAddress.memberId && readerId !== typedAddress.memberId;
  return isMember ? [readerId, sentInAnHour.reader] : [address, sentInAnHour.address];
}

/**
 * The other member of the contested report. Neither of the two judges what the other one contests; accused stays only
 * the one whom the report accused.
 */
function otherThan(readerId: string, report: ReportRecord | undefined): Pick<ReportRecord, 'accusedId' | 'recusedId'> {
  if (!report) return {};
  const { about, accusedId, recusedId, reporterId, problem } = report;
  const isOfBoth = problem !== undefined || about.kind === 'decision';
  if (accusedId === readerId || recusedId === readerId) return isOfBoth && reporterId ? { recusedId: reporterId } : {};
  if (!accusedId) return recusedId ? { recusedId } : {};
  return accuses(report) ? { accusedId } : { recusedId: accusedId };
}

/** The other member of a settled delivery does not judge its objection. */
async function otherParty(table: Table, parcelId: string, readerId: string): Promise<{ recusedId?: string }> {
  const parcel = await parcelRepository(table).read(parcelId);
  const other = parcel && [parcel.ownerId, parcel.carrierId].find((id) => id !== undefined && id !== readerId);
  return other ? { recusedId: other } : {};
}

const undone = () =>
  new Refusal('INVALID_LINK', {
    title: 'Décision déjà annulée',
    detail: "Cette décision est déjà annulée ou remplacée par une autre : il n'y a plus rien à contester.",
  });

/** The decision of a link, and what became of the objections that began with it. */
async function decisionRead(table: Table, token: string, now: number) {
  const { id, decided, subject, at } = await contestedBy(table, token, now);
  const { sent, open } = (await contestsBy(table, [{ subject, at }], now))(subject);
  const isOver = (await undoneAmong(table, [id])).has(id);
  if (isOver && sent.length === 0) throw undone();
  const contest = { sent, ...(open && !isOver ? { open } : {}) };
  return { lines: labelled(decided), ...(sent.length > 0 ? { contest } : {}) };
}

async function decisionAbout(table: Table, targetId: string, id: string): Promise<AdminLogRecord | undefined> {
  const lines = { index: 'gs1', partition: indexes.logOf(targetId, '', '').gs1pk } as const;
  for await (const item of itemsOf(table, { ...queryOf(lines), ScanIndexForward: false })) {
    const line = AdminLogRecord.parse(item['record']);
    if (contestable.includes(line.action) && line.id === id) return line;
  }
  return undefined;
}

interface Looked extends Omit<ReportRecord, 'id' | 'createdAt' | 'status' | 'version'> {
  readonly lines: readonly ExcerptLine[];
  readonly present: readonly string[];
  readonly named?: Named;
}

/** Reports of people without a session, and objections to decisions (rules 175, 179). */
export function visitorReportHandlers(deps: Deps): Handlers<typeof visitorReportRoutes> {
  const { table, now } = deps;
  const reports = reportRepository(table);
  const profiles = profileRepository(table);

  /**
   * The number of the report. The same one sent again has the same number, whatever became of the thing; another text
   * about it is refused.
   */
  async function store(
    id: string,
    text: string,
    taken: Sentence,
    sender: string,
    look: () => Promise<Looked>,
  ): Promise<Outcome<{ reference: string }>> {
    const reply = { reference: reportReference(id) };
    const existing = await reports.readItem(id);
    if (existing && parseReport(existing).text !== text) throw new Refusal('LIMIT', taken);
    if (existing) return answer(reply);
    const { lines, present, named = {}, ...facts } = await look();
    const report: ReportRecord = {
      id,
      ...facts,
      createdAt: new Date(now()).toISOString(),
      status: 'pending',
      version: 1,
    };
    const writes = [
      ...present.map((memberId) => profiles.mustBeConfirmed(memberId, () => new Refusal('UNAVAILABLE'))),
      ...reports.add(report, { lines: excerptOf(lines) }, () => new Refusal('UNAVAILABLE')),
      ...(await acknowledgementOf(deps, report, named)),
      ...(await alarmsOf(deps, report, sender)),
    ];
    return commit(reply, writes, () => store(id, text, taken, sender, look));
  }

  return {
    readReported: async ({ body: { about } }) => {
      if (about.kind === 'decision') return answer(await decisionRead(table, about.token, now()));
      if (about.kind === 'page' || about.id === undefined) return answer({ lines: [] });
      const { named } = await listingSeen(deps, about.kind, about.id);
      return answer({ lines: labelled(listingLines(named)) });
    },

    reportAsVisitor: async ({ body, idempotencyKey, address, callId }) => {
      const { about, reason, text, name, email } = body;
      const [caller, limit] = counted(about, address);
      await countCall(table, 'reportAsVisitor', caller, limit, now(), callId);
      const typed = { reason, text, ...(name ? { name } : {}), ...(email ? { email } : {}) };
      if (about.kind === 'decision') {
        const contest = await contestedBy(table, about.token, now());
        const { id: decision, subject, people } = contest;
        if (people.reporterId === undefined && people.email === undefined && email === undefined)
          throw new Refusal('INVALID', undefined, { fields: { email: addressNeeded } });
        const id = objectionIdOf(subject);
        const reader = people.reporterId === undefined ? typed : { reason, text };
        const present = people.reporterId === undefined ? [] : [people.reporterId];
        const contested = { kind: 'decision' as const, id: decision };
        return store(id, text, contestedAlready, address, async () => {
          if ((await undoneAmong(table, [decision])).has(decision)) throw undone();
          const lines = [...contest.decided, ...contest.current];
          return { about: contested, ...reader, ...people, lines, present, named: contest.named };
        });
      }
      const id = derivedId('report', JSON.stringify([idempotencyKey, body]));
      return store(id, text, reportedAlready, address, async () => ({
        ...typed,
        ...(await seenBy(deps, about, text)),
      }));
    },
  };
}

async function seenBy(
  deps: Deps,
  { kind, id }: { kind: 'parcel' | 'trip' | 'page'; id?: string | undefined },
  text: string,
): Promise<Omit<Looked, 'reason'>> {
  if (kind === 'page' || id === undefined || !isId(id)) {
    const { lines, ...thing } = (await thingIn(deps.table, [id ?? '', text])) ?? { lines: [] };
    const page = { kind: 'page' as const, ...(id ? { id } : {}) };
    return { about: page, ...thing, lines, present: 'accusedId' in thing ? [thing.accusedId] : [] };
  }
  const { accusedId, lines } = await listingSeen(deps, kind, id);
  return { about: { kind, id }, accusedId, lines, present: [accusedId] };
}

const addressNeeded = 'Indiquez une adresse : sans compte, nous ne pouvons pas vous répondre';

const unavailable = { title: 'Annonce non disponible', detail: "Cette annonce n'est plus disponible." } as const;

const labelled = (lines: readonly ExcerptLine[]) => lines.map(({ label = '', text }) => ({ label, text }));

/** A listing that visitors can see now; NOT_FOUND for any other id. */
async function listingSeen({ table, now }: Deps, kind: 'parcel' | 'trip', id: string) {
  const parcel = kind === 'parcel' ? await parcelRepository(table).read(id) : undefined;
  const trip = kind === 'trip' ? await tripRepository(table).read(id) : undefined;
  const seen =
    parcel && isParcelListed(parcel, now())
      ? {
          accusedId: parcel.ownerId,
          lines: parcelLines(parcel),
          named: { name: parcel.title, route: routeText(parcel.pickup, parcel.delivery) },
        }
      : trip && isTripListed(trip, now())
        ? {
            accusedId: trip.ownerId,
            lines: tripLines(trip),
            named: { route: routeText(trip.depart, trip.arrival) },
          }
        : undefined;
  const owner = seen && (await profileRepository(table).read(seen.accusedId));
  if (!seen || !owner || isHidden(owner)) throw new Refusal('NOT_FOUND', unavailable);
  return seen;
}

/** The mail with the number: to the member of an objection, or, without any name, to the typed address. */
async function acknowledgementOf(
  { table, now, newId }: Deps,
  { id, about, reporterId, email }: ReportRecord,
  named: Named,
): Promise<Write[]> {
  const stamp = { id: newId(), now: now() };
  const facts = { reference: reportReference(id), ...(about.kind === 'decision' ? { isObjection: 'true' } : {}) };
  const member = reporterId === undefined ? undefined : await profileRepository(table).read(reporterId);
  if (member)
    return [
      mail(
        table,
        'reportReceived',
        { memberId: member.id },
        { ...facts, ...named, firstName: member.firstName },
        stamp,
      ),
    ];
  return email === undefined ? [] : [mail(table, 'reportReceived', typedAddress, { ...facts, email }, stamp)];
}
