import * as z from 'zod/mini';
import { TrackingEvent } from '../deliveries/contract.ts';
import { OfferStep } from '../deliveries/offer.ts';
import { Parcel, UnseenParcel } from '../parcels/contract.ts';
import { Reliability } from '../profiles/reliability.ts';
import { routes } from '../route.ts';
import { Card, Cursor, Id, maxLength, pageOf, text, wanted } from '../values/fields.ts';
import { acknowledging } from './warnings.ts';

export const Message = z.object({
  id: z.string(),
  seq: z.int(),
  senderId: z.string(),
  recipientId: z.string(),
  parcelId: z.optional(z.string()),
  content: z.string(),
  createdAt: z.string(),
  readAt: z.optional(z.string()),
  offer: z.optional(OfferStep),
  /** It asks for money in advance, of which its reader is warned (rule 184). */
  asksPayment: z.optional(z.literal(true)),
});
export type Message = z.infer<typeof Message>;

/** The other member as the list shows them. Their stars change too often to be stored in the lists of others. */
export const Partner = z.omit(Card, { rating: true, reviewCount: true });

export const Conversation = z.object({
  with: Partner,
  /** The title under which the member wrote about it; absent if they could never read one. */
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

export const ConversationFilter = z.enum(['all', 'unread', 'parcels'], 'Filtre inconnu');
export type ConversationFilter = z.infer<typeof ConversationFilter>;

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
      /** The facts about them that the caller may see before an agreement; absent for hidden and deleted members. */
      reliability: z.optional(Reliability),
      /** Why no message can be sent to this member now; absent if it can. */
      closed: z.optional(z.string()),
      /** The caller has blocked the other member (rule 183). */
      isBlocked: z.optional(z.literal(true)),
      /** The two have a delivery in hand, whatever the thread is about. */
      isInHand: z.optional(z.literal(true)),
      messages: z.array(Message),
      /** The parcel of the thread for members who may see it; for others its remaining facts. */
      parcel: z.optional(Parcel),
      unseenParcel: z.optional(UnseenParcel),
      /** The parcel's events of the deliveries of these two, oldest first; absent for others, and with `before`. */
      events: z.optional(z.array(TrackingEvent)),
      lastSeq: z.int(),
      /** The number of my last message that the other member has read. */
      readUpTo: z.int(),
      /** Earlier messages were erased because of their age. */
      erased: z.optional(z.literal(true)),
      /** `before` of the previous page; absent at the beginning of the thread. */
      previous: z.optional(z.string()),
    }),
  },
  sendMessage: {
    method: 'POST',
    path: '/messages',
    access: 'member',
    body: z.strictObject({ recipientId: Id, parcelId: z.optional(Id), content: MessageContent, ...acknowledging }),
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
