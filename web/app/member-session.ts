import type { QueryClient } from '@tanstack/react-query';
import { accountsApi } from '#web/features/accounts/api.ts';
import { noticeNewMessages } from '#web/features/messaging/new-message-notice.ts';
import { connectLive, onCatchUp, onLive } from '#web/lib/live/live.ts';
import { applyLiveEvent, catchUp } from '#web/lib/live/live-effects.ts';

/** What only members need, in a chunk that visitors never download. */
export const readMe = () => accountsApi.readMe();

/** Keeps the screen up to date while a member is signed in; returns a function that stops it. */
export function startLive(queries: QueryClient, onEnded: () => void): () => void {
  const stops = [
    onLive((event) => void applyLiveEvent(queries, event)),
    onCatchUp(() => void catchUp(queries)),
    noticeNewMessages(queries),
    connectLive({ ticket: async () => (await accountsApi.issueSocketTicket()).ticket, onEnded }),
  ];
  return () => stops.forEach((stop) => stop());
}
