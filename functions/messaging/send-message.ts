import { commit, type Outcome } from '#functions/outcome.ts';
import { countCall } from '#functions/platform/http/rate-limit.ts';
import type { Deps, Handler } from '#functions/serve.ts';
import type { Message, messagingRoutes } from '#shared/messaging/contract.ts';
import type { MessageRecord, ThreadRecord } from '#shared/messaging/record.ts';
import { newConversationLimit, pendingMessageLimit } from '#shared/messaging/rules.ts';
import { isVisibleTo } from '#shared/parcels/rules.ts';
import { cardOf, type ProfileRecord } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { threadRepository } from './repository.ts';
import { refusalToWrite, requireTopic, viewThread } from './thread-view.ts';

export function sendMessage(deps: Deps): Handler<(typeof messagingRoutes)['sendMessage']> {
  const { table, now, newId } = deps;
  const threads = threadRepository(table);
  return async ({ actor, body }) => {
    const { recipientId, parcelId, content } = body;
    if (recipientId === actor.id) throw new Refusal('SELF_ACTION');
    const view = await viewThread(deps, { a: actor.id, b: recipientId, parcelId });
    const { topic, thread, parcel, sees, me, other } = view;
    if (!me || !other) throw new Refusal('NOT_FOUND');
    requireTopic(view);
    const refusal = refusalToWrite(view, actor.profile, now());
    if (refusal) throw refusal;
    await countMessage(deps, actor.profile, thread === undefined);

    const recipientSees = parcel && isVisibleTo(recipientId, parcel, { now: now(), isOwnerHidden: false });
    const speakers = {
      sender: { card: cardOf(me.profile, me.stats), title: sees ? parcel?.title : undefined },
      recipient: { card: cardOf(other.profile, other.stats), title: recipientSees ? parcel.title : undefined },
    };
    const sendAfter = (head: ThreadRecord | undefined): Outcome<Message> => {
      const message: MessageRecord = {
        id: newId(),
        seq: (head?.seq ?? 0) + 1,
        senderId: actor.id,
        recipientId,
        ...(parcelId ? { parcelId } : {}),
        content,
        createdAt: new Date(now()).toISOString(),
      };
      // Sequence numbers are unique. On a concurrent message, the loser retries with the next number.
      return commit(message, threads.append(topic, message, speakers, head), async () =>
        sendAfter(await threads.head(topic)),
      );
    };
    return sendAfter(thread);
  };
}

/** Counts the message against the limits of its sender. Throws TOO_MANY. */
async function countMessage({ table, now }: Deps, sender: ProfileRecord, isNewThread: boolean): Promise<void> {
  if (sender.status !== 'approved') await countCall(table, 'unverifiedMessage', sender.id, pendingMessageLimit, now());
  if (isNewThread) await countCall(table, 'newConversation', sender.id, newConversationLimit(sender), now());
}
