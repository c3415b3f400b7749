import * as z from 'zod/mini';
import { TrackingEvent } from '../deliveries/contract.ts';
import { Parcel, UnseenParcel } from '../parcels/contract.ts';
import { Reliability } from '../profiles/reliability.ts';
import { routes } from '../route.ts';
import { Card, Cursor, Id, maxLength, pageOf, text, wanted } from '../values/fields.ts';

export const Message = z.object({
  id: z.string(),
  /** Gap-free from 1 within a thread: with it a client proves that it has everything. */
  seq: z.int(),
  senderId: z.string(),
  recipientId: z.string(),
  parcelId: z.optional(z.string()),
  content: z.string(),
  createdAt: z.string(),
  readAt: z.optional(z.string()),
});
export type Message = z.infer<typeof Message>;

/** The other member as the list shows them. Their stars change too often to be stored in the lists of others. */
export const Partner = z.omit(Card, { rating: true, reviewCount: true });

/** A thread in the list: a pair of members and one parcel, or none. */
export const Conversation = z.object({
  with: Partner,
  /** The title under which the member wrote about it; absent when it was never theirs to read. */
  parcel: z.optional(z.object({ id: z.string(), title: z.optional(z.string()) })),
  lastMessage: z.object({ preview: z.string(), senderId: z.string(), createdAt: z.string() }),
  unread: z.int(),
  updatedAt: z.string(),
});
export type Conversation = z.infer<typeof Conversation>;

/** Product 2.5: trimmed, empty is not sent. */
const MessageContent = text(maxLength.message, 'Écrivez un message');

/** Preview truncated to 50 characters (product 2.9). */
export const previewLength = 50;

/** Which conversations the list shows: all, those with something unread, those about a parcel. */
export const ConversationFilter = z.enum(['all', 'unread', 'parcels'], 'Filtre inconnu');
export type ConversationFilter = z.infer<typeof ConversationFilter>;

/** Letters of a name or a title that can be searched for. */
export const searchLength = 80;

/** A search covers all conversations, so it accepts no filter. */
const ConversationQuery = z
  .object({
    filter: z.optional(ConversationFilter),
    q: z.optional(wanted(searchLength)),
    limit: z.optional(z.string().check(z.regex(/^([1-9]|1\d|20)$/, 'Nombre inconnu'))),
    cursor: Cursor,
  })
  .check(
    z.refine(({ q, filter }) => q === undefined || filter === undefined, {
      path: ['filter'],
      error: 'La recherche porte sur toutes les conversations',
    }),
  );

const seq = z.optional(z.string().check(z.regex(/^\d{1,10}$/, 'Position inconnue')));

export const messagingRoutes = routes({
  conversations: {
    method: 'GET',
    path: '/conversations',
    access: 'member',
    query: ConversationQuery,
    reply: pageOf(Conversation),
  },
  conversation: {
    method: 'GET',
    path: '/conversations/{userId}',
    access: 'member',
    query: z.object({ parcel: z.optional(Id), after: seq, before: seq }),
    reply: z.object({
      with: Card,
      /** What the caller may know of them before they agree; absent for who is hidden or erased. */
      reliability: z.optional(Reliability),
      /** Whether a message can be sent to this member now; the reason when not. */
      closed: z.optional(z.string()),
      messages: z.array(Message),
      /** The parcel of the thread, for who sees it; for everybody else what is left of it. */
      parcel: z.optional(Parcel),
      unseenParcel: z.optional(UnseenParcel),
      /** The parcel's events of the deliveries of these two, oldest first; absent for others, and with `before`. */
      events: z.optional(z.array(TrackingEvent)),
      /** Highest sequence number of the thread. */
      lastSeq: z.int(),
      /** Up to which of my messages the other one has read. */
      readUpTo: z.int(),
      /** Earlier messages of the thread were too old and are erased. */
      erased: z.optional(z.literal(true)),
      /** `before` of the previous page, absent when this is the beginning. */
      previous: z.optional(z.string()),
    }),
  },
  sendMessage: {
    method: 'POST',
    path: '/messages',
    access: 'member',
    body: z.strictObject({ recipientId: Id, parcelId: z.optional(Id), content: MessageContent }),
    status: 201,
    idempotency: 'required',
    limits: [{ by: 'member', count: 30, seconds: 60 }],
    reply: Message,
  },
  markRead: {
    method: 'POST',
    path: '/conversations/{userId}/read',
    access: 'member',
    body: z.strictObject({
      parcelId: z.optional(Id),
      upToSeq: z
        .int('Position inconnue')
        .check(z.gte(1, 'Position inconnue'), z.lte(9_999_999_999, 'Position inconnue')),
    }),
    reply: z.object({ unread: z.int() }),
  },
});
