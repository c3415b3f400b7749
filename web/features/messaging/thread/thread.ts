import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import type { Offer } from '#shared/deliveries/offer.ts';
import type { Message, messagingRoutes } from '#shared/messaging/contract.ts';
import { threadIdOf } from '#shared/messaging/thread-id.ts';
import { moveEvent } from '#shared/messaging/words.ts';
import type { Reply } from '#shared/route.ts';
import { dayHere } from '#web/lib/moments.ts';

/** A conversation on the screen: the newest messages, ascending, without a gap. */
export type Thread = Reply<(typeof messagingRoutes)['conversation']>;

export const newestSeq = ({ messages }: Pick<Thread, 'messages'>) => messages.at(-1)?.seq ?? 0;

export const offerIn = ({ parcel, unseenParcel }: Pick<Thread, 'parcel' | 'unseenParcel'>) =>
  (parcel ?? unseenParcel)?.situation?.offer;

/**
 * The number before the newest offer in these messages that is open no more, unless its end is known, or whose trip has
 * moved: its message is read again.
 */
export function changedSince({ messages }: Thread, now: Thread): string | undefined {
  const open = offerIn(now);
  const last = messages.findLast(
    ({ id, offer }) =>
      offer?.step === 'made' && !offer.ended && (id !== open?.id || travelIn(offer) !== travelIn(open)),
  );
  return last && String(last.seq - 1);
}

const travelIn = ({ trip }: Pick<Offer, 'trip'>) =>
  trip && [trip.travelDate, trip.transport, trip.from, trip.to, trip.obstacle === 'cancelled'].join();

/** A number was given that is not here: something was missed, HTTP has it. */
export const isBehind = (thread: Thread) => newestSeq(thread) < thread.lastSeq;

/** A pushed or sent message. Known numbers change nothing; a gap only updates the last number. */
export function received(thread: Thread, message: Message): Thread {
  const newest = newestSeq(thread);
  if (message.seq <= newest) return thread;
  const lastSeq = Math.max(thread.lastSeq, message.seq);
  return message.seq === newest + 1
    ? { ...thread, lastSeq, messages: [...thread.messages, message] }
    : { ...thread, lastSeq };
}

/** The answer to a request for messages after the newest known number. Everything except the messages is current. */
export const caughtUp = (thread: Thread, page: Thread): Thread => ({
  ...page,
  messages: merged(thread.messages, page.messages),
  lastSeq: Math.max(thread.lastSeq, page.lastSeq),
  readUpTo: Math.max(thread.readUpTo, page.readUpTo),
  previous: thread.previous,
});

export const withOlder = (thread: Thread, page: Thread): Thread => ({
  ...thread,
  messages: merged(page.messages, thread.messages),
  previous: page.previous,
});

export const readByOther = (thread: Thread, readUpTo: number): Thread =>
  readUpTo <= thread.readUpTo ? thread : { ...thread, readUpTo };

/** My unread messages are read as far as I have seen them. */
export const readByMe = (thread: Thread, memberId: string, upToSeq: number, at: string): Thread => ({
  ...thread,
  messages: thread.messages.map((message) =>
    message.recipientId === memberId && !message.readAt && message.seq <= upToSeq
      ? { ...message, readAt: at }
      : message,
  ),
});

/** Highest number written to me that I have not read, undefined when there is none. */
export const unreadUpTo = ({ messages }: Thread, memberId: string): number | undefined =>
  messages.findLast((message) => message.recipientId === memberId && !message.readAt)?.seq;

export const isOfThread = (message: Message, memberId: string, otherId: string, parcelId: string | undefined) =>
  threadIdOf(message.senderId, message.recipientId, message.parcelId) === threadIdOf(memberId, otherId, parcelId);

export type Entry = { at: string } & ({ message: Message } | { event: TrackingEvent });

/**
 * All entries of the thread in order. Events before the oldest loaded message appear with the earlier messages. One
 * move of a trip that an offer and an agreement of the two name is one line.
 */
export function entriesOf({ messages, events = [], previous }: Thread, memberId: string): Entry[] {
  const since = previous === undefined ? '' : (messages[0]?.createdAt ?? '');
  const known = new Set(events.filter(({ type }) => tripEvents.has(type)).map(({ at }) => at));
  const moves = messages
    .flatMap(({ offer }) => offer?.moves ?? [])
    .filter(({ at }) => !known.has(at))
    .map((move) => moveEvent(move, memberId));
  const happened = [...events.filter(({ at }) => at >= since), ...moves].map((event) => ({ at: event.at, event }));
  // A stable sort: of a message and an act in the same moment, the message is first.
  return [...messages.map((message) => ({ at: message.createdAt, message })), ...happened].toSorted((a, b) =>
    a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
  );
}

const tripEvents: ReadonlySet<string> = new Set(['tripMoved', 'tripCancelled', 'tripEnded']);

/** Entries by the day of the device on which they were, in order. */
export function byDay(entries: readonly Entry[]): readonly { day: string; entries: readonly Entry[] }[] {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = dayHere(Date.parse(entry.at));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, ofDay]) => ({ day, entries: ofDay }));
}

const merged = (...lists: (readonly Message[])[]): Message[] =>
  [...new Map(lists.flat().map((message) => [message.seq, message])).values()].toSorted((a, b) => a.seq - b.seq);

export const reportableIn = ({ with: accused, messages, isInHand }: Thread, parcelId: string | undefined) => ({
  id: accused.id,
  accused,
  parcelId,
  messages,
  isInHand,
});
