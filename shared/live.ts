import * as z from 'zod/mini';
import { Unread } from './accounts/me.ts';
import { Message } from './messaging/contract.ts';
import { readReply } from './read-reply.ts';
import { AdminStatus } from './values/fields.ts';

/** Every event that the server may push over the socket. A push is only a hint; HTTP is the source of truth. */
export const liveEvents = {
  'message.created': z.object({ message: Message, threadId: z.string() }),
  /** The other member has read my messages of this thread up to `readUpTo`. */
  'message.read': z.object({
    threadId: z.string(),
    with: z.string(),
    parcelId: z.optional(z.string()),
    readUpTo: z.int(),
  }),
  'parcel.changed': z.object({ id: z.string() }),
  /** A new position or other event that does not change the parcel itself. */
  'tracking.changed': z.object({ parcelId: z.string() }),
  'trip.changed': z.object({ id: z.string(), version: z.int(), status: z.string(), adminStatus: AdminStatus }),
  'profile.changed': z.object({}),
  /** The member has become or is no longer an administrator; their next token contains the change. */
  'rights.changed': z.object({}),
  /** The numbers of the header's badges for this member. */
  'unread.changed': Unread,
  'notices.changed': z.object({ unread: z.int() }),
  'lists.changed': z.object({}),
  'receipts.changed': z.object({}),
  /** Something changed in the queues. The event has no details, because a socket does not verify a second factor. */
  'admin.queue.changed': z.object({}),
} as const;

type LiveEventName = keyof typeof liveEvents;
export type LiveEvent = {
  [Name in LiveEventName]: {
    readonly type: Name;
    readonly at: string;
    readonly data: z.infer<(typeof liveEvents)[Name]>;
  };
}[LiveEventName];

/** Sent before the server closes a socket for good. */
export const Ended = z.object({ type: z.literal('ended'), reason: z.enum(['signed_out', 'blocked']) });

/** Answers a ping on a socket that no longer receives events: the client must open a new one. */
const Stale = z.object({ type: z.literal('stale') });

/** Parses one frame; undefined for anything else (the answer to a ping, an event of a newer server). */
export function parseLiveEvent(frame: string): LiveEvent | z.infer<typeof Ended> | z.infer<typeof Stale> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    return undefined;
  }
  const ended = Ended.safeParse(value);
  if (ended.success) return ended.data;
  const stale = Stale.safeParse(value);
  if (stale.success) return stale.data;
  const envelope = z.object({ type: z.string(), at: z.string(), data: z.unknown() }).safeParse(value);
  if (!envelope.success || !(envelope.data.type in liveEvents)) return undefined;
  const read = readReply(liveEvents[envelope.data.type as LiveEventName], envelope.data.data);
  return read && ({ ...envelope.data, data: read.data } as LiveEvent);
}
