import { eventsOf, isUndoneBy } from '#functions/deliveries/events.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Table } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import { parseTrip } from '#functions/trips/repository.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { type Decision, decisionOf } from '#shared/reports/objections.ts';
import type { NamedThing, Reported, ReportRecord } from '#shared/reports/record.ts';
import { reportReference } from '#shared/reports/rules.ts';
import { routeText } from '#shared/values/french.ts';
import { parseReport } from './repository.ts';

function targetOf({ kind, id = '' }: Reported): { readonly kind: string; readonly id: string } {
  if (kind !== 'decision') return { kind, id };
  const decision = decisionOf(id);
  return { kind: decision.kind === 'profile' ? 'member' : decision.kind, id: decision.id };
}

/** The reports whose decisions are contested, also behind an objection that is contested in its turn. */
export async function contestedReports(
  table: Table,
  reported: readonly Reported[],
): Promise<ReadonlyMap<string, ReportRecord>> {
  const found = new Map<string, ReportRecord>();
  const idsIn = (about: Reported) => (targetOf(about).kind === 'report' ? [targetOf(about).id] : []);
  let ids = reported.flatMap(idsIn);
  while (ids.length > 0) {
    const items = await table.getMany(ids.map(keys.report));
    const reports = items.flatMap((item) => (item ? [parseReport(item)] : []));
    for (const report of reports) found.set(report.id, report);
    ids = reports.flatMap(({ about }) => idsIn(about)).filter((id) => !found.has(id));
  }
  return found;
}

/** The problem of a delivery about which the contested decision was made. */
function problemBehind(contested: ReadonlyMap<string, ReportRecord>, about: Reported): ReportRecord | undefined {
  const { kind, id } = targetOf(about);
  const report = kind === 'report' ? contested.get(id) : undefined;
  if (!report || report.problem) return report;
  return problemBehind(contested, report.about);
}

/** The decision about which the first objection was sent, where one objects to its answer. */
function rootOf(contested: ReadonlyMap<string, ReportRecord>, about: Reported): Reported {
  const { kind, id } = targetOf(about);
  const answered = kind === 'report' ? contested.get(id)?.about : undefined;
  return answered?.kind === 'decision' ? rootOf(contested, answered) : about;
}

/** The decision about which the first objection was sent; undefined where it is the contested one itself. */
export async function firstDecision(table: Table, contested: string): Promise<Decision | undefined> {
  const about: Reported = { kind: 'decision', id: contested };
  const { id = contested } = rootOf(await contestedReports(table, [about]), about);
  return id === contested ? undefined : decisionOf(id);
}

interface ContestedEvent {
  readonly parcelId: string;
  /** The report of the problem that was decided; none where the root administrator settled the parcel. */
  readonly problem: ReportRecord | undefined;
  /** The event with the contested decision, also behind answers that have maintained it, and those after it. */
  readonly event: TrackingEvent;
  readonly later: readonly TrackingEvent[];
  /** The event of the decision about which the first objection was sent. */
  readonly first: TrackingEvent;
}

/** Decisions of deliveries that are contested: one read of the reports behind them, and one of each delivery. */
async function contestedEvents(table: Table, decisions: readonly string[]) {
  const asked = decisions.map((id): Reported => ({ kind: 'decision', id }));
  const contested = await contestedReports(table, asked);
  const histories = new Map<string, Promise<TrackingEvent[]>>();
  const historyOf = (id: string) => {
    const history = histories.get(id) ?? eventsOf(table, id);
    histories.set(id, history);
    return history;
  };
  return Promise.all(asked.map(async (about) => eventOfDecision(about, contested, historyOf)));
}

export const contestedEvent = async (table: Table, decision: string): Promise<ContestedEvent | undefined> =>
  (await contestedEvents(table, [decision]))[0];

async function eventOfDecision(
  about: Reported,
  contested: ReadonlyMap<string, ReportRecord>,
  historyOf: (parcelId: string) => Promise<readonly TrackingEvent[]>,
): Promise<ContestedEvent | undefined> {
  const root = rootOf(contested, about);
  const problem = problemBehind(contested, about);
  const settled = targetOf(root);
  const parcelId = problem?.about.id ?? (settled.kind === 'parcel' ? settled.id : undefined);
  if (parcelId === undefined) return undefined;
  const events = await historyOf(parcelId);
  const eventOf = ({ kind, id = '' }: Reported): number => {
    if (kind !== 'decision') return -1;
    const index = events.findIndex((event) => event.decision === id);
    const behind = contested.get(decisionOf(id).id)?.about;
    return index < 0 && behind ? eventOf(behind) : index;
  };
  const index = eventOf(about);
  const [event, first] = [events[index], events[eventOf(root)]];
  return event && first && { parcelId, problem, event, later: events.slice(index + 1), first };
}

/** Those that are annulled or replaced (rule 173), and answers that have maintained such ones. */
export async function undoneAmong(table: Table, decisions: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await contestedEvents(table, decisions);
  const isUndone = (event: ContestedEvent | undefined) => event && isUndoneBy(event.event, event.later);
  return new Set(decisions.filter((_, index) => isUndone(found[index])));
}

/** The names of reported things, by one read of each kind; undefined for a deleted thing and one without a name. */
export async function namedThings(
  table: Table,
  reported: readonly Reported[],
): Promise<(about: Reported) => NamedThing | undefined> {
  const contested = await contestedReports(table, reported);
  const thingOf = (about: Reported) => {
    const problem = problemBehind(contested, about);
    return problem ? { ...targetOf(problem.about), isDelivery: true as const } : targetOf(about);
  };
  const targets = reported.map(thingOf);
  const idsOf = (kind: string) => targets.flatMap((target) => (target.kind === kind ? [target.id] : []));
  const reviewed = (id: string) => id.split('.')[0] ?? '';
  const [parcels, trips, people] = await Promise.all([
    parcelRepository(table).readMany(idsOf('parcel')),
    table.getMany(idsOf('trip').map(keys.trip)),
    profileRepository(table).readMany([...idsOf('member'), ...idsOf('review').map(reviewed)]),
  ]);
  const named = new Map<string, NamedThing>([
    ...parcels.map(
      ({ id, title, pickup, delivery }) => [id, { name: title, route: routeText(pickup, delivery) }] as const,
    ),
    ...trips.flatMap((item) => {
      if (!item) return [];
      const { id, depart, arrival } = parseTrip(item);
      return [[id, { route: routeText(depart, arrival) }] as const];
    }),
    ...[...people.values()].map((profile) => [profile.id, { name: nameOf(profile) }] as const),
  ]);
  return (about) => {
    const { kind, id, isDelivery } = { isDelivery: undefined, ...thingOf(about) };
    if (kind === 'report') return { name: reportReference(id) };
    const thing = named.get(kind === 'review' ? reviewed(id) : id);
    return thing && isDelivery ? { ...thing, isDelivery } : thing;
  };
}
