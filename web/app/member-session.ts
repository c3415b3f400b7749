import type { QueryClient } from '@tanstack/react-query';
import { type Me, meRoutes } from '#shared/accounts/me.ts';
import type { Message } from '#shared/messaging/contract.ts';
import { previewOf } from '#shared/messaging/rules.ts';
import { messagingWords } from '#shared/messaging/words.ts';
import { paths } from '#shared/site/paths.ts';
import { clientOf } from '#web/lib/api/api.ts';
import { askAtEnds } from '#web/lib/api/ends.ts';
import { meKey } from '#web/lib/api/query.ts';
import { isVisible } from '#web/lib/browser.ts';
import { connectLive, onCatchUp, onLive } from '#web/lib/live/live.ts';
import { applyLiveEvent, catchUp } from '#web/lib/live/live-effects.ts';
import { calmMs, untilLoaded } from '#web/lib/offline/until-loaded.ts';
import { toast } from '#web/lib/toast.ts';

const api = clientOf(meRoutes);

/** Code that only members need, in a chunk that visitors never download. */
export const readMe = () => api.readMe();

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
  stops.push(untilLoaded(begin, navigator.onLine ? calmMs : 0));
  return () => {
    isOver = true;
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
    connectLive({ ticket: async () => (await api.issueSocketTicket()).ticket, onEnded }),
  ];
  return () => stops.forEach((stop) => stop());
}

const volume = 0.5;
const soundSeconds = 0.35;

/**
 * « Nouveau message » with a short sound, as the member has set them, unless they are looking at the thread (product
 * 2.8).
 */
function toastNewMessages(queries: QueryClient): () => void {
  return onLive((event) => {
    if (event.type !== 'message.created') return;
    const { message } = event.data;
    const me = queries.getQueryData<Pick<Me, 'id' | 'settings'>>(meKey);
    if (message.recipientId !== me?.id || isOnScreen(message)) return;
    const link = { to: paths.conversation(message.senderId, message.parcelId), text: 'Lire le message' };
    if (me.settings.messageNotices) toast.info(messagingWords.newMessage, previewOf(message.content), link);
    if (me.settings.messageSound) playSound();
  });
}

function isOnScreen({ senderId, parcelId }: Message): boolean {
  const shown = new URLSearchParams(location.search).get('parcel') || undefined;
  const threads = [paths.conversation(senderId), paths.parcelConversation(senderId)];
  return isVisible() && threads.includes(location.pathname) && shown === parcelId;
}

/** Two soft notes, made here so that no file must be fetched; browsers allow sound only after an interaction. */
function playSound(): void {
  if (!navigator.userActivation?.hasBeenActive) return;
  const audio = new AudioContext();
  const gain = new GainNode(audio, { gain: volume });
  gain.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + soundSeconds);
  gain.connect(audio.destination);
  const note = new OscillatorNode(audio, { type: 'sine', frequency: 660 });
  note.frequency.setValueAtTime(880, audio.currentTime + soundSeconds / 3);
  note.connect(gain);
  note.addEventListener('ended', () => void audio.close());
  note.start();
  note.stop(audio.currentTime + soundSeconds);
}
