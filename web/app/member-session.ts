import type { QueryClient } from '@tanstack/react-query';
import { accountsApi } from '#web/features/accounts/api.ts';
import { toastNewMessages } from '#web/features/messaging/new-message-toast.ts';
import { askAtEnds } from '#web/lib/api/ends.ts';
import { connectLive, onCatchUp, onLive } from '#web/lib/live/live.ts';
import { applyLiveEvent, catchUp } from '#web/lib/live/live-effects.ts';

/** Code that only members need, in a chunk that visitors never download. */
export const readMe = () => accountsApi.readMe();

/** Milliseconds before idle work starts. */
const calmMs = 3_000;

/**
 * Stores what the member reads for offline use, and sends queued acts; returns a function that stops both. Online, both
 * can wait.
 */
export function startOffline(queries: QueryClient, memberId: string): () => void {
  const stops: (() => void)[] = [];
  let isOver = false;
  const begin = async () => {
    const [{ keepCopies }, { followQueue }, { startSending }, { showUndecided }, { renewDevice }] = await Promise.all([
      import('#web/lib/offline/keep-copies.ts'),
      import('#web/lib/offline/queue.ts'),
      import('#web/features/queue/send-queue.ts'),
      import('#web/app/shell/banners/undecided-banner.tsx'),
      import('#web/features/notices/devices/own-device.ts'),
      // It is on the device before the first sign-out, also without a network.
      import('#web/app/sign-out.tsx'),
    ]);
    if (!isOver && navigator.onLine) void renewDevice(memberId).catch(() => undefined);
    if (!isOver) stops.push(keepCopies(queries, memberId), showUndecided(), followQueue(), startSending(queries));
  };
  const timer = setTimeout(() => void begin().catch(() => undefined), navigator.onLine ? calmMs : 0);
  return () => {
    isOver = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
  };
}

/** Keeps the screen up to date while a member is signed in; returns a function that stops it. */
export function startLive(queries: QueryClient, onEnded: () => void): () => void {
  const stops = [
    onLive((event) => void applyLiveEvent(queries, event)),
    onCatchUp(() => void catchUp(queries)),
    toastNewMessages(queries),
    askAtEnds(queries),
    connectLive({ ticket: async () => (await accountsApi.issueSocketTicket()).ticket, onEnded }),
  ];
  return () => stops.forEach((stop) => stop());
}
