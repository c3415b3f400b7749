import { newestEvents } from '#functions/deliveries/events.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { subscriptionFrom } from '#functions/platform/env.ts';
import { countCall } from '#functions/platform/http/rate-limit.ts';
import { type Person, profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { actsOf } from '#shared/deliveries/rules.ts';
import type { Message, messagingRoutes } from '#shared/messaging/contract.ts';
import { type MessageRecord, type ThreadRecord, toMessage } from '#shared/messaging/record.ts';
import { newConversationLimit, pendingMessageLimit, writingRefusal } from '#shared/messaging/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isVisibleTo, toParcel, toUnseenParcel } from '#shared/parcels/rules.ts';
import { cardOf, isReachable, type ProfileRecord, partnerCard } from '#shared/profiles/record.ts';
import { shownReliability } from '#shared/profiles/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { type Topic, threadRepository } from './repository.ts';

/** Product 2.9 */
const listSize = 20;

export function messagingHandlers({ table, now, newId }: Deps): Handlers<typeof messagingRoutes> {
  const threads = threadRepository(table);
  const profiles = profileRepository(table);
  const parcels = parcelRepository(table);

  /** All that is known of a thread before anything is said or shown, and whether the actor sees its parcel. */
  async function enter(actorId: string, otherId: string, parcelId: string | undefined) {
    const topic: Topic = { a: actorId, b: otherId, parcelId };
    const [thread, people, parcel] = await Promise.all([
      threads.head(topic),
      profiles.people([actorId, otherId]),
      parcelId ? parcels.read(parcelId) : undefined,
    ]);
    const [me, other] = [people.get(actorId), people.get(otherId)];
    const isTheirs = parcel !== undefined && [actorId, otherId].includes(parcel.ownerId);
    const sees = isTheirs && isVisibleTo(actorId, parcel, { now: now(), isOwnerHidden: isHidden(other) });
    return { topic, thread, parcel, sees, me, other };
  }

  /**
   * A thread begins about a parcel that the actor sees, and between its owner and somebody; else nothing is told of it.
   */
  function requireTopic({ topic, thread, sees }: Awaited<ReturnType<typeof enter>>): void {
    if (topic.parcelId && !thread && !sees) throw new Refusal('PARCEL_UNAVAILABLE');
  }

  async function countMessage(sender: ProfileRecord, isNew: boolean): Promise<void> {
    if (sender.status !== 'approved')
      await countCall(table, 'unverifiedMessage', sender.id, pendingMessageLimit, now());
    if (isNew) await countCall(table, 'newConversation', sender.id, newConversationLimit(sender), now());
  }

  return {
    conversations: async ({ actor, query }) => {
      const { q, filter = 'all', limit, cursor } = query;
      if (q !== undefined) return answer(await threads.search(actor.id, q, cursor));
      return answer(await threads.inbox(actor.id, filter, { size: limit ? Number(limit) : listSize, cursor }));
    },

    conversation: async ({ actor, params, query }) => {
      const otherId = params.userId;
      const entered = await enter(actor.id, otherId, query.parcel);
      const { topic, thread, parcel, sees, other } = entered;
      if (otherId === actor.id || (isHidden(other) && !thread)) throw new Refusal('NOT_FOUND');
      requireTopic(entered);
      const bounds = { after: numberOf(query.after), before: numberOf(query.before) };
      // The head was read before: the messages reach at least as far as its number says.
      const [messages, events] = await Promise.all([
        thread ? threads.messages(topic, bounds) : [],
        parcel && bounds.before === undefined ? eventsBetween(actor.id, otherId, parcel) : undefined,
      ]);
      // Of those that are too old some may still wait to be erased.
      const erasedUpTo = thread?.erasedUpTo ?? 0;
      const first = messages[0]?.seq ?? 1;
      const closed = other
        ? refusalToWrite(actor.profile, other.profile, entered)
        : new Refusal('RECIPIENT_UNAVAILABLE');
      const between = {
        otherId,
        hasWritten: thread !== undefined,
        bothApproved: actor.profile.status === 'approved' && other?.profile.status === 'approved',
        isReachable: !isHidden(other),
      };
      return answer({
        with: partnerCard(otherId, other),
        ...shownReliability(other, actor.id),
        ...(closed ? { closed: closed.sentence.detail } : {}),
        messages: thread ? messages.map((message) => toMessage(thread, message)) : [],
        ...(parcel && sees ? { parcel: toParcel(actor.id, parcel, actsOf(actor.id, parcel, now(), between)) } : {}),
        ...(query.parcel && !sees
          ? { unseenParcel: toUnseenParcel(parcel, parcel && (await threads.writtenTitle(topic))) }
          : {}),
        ...(events ? { events } : {}),
        lastSeq: thread?.seq ?? 0,
        readUpTo: thread?.readUpTo[otherId]?.seq ?? 0,
        ...(erasedUpTo > 0 ? { erased: true as const } : {}),
        ...(bounds.after === undefined && first > erasedUpTo + 1 ? { previous: String(first) } : {}),
      });
    },

    sendMessage: async ({ actor, body }) => {
      const { recipientId, parcelId, content } = body;
      if (recipientId === actor.id) throw new Refusal('SELF_ACTION');
      const entered = await enter(actor.id, recipientId, parcelId);
      const { topic, thread, parcel, sees, me, other } = entered;
      if (!me || !other) throw new Refusal('NOT_FOUND');
      requireTopic(entered);
      const refusal = refusalToWrite(actor.profile, other.profile, entered);
      if (refusal) throw refusal;
      await countMessage(actor.profile, thread === undefined);

      const recipientSees = parcel && isVisibleTo(recipientId, parcel, { now: now(), isOwnerHidden: false });
      const speakers = {
        sender: { card: cardOf(me.profile, me.stats), title: sees ? parcel?.title : undefined },
        recipient: { card: cardOf(other.profile, other.stats), title: recipientSees ? parcel.title : undefined },
      };
      const after = (head: ThreadRecord | undefined): Outcome<Message> => {
        const message: MessageRecord = {
          id: newId(),
          seq: (head?.seq ?? 0) + 1,
          senderId: actor.id,
          recipientId,
          ...(parcelId ? { parcelId } : {}),
          content,
          createdAt: new Date(now()).toISOString(),
        };
        // Others may write at the same moment: each number is given once, who comes late takes the next.
        return commit(message, threads.append(topic, message, speakers, head), async () =>
          after(await threads.head(topic)),
        );
      };
      return after(thread);
    },

    markRead: async ({ actor, params, body }) => {
      const topic: Topic = { a: actor.id, b: params.userId, parcelId: body.parcelId };
      const reader = { id: actor.id, otherId: params.userId };
      const mark = async (): Promise<Outcome<{ unread: number }>> => {
        const thread = await threads.head(topic);
        if (!thread) throw new Refusal('NOT_FOUND');
        // All of it was too old: nothing is left to read.
        if (thread.seq === thread.erasedUpTo) return answer({ unread: 0 });
        const seq = Math.min(body.upToSeq, thread.seq);
        if (seq <= (thread.readUpTo[actor.id]?.seq ?? 0))
          return answer({ unread: await threads.unread(actor.id, params.userId, body.parcelId) });
        const unread = await threads.unreadAfter(topic, actor.id, seq, thread.seq);
        const at = new Date(now()).toISOString();
        return commit({ unread }, threads.markRead(topic, reader, thread, { seq, at, unread }), mark);
      };
      return mark();
    },
  };

  /**
   * What happened to the parcel between its owner and its carrier: in this delivery, and in those of the same two that
   * came to nothing. An earlier carrier learns nothing after the end of theirs, and a member who only wrote nothing.
   */
  async function eventsBetween(
    viewerId: string,
    otherId: string,
    parcel: ParcelRecord,
  ): Promise<TrackingEvent[] | undefined> {
    const { ownerId, carrierId, assignedAt = '' } = parcel;
    if (viewerId !== ownerId && otherId !== ownerId) return undefined;
    const memberId = viewerId === ownerId ? otherId : viewerId;
    const isCarrier = memberId === carrierId;
    const isTheirs = (event: TrackingEvent) =>
      event.carrierId === memberId ||
      (event.type === 'position' && event.by === memberId) ||
      // The end of the carrier before them has the same moment as their own beginning.
      (isCarrier && event.at >= assignedAt && event.type !== 'carrierReplaced');
    const events = (await newestEvents(table, parcel.id)).filter(isTheirs);
    if (events.length === 0 && !isCarrier) return undefined;
    return events.map(({ by, carrierId: _known, ...event }) => ({
      ...event,
      ...(by === viewerId || by === otherId ? { by } : {}),
    }));
  }

  function refusalToWrite(
    sender: ProfileRecord,
    recipient: ProfileRecord,
    { thread }: Awaited<ReturnType<typeof enter>>,
  ): Refusal | undefined {
    return writingRefusal({
      sender,
      recipient,
      hasThread: thread !== undefined,
      now: now(),
      subscriptionFrom: subscriptionFrom(),
    });
  }
}

const isHidden = (person: Person | undefined) => !person || !isReachable(person.profile);

const numberOf = (position: string | undefined) => (position === undefined ? undefined : Number(position));
