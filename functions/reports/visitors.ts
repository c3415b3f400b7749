import { mail, typedAddress } from '#functions/mail/outbox.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { derivedId } from '#functions/platform/derived.ts';
import { isId } from '#functions/platform/http/request.ts';
import type { Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import type { Sentence } from '#shared/client-refusals.ts';
import { isListed as isParcelListed } from '#shared/parcels/rules.ts';
import { isHidden } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { listingLines, parcelLines, tripLines } from '#shared/reports/excerpts.ts';
import type { ExcerptLine, ReportRecord } from '#shared/reports/record.ts';
import { excerptOf, reportReference } from '#shared/reports/rules.ts';
import type { visitorReportRoutes } from '#shared/reports/visitors.ts';
import { contestedAlready, reportedAlready } from '#shared/reports/words.ts';
import { isListed as isTripListed } from '#shared/trips/rules.ts';
import { routeText } from '#shared/values/french.ts';
import { dayOf } from '#shared/values/time.ts';
import { contestedBy } from './objections.ts';
import { thingIn } from './page-thing.ts';
import { parseReport, reportRepository } from './repository.ts';
import { alarmsOf } from './send-report.ts';

interface Looked extends Omit<ReportRecord, 'id' | 'createdAt' | 'status' | 'version'> {
  readonly lines: readonly ExcerptLine[];
  readonly present: readonly string[];
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
    const { lines, present, ...facts } = await look();
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
      ...(await acknowledgementOf(deps, report)),
      ...(await alarmsOf(deps, report, sender)),
    ];
    return commit(reply, writes, () => store(id, text, taken, sender, look));
  }

  return {
    readReported: async ({ body: { about } }) => {
      if (about.kind === 'decision')
        return answer({ lines: labelled((await contestedBy(table, about.token, now())).decided) });
      if (about.kind === 'page' || about.id === undefined) return answer({ lines: [] });
      const { named } = await listingSeen(deps, about.kind, about.id);
      return answer({ lines: labelled(listingLines(named)) });
    },

    reportAsVisitor: async ({ body, idempotencyKey, address }) => {
      const { about, reason, text, name, email } = body;
      const typed = { reason, text, ...(name ? { name } : {}), ...(email ? { email } : {}) };
      if (about.kind === 'decision') {
        const contest = await contestedBy(table, about.token, now());
        const { id: decision, subject, isSamePerson, people } = contest;
        if (people.reporterId === undefined && people.email === undefined && email === undefined)
          throw new Refusal('INVALID', undefined, { fields: { email: addressNeeded } });
        // One objection a day for each link.
        const id = derivedId('report', `objection ${subject} ${dayOf(now())}`);
        const reader = people.reporterId === undefined ? typed : { reason, text };
        const present = people.reporterId === undefined ? [] : [people.reporterId];
        const contested = { kind: 'decision' as const, id: decision };
        const outcome = await store(id, text, contestedAlready, address, async () => ({
          about: contested,
          ...reader,
          ...people,
          lines: [...contest.decided, ...contest.current],
          present,
        }));
        return { ...outcome, reply: { ...outcome.reply, ...(isSamePerson ? { isSamePerson } : {}) } };
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

/** The mail with the number, without typed text: to the member of an objection, or to the typed address. */
async function acknowledgementOf(
  { table, now, newId }: Deps,
  { id, about, reporterId, email }: ReportRecord,
): Promise<Write[]> {
  const stamp = { id: newId(), now: now() };
  const facts = { reference: reportReference(id), ...(about.kind === 'decision' ? { isObjection: 'true' } : {}) };
  const member = reporterId === undefined ? undefined : await profileRepository(table).read(reporterId);
  if (member)
    return [mail(table, 'reportReceived', { memberId: member.id }, { ...facts, firstName: member.firstName }, stamp)];
  return email === undefined ? [] : [mail(table, 'reportReceived', typedAddress, { ...facts, email }, stamp)];
}
