import type { Message, messagingRoutes } from '#shared/messaging/contract.ts';
import { threadIdOf } from '#shared/messaging/thread-id.ts';
import type { Reply } from '#shared/route.ts';
import { dayOf } from '#shared/values/time.ts';

/** A conversation as it stands on the screen: its messages are the newest ones, ascending, without a gap. */
export type Thread = Reply<(typeof messagingRoutes)['conversation']>;

export const newestSeq = ({ messages }: Pick<Thread, 'messages'>) => messages.at(-1)?.seq ?? 0;

/** A number was given that is not here: something was missed, HTTP has it. */
export const isBehind = (thread: Thread) => newestSeq(thread) < thread.lastSeq;

/** A pushed or sent message. Known numbers change nothing; a jump only says how far the thread has come. */
export function received(thread: Thread, message: Message): Thread {
  const newest = newestSeq(thread);
  if (message.seq <= newest) return thread;
  const lastSeq = Math.max(thread.lastSeq, message.seq);
  return message.seq === newest + 1
    ? { ...thread, lastSeq, messages: [...thread.messages, message] }
    : { ...thread, lastSeq };
}

/** What was asked after the newest known number; everything but the messages is as the server says now. */
export const caughtUp = (thread: Thread, page: Thread): Thread => ({
  ...page,
  messages: merged(thread.messages, page.messages),
  lastSeq: Math.max(thread.lastSeq, page.lastSeq),
  readUpTo: Math.max(thread.readUpTo, page.readUpTo),
  previous: thread.previous,
});

/** A page of messages from before the oldest known one. */
export const withOlder = (thread: Thread, page: Thread): Thread => ({
  ...thread,
  messages: merged(page.messages, thread.messages),
  previous: page.previous,
});

/** The other one has read my messages up to a number. */
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

/** Messages by the day they were written on, in order. */
export function byDay(messages: readonly Message[]): readonly { day: string; messages: readonly Message[] }[] {
  const days = new Map<string, Message[]>();
  for (const message of messages) {
    const day = dayOf(Date.parse(message.createdAt));
    days.set(day, [...(days.get(day) ?? []), message]);
  }
  return [...days].map(([day, ofDay]) => ({ day, messages: ofDay }));
}

const merged = (...lists: (readonly Message[])[]): Message[] =>
  [...new Map(lists.flat().map((message) => [message.seq, message])).values()].toSorted((a, b) => a.seq - b.seq);
