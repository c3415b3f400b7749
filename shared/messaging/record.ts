import * as z from 'zod/mini';
import { Conversation, Message } from './contract.ts';

/** The head of a thread: how long it is, and how far each of the two has read. */
export const ThreadRecord = z.object({
  /** The number of the last message; numbers have no gaps. */
  seq: z.int(),
  members: z.array(z.string()),
  parcelId: z.optional(z.string()),
  /** By member: up to which message they have read, and when they got there. */
  readUpTo: z.record(z.string(), z.object({ seq: z.int(), at: z.string() })),
  /** Up to this number the messages were too old and are erased, or are being erased. */
  erasedUpTo: z.optional(z.int()),
  /** Who wrote first and when, and when the other first answered; absent in older threads. */
  opening: z.optional(z.object({ by: z.string(), at: z.string(), answeredAt: z.optional(z.string()) })),
});
export type ThreadRecord = z.infer<typeof ThreadRecord>;

/** A message as the table keeps it: what was read is known from the thread's head alone. */
export const MessageRecord = z.omit(Message, { readAt: true });
export type MessageRecord = z.infer<typeof MessageRecord>;

/** A member's own row of a thread, in the list of their conversations. */
export const InboxRecord = z.object({ ...Conversation.shape, lastSeq: z.int() });
export type InboxRecord = z.infer<typeof InboxRecord>;

/** The message as both see it: read once the recipient's mark has passed it. */
export function toMessage(thread: ThreadRecord, message: MessageRecord): Message {
  const read = thread.readUpTo[message.recipientId];
  return { ...message, ...(read && read.seq >= message.seq ? { readAt: read.at } : {}) };
}
