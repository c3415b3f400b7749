import type { QueryClient } from '@tanstack/react-query';
import type { Me } from '#shared/accounts/contract.ts';
import type { Message } from '#shared/messaging/contract.ts';
import { previewOf } from '#shared/messaging/rules.ts';
import { messagingWords } from '#shared/messaging/words.ts';
import { paths } from '#shared/site/paths.ts';
import { queryKey } from '#web/lib/api/query.ts';
import { isVisible } from '#web/lib/browser.ts';
import { onLive } from '#web/lib/live/live.ts';
import { toast } from '#web/lib/toast.ts';

const volume = 0.5;
const soundSeconds = 0.35;

/**
 * « Nouveau message » with a short sound, as the member has set them, unless they are looking at the thread (product
 * 2.8).
 */
export function toastNewMessages(queries: QueryClient): () => void {
  return onLive((event) => {
    if (event.type !== 'message.created') return;
    const { message } = event.data;
    const me = queries.getQueryData<Pick<Me, 'id' | 'settings'>>(queryKey('accounts', 'readMe'));
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
