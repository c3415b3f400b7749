import { commit, type Outcome } from '#functions/outcome.ts';
import type { Deps, Handler } from '#functions/serve.ts';
import type { Message, messagingRoutes } from '#shared/messaging/contract.ts';
import type { MessageRecord, ThreadRecord } from '#shared/messaging/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { threadRepository } from './repository.ts';
import { countMessage, enter, speakersOf } from './writing.ts';

export function sendMessage(deps: Deps): Handler<(typeof messagingRoutes)['sendMessage']> {
  const { table, now, newId } = deps;
  const threads = threadRepository(table);
  return async ({ actor, body }) => {
    const { recipientId, parcelId, content } = body;
    if (recipientId === actor.id) throw new Refusal('SELF_ACTION');
    const open = await enter(deps, actor.profile, { a: actor.id, b: recipientId, parcelId });
    await countMessage(deps, actor.profile, open);
    const speakers = speakersOf(open, now());
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
      return commit(message, threads.append(open.topic, message, speakers, head), async () =>
        sendAfter(await threads.head(open.topic)),
      );
    };
    return sendAfter(open.thread);
  };
}
