import { isDeepStrictEqual } from 'node:util';
import { memberIn } from '#functions/platform/keys.ts';
import { type DispatchedKind, dispatchedKinds, kindAmong } from '#functions/platform/kinds.ts';
import type { Item } from '#functions/platform/table.ts';
import type { LiveEvent } from '#shared/live.ts';
import { MessageRecord, ThreadRecord } from '#shared/messaging/record.ts';
import { threadIdOf } from '#shared/messaging/thread-id.ts';
import { ParcelRecord } from '#shared/parcels/record.ts';
import { mattersOf, ProfileRecord, StatsRecord } from '#shared/profiles/record.ts';
import { ReceiptRecord } from '#shared/receipts/record.ts';
import { TripRecord } from '#shared/trips/record.ts';

/** Counters have no kind; their keys identify them. */
type Source = DispatchedKind | 'counters' | 'stats';

/** Items of one kind have one form of sort key. Rows derived from them (search, lists) cause no event. */
function sourceOf(item: Item): Source | undefined {
  const { pk, sk } = item;
  if (pk === 'CNT') return 'counters';
  if (sk === 'A#STATS') return 'stats';
  const kind = kindAmong(dispatchedKinds, item);
  const isDerived = (kind === 'parcel' || kind === 'trip') && sk !== 'META';
  return isDerived ? undefined : kind;
}

/** The member marked all notices as read. */
export const isMarking = (before: Item, after: Item): boolean => before['noticesReadUpTo'] !== after['noticesReadUpTo'];

export interface AddressedEvent {
  readonly to: readonly string[] | 'admins';
  readonly event: LiveEvent;
}

/**
 * The events of one change of the table, for open pages. It is pure, so that a table of cases can test it. `at` is ISO.
 */
export function toLiveEvents(before: Item | undefined, after: Item | undefined, at: string): AddressedEvent[] {
  if (!after) return before ? eventsOfDeletion(before, at) : [];
  const source = sourceOf(after);
  return source ? eventsOf[source](before, after, at) : [];
}

/** Open pages of a deleted listing read it again and find it gone. */
function eventsOfDeletion(before: Item, at: string): AddressedEvent[] {
  const source = sourceOf(before);
  if (source === 'trip') return eventsOf.trip(undefined, before, at);
  if (source !== 'parcel') return [];
  const { id, ownerId, carrierId } = ParcelRecord.parse(before['record']);
  return [{ to: carrierId ? [ownerId, carrierId] : [ownerId], event: { type: 'parcel.changed', at, data: { id } } }];
}

type ToLiveEvents = (before: Item | undefined, after: Item, at: string) => AddressedEvent[];

const noEvents: ToLiveEvents = () => [];

/** Counters that screens show beside a list. */
const listCounters = [
  'requests',
  'toCollect',
  'inTransit',
  'toDeliver',
  'completed',
  'parcelsTodo',
  'parcelsGoing',
  'parcelsOver',
] as const satisfies readonly (keyof StatsRecord)[];

const eventsOf: Readonly<Record<Source, ToLiveEvents>> = {
  message(before, after, at) {
    if (before) return [];
    const message = MessageRecord.parse(after['record']);
    const { senderId, recipientId, parcelId } = message;
    const data = { message, threadId: threadIdOf(senderId, recipientId, parcelId) };
    // The sender too, because their other tabs show it.
    return [{ to: [recipientId, senderId], event: { type: 'message.created', at, data } }];
  },

  thread(before, after, at) {
    if (!before) return [];
    const [old, { members, parcelId, readUpTo }] = [before, after].map(({ record }) => ThreadRecord.parse(record)) as [
      ThreadRecord,
      ThreadRecord,
    ];
    return Object.entries(readUpTo).flatMap(([reader, { seq }]): AddressedEvent[] => {
      if (seq <= (old.readUpTo[reader]?.seq ?? 0)) return [];
      const data = {
        threadId: threadIdOf(...(members as [string, string]), parcelId),
        with: reader,
        ...(parcelId ? { parcelId } : {}),
        readUpTo: seq,
      };
      return [{ to: members.filter((id) => id !== reader), event: { type: 'message.read', at, data } }];
    });
  },

  parcel(before, after, at) {
    const parcel = ParcelRecord.parse(after['record']);
    const displaced = before && ParcelRecord.parse(before['record']).carrierId;
    const told = [...new Set([parcel.ownerId, parcel.carrierId, displaced])].filter((member) => member !== undefined);
    return [{ to: told, event: { type: 'parcel.changed', at, data: { id: parcel.id } } }];
  },

  position(before, after, at) {
    if (before) return [];
    const { pk, members } = after as { pk: string; members: string[] };
    return [{ to: members, event: { type: 'tracking.changed', at, data: { parcelId: pk.slice('P#'.length) } } }];
  },

  trip(_before, after, at) {
    const { id, version, status, adminStatus, ownerId } = TripRecord.parse(after['record']);
    return [{ to: [ownerId], event: { type: 'trip.changed', at, data: { id, version, status, adminStatus } } }];
  },

  profile(before, after, at) {
    const { id } = ProfileRecord.parse(after['record']);
    // All notices marked as read: the dispatcher sends their number alone.
    return before && !isMarking(before, after) ? [{ to: [id], event: { type: 'profile.changed', at, data: {} } }] : [];
  },

  /** The badges of the header, and the open matters of the home page. */
  stats(before, after, at) {
    const [old, fresh] = [StatsRecord.parse(before ?? {}), StatsRecord.parse(after)];
    const to = [memberIn(after)];
    const told = (counts: StatsRecord) => ({ ...mattersOf(counts), requests: counts.requests });
    const data = told(fresh);
    return [
      ...(isDeepStrictEqual(told(old), data) ? [] : [{ to, event: { type: 'unread.changed' as const, at, data } }]),
      ...(listCounters.some((name) => old[name] !== fresh[name])
        ? [{ to, event: { type: 'lists.changed' as const, at, data: {} } }]
        : []),
    ];
  },

  counters: (_before, _after, at) => [{ to: 'admins', event: { type: 'admin.queue.changed', at, data: {} } }],

  receipt(before, after, at) {
    if (before?.['version'] === after['version'])
      return [{ to: 'admins', event: { type: 'admin.queue.changed', at, data: {} } }];
    const { memberId } = ReceiptRecord.parse(after['record']);
    return [{ to: [memberId], event: { type: 'receipts.changed', at, data: {} } }];
  },

  /** A message tells both of an offer that is made or ends. */
  offer: (before, after, at) =>
    before ? [{ to: [memberIn(after)], event: { type: 'lists.changed', at, data: {} } }] : [],

  advertisement: noEvents,
  outbox: noEvents,
  shown: noEvents,
  /** The dispatcher sends their number, which needs a read. */
  notice: noEvents,
  connection: noEvents,
  /** The dispatcher notifies the member, once Cognito has changed the group. */
  administrator: noEvents,
  log: noEvents,
};
