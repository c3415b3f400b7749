import * as z from 'zod/mini';
import { queryOf } from '#functions/platform/http/list.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import { itemsOf } from '#functions/platform/pages.ts';
import { absent, type Table, type Write } from '#functions/platform/table.ts';
import { contestsBy } from '#functions/reports/objections.ts';
import { TrackingEvent } from '#shared/deliveries/contract.ts';
import { endsAgreement } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isParty } from '#shared/parcels/rules.ts';

type EventFact = 'carrierId' | 'reason' | 'note' | 'to' | 'problem' | 'end' | 'terms' | 'was' | 'decision' | 'annuls';

/**
 * An event of a parcel, stored together with the change; `parcel` is the parcel after it. Each version has one event,
 * so two changes of one version cannot both succeed (product 2.4). `by` is the acting member or administrator, and
 * empty for the nightly job. `formerId` is the carrier who carries it no more.
 */
export const parcelEvent = (
  table: Table,
  parcel: Pick<ParcelRecord, 'id' | 'version'>,
  type: TrackingEvent['type'],
  by: string | undefined,
  now: number,
  { formerId, ...facts }: Pick<TrackingEvent, EventFact> & { formerId?: string } = {},
): Write => {
  const record: TrackingEvent = {
    version: parcel.version,
    type,
    at: new Date(now).toISOString(),
    ...(by ? { by } : {}),
    ...facts,
  };
  return table.put(
    {
      ...keys.parcelEvent(parcel.id, parcel.version),
      ...(formerId ? indexes.formerCarrier(formerId, parcel.id) : {}),
      kind: 'event',
      record,
    },
    absent,
  );
};

/**
 * Inserts the end of a delivery whose carrier was replaced, just before that choice. Events are oldest first; there is
 * none for a carrier before the first event.
 */
function withReplacements(events: readonly TrackingEvent[]): TrackingEvent[] {
  let carrier: string | undefined;
  return events.flatMap((event) => {
    const former = carrier;
    carrier = endsAgreement(event) ? undefined : (event.carrierId ?? carrier);
    const isChoice = event.type === 'chooseCarrier' || event.type === 'handshake';
    return isChoice && former && former !== event.carrierId
      ? [{ ...event, type: 'carrierReplaced' as const, carrierId: former }, event]
      : [event];
  });
}

/** This many events fit in half a read unit; a delivery rarely has more. */
const newest = 20;

/** The newest events and positions of a parcel, oldest first. The read may miss changes of the last moment. */
export async function newestEvents(table: Table, parcelId: string): Promise<TrackingEvent[]> {
  const { items } = await table.query({
    ...queryOf({ partition: keys.parcel(parcelId).pk, sort: { beginsWith: 'EV#' } }),
    ScanIndexForward: false,
    Limit: newest,
  });
  return withReplacements(items.map(({ record }) => z.parse(TrackingEvent, record)).reverse());
}

export async function eventsOf(table: Table, parcelId: string): Promise<TrackingEvent[]> {
  const events: TrackingEvent[] = [];
  const query = {
    ...queryOf({ partition: keys.parcel(parcelId).pk, sort: { beginsWith: 'EV#' } }),
    ConsistentRead: true,
  };
  for await (const { record } of itemsOf(table, query)) events.push(z.parse(TrackingEvent, record));
  return withReplacements(events);
}

/** The id that the log's line of an administrator's step has, by which the history and the log name the same act. */
export const lineOfStep = ({ id, version }: Pick<ParcelRecord, 'id' | 'version'>) => `${id}-${version}`;

const judgements: ReadonlySet<TrackingEvent['type']> = new Set([
  'approved',
  'rejected',
  'overridden',
  'problemDecided',
  'decisionAnnulled',
]);

/**
 * A participant reads only the acts of the other participant, without the name of a deciding administrator. A carrier
 * gets nothing about an earlier carrier, or about what that carrier and the owner wrote.
 */
export function toEvent(viewerId: string, parcel: ParcelRecord, event: TrackingEvent): TrackingEvent | undefined {
  const { by, carrierId, reason, note, problem, terms, was, decision: _ours, ...facts } = event;
  const isOwner = viewerId === parcel.ownerId;
  const isOurs = isOwner || (parcel.assignedAt !== undefined && event.at >= parcel.assignedAt);
  if (event.type === 'position' && !isOurs) return undefined;
  if (event.type === 'carrierReplaced' && !isOwner) return undefined;
  const isJudgement = judgements.has(event.type);
  const isKnown = isOwner ? !isJudgement : by === viewerId || by === parcel.ownerId;
  return {
    ...facts,
    ...(by && isKnown ? { by } : {}),
    ...(carrierId && isOwner ? { carrierId } : {}),
    ...(reason && isOurs ? { reason } : {}),
    ...(note && isOurs ? { note } : {}),
    ...(problem && isOurs ? { problem } : {}),
    ...(terms && isOurs ? { terms } : {}),
    ...(was && isOurs ? { was } : {}),
  };
}

/** A later decision undoes one of our team: it is annulled, or the parcel is settled again (rule 173). */
export const isUndoneBy = ({ version }: TrackingEvent, later: readonly TrackingEvent[]): boolean =>
  later.some(({ type, annuls }) => type === 'overridden' || annuls === version);

/**
 * The way to contest each decision of our team about the delivery, and what became of the objections. One that is
 * undone has no way (rule 173), and an annulment none for the member who has asked for it.
 */
export async function contestsOf(
  table: Table,
  viewerId: string,
  parcel: ParcelRecord,
  events: readonly TrackingEvent[],
  now: number,
): Promise<(event: TrackingEvent) => Pick<TrackingEvent, 'contest'>> {
  if (!isParty(viewerId, parcel)) return () => ({});
  const theirs = events.filter(({ decision, at }) => decision !== undefined && at >= (parcel.assignedAt ?? ''));
  const subjectOf = ({ decision }: TrackingEvent) => `${decision}.${viewerId}`;
  const decisions = theirs.map((event) => ({ subject: subjectOf(event), at: event.at }));
  const contestBy = await contestsBy(table, decisions, now);
  const contestOf = (event: TrackingEvent) => contestBy(subjectOf(event));
  return (event) => {
    if (!theirs.includes(event)) return {};
    const later = events.slice(events.indexOf(event) + 1);
    const annulled = theirs.find(({ version }) => version === event.annuls);
    const isAskedFor = annulled && contestOf(annulled).sent.some(({ answer }) => answer?.outcome === 'acted');
    const { sent, open } = contestOf(event);
    const contest = { sent, ...(open && !isAskedFor && !isUndoneBy(event, later) ? { open } : {}) };
    return contest.open || sent.length > 0 ? { contest } : {};
  };
}
