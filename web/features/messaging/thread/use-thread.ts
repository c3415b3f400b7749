import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { messagingApi, threadKey } from '#web/features/messaging/api.ts';
import {
  caughtUp,
  changedSince,
  isBehind,
  isOfThread,
  newestSeq,
  offerIn,
  readByOther,
  received,
  type Thread,
} from '#web/features/messaging/thread/thread.ts';
import { touch } from '#web/lib/api/query.ts';
import { amend } from '#web/lib/api/use-pages.ts';
import { onLive } from '#web/lib/live/live.ts';

/** A push that never came is made good within this time in an open, visible thread (rule 66). */
const catchUpEveryMs = 60_000;

/**
 * A conversation that keeps itself true. The first question brings the newest messages, every later one (focus,
 * reconnection, a gap, « Actualiser », the clock) only what came after the newest known number.
 */
export function useThread(memberId: string, userId: string, parcelId: string | undefined) {
  const queries = useQueryClient();
  const call = { params: { userId }, query: { parcel: parcelId } };
  const key = threadKey(userId, parcelId);

  const reading = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const known = queries.getQueryData<Thread>(key);
      if (!known) return messagingApi.conversation(call, { signal });
      let page: Thread;
      let missed: Thread['messages'] = [];
      do {
        const after = String(missed.at(-1)?.seq ?? newestSeq(known));
        page = await messagingApi.conversation({ ...call, query: { ...call.query, after } }, { signal });
        missed = [...missed, ...page.messages];
      } while (page.messages.length > 0 && (missed.at(-1)?.seq ?? 0) < page.lastSeq);
      // The list beside shows a block too, and no push tells of it or of its end.
      if (page.with.unavailable !== known.with.unavailable) void touch(queries, ['messaging', 'conversations']);
      // Pushes and sent messages may have been added while the answer was on its way.
      const latest = () => queries.getQueryData<Thread>(key) ?? known;
      const since = changedSince(latest(), page);
      if (since !== undefined) {
        const again = await messagingApi.conversation({ ...call, query: { ...call.query, after: since } }, { signal });
        missed = [...again.messages, ...missed];
      }
      return caughtUp(latest(), { ...page, messages: missed });
    },
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: catchUpEveryMs,
    retry: false,
  });

  const change = useCallback(
    (step: (thread: Thread) => Thread) => amend<Thread>(queries, threadKey(userId, parcelId), step),
    [queries, userId, parcelId],
  );
  const catchUp = useCallback(
    () => queries.invalidateQueries({ queryKey: threadKey(userId, parcelId) }),
    [queries, userId, parcelId],
  );

  useEffect(
    () =>
      onLive((event) => {
        if (event.type === 'message.created' && isOfThread(event.data.message, memberId, userId, parcelId)) {
          const thread = change((before) => received(before, event.data.message));
          // The first message also opens what may be done with the parcel. While an offer is open, any may end it.
          const { message } = event.data;
          if (thread && (isBehind(thread) || message.seq === 1 || message.offer || offerIn(thread))) void catchUp();
        }
        if (event.type === 'message.read' && event.data.with === userId && event.data.parcelId === parcelId)
          change((before) => readByOther(before, event.data.readUpTo));
      }),
    [memberId, userId, parcelId, change, catchUp],
  );

  return { reading, change, catchUp };
}
