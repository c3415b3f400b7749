import { tiesBetween } from '#functions/friends/ties.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import type { Deps, Handler, Handlers } from '#functions/serve.ts';
import type { messagingRoutes } from '#shared/messaging/contract.ts';
import { Refusal } from '#shared/refusal.ts';
import { readConversation } from './conversation.ts';
import type { Topic } from './head.ts';
import { threadRepository } from './repository.ts';
import { sendMessage } from './send-message.ts';

const listSize = 20;

export function messagingHandlers(deps: Deps): Handlers<typeof messagingRoutes> {
  const threads = threadRepository(deps.table);
  return {
    conversations: async ({ actor, query }) => {
      const { q, filter = 'all', limit, cursor } = query;
      if (q !== undefined) return answer(await threads.search(actor.id, q, cursor));
      return answer(await threads.inbox(actor.id, filter, { size: limit ? Number(limit) : listSize, cursor }));
    },
    conversation: readConversation(deps),
    sendMessage: sendMessage(deps),
    markRead: markRead(deps),
  };
}

function markRead({ table, now }: Deps): Handler<(typeof messagingRoutes)['markRead']> {
  const threads = threadRepository(table);
  return async ({ actor, params, body }) => {
    const topic: Topic = { a: actor.id, b: params.userId, parcelId: body.parcelId };
    const reader = { id: actor.id, otherId: params.userId };
    const mark = async (): Promise<Outcome<{ unread: number }>> => {
      const thread = await threads.head(topic);
      if (!thread) throw new Refusal('NOT_FOUND');
      // All messages were erased.
      if (thread.seq === thread.erasedUpTo) return answer({ unread: 0 });
      const seq = Math.min(body.upToSeq, thread.seq);
      if (seq <= (thread.readUpTo[actor.id]?.seq ?? 0))
        return answer({ unread: await threads.unread(actor.id, params.userId, body.parcelId) });
      const [unread, { isBlocked, isInHand }] = await Promise.all([
        threads.unreadAfter(topic, actor.id, seq, thread.seq),
        tiesBetween(table, params.userId, actor.id),
      ]);
      const at = new Date(now()).toISOString();
      // Whom the reader has blocked would see that they still read (rule 183).
      const isSilent = isBlocked && !isInHand;
      return commit({ unread }, threads.markRead(topic, reader, thread, { seq, at, unread, isSilent }), mark);
    };
    return mark();
  };
}
