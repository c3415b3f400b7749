import * as z from 'zod/mini';
import { Conversation, Message } from './contract.ts';

/** The head of a thread: its length, and how far each of the two has read. */
export const ThreadRecord = z.object({
  /** The number of the last message; numbers have no gaps. */
  seq: z.int(),
  members: z.array(z.string()),
  parcelId: z.optional(z.string()),
  readUpTo: z.record(z.string(), z.object({ seq: z.int(), at: z.string() })),
  /** Messages up to this number are erased, or being erased, because of their age. */
  erasedUpTo: z.optional(z.int()),
  /** Author and time of the first message, and time of the first answer; absent once messages were erased. */
  opening: z.optional(z.object({ by: z.string(), at: z.string(), answeredAt: z.optional(z.string()) })),
});
export type ThreadRecord = z.infer<typeof ThreadRecord>;

/** A message as stored. Only the thread's head records what was read. */
export const MessageRecord = z.omit(Message, { readAt: true });
export type MessageRecord = z.infer<typeof MessageRecord>;

/** An offer and its withdrawal have a notice, so their message causes no push and no mail (rule 214). */
export const isToldByNotice = (offer: Message['offer']): boolean =>
  offer?.step === 'made' || offer?.step === 'withdrawn';

export const InboxRecord = z.object({ ...Conversation.shape, lastSeq: z.int() });
export type InboxRecord = z.infer<typeof InboxRecord>;

/** Marks an expired offer before the job writes its end. */
export function withEnd(message: MessageRecord, now: number): MessageRecord {
  const { offer } = message;
  const isOver = offer?.until && !offer.ended && Date.parse(offer.until) <= now;
  return isOver ? { ...message, offer: { ...offer, ended: 'expired' } } : message;
}

/** A message as both members see it: read once the recipient's mark has passed it. */
export function toMessage(thread: ThreadRecord, message: MessageRecord): Message {
  const read = thread.readUpTo[message.recipientId];
  return { ...message, ...(read && read.seq >= message.seq ? { readAt: read.at } : {}) };
}
