import { useState, useSyncExternalStore } from 'react';
import { messagingWords } from '#shared/messaging/words.ts';
import { momentText } from '#web/lib/moments.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { sendNow, takeBack } from '#web/lib/offline/queue.ts';
import { queued, sendingText } from '#web/lib/offline/queued.ts';
import type { QueuedMessage } from '#web/lib/offline/queued-item.ts';
import { toast } from '#web/lib/toast.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/features/messaging/messaging.css';

export function useQueuedMessages(recipientId: string, parcelId: string | undefined): readonly QueuedMessage[] {
  const all = useSyncExternalStore(queued.subscribe, queued.get);
  return all.filter(
    (item): item is QueuedMessage =>
      item.kind === 'message' && item.recipientId === recipientId && item.parcelId === parcelId,
  );
}

interface QueuedMessagesProps {
  messages: readonly QueuedMessage[];
  onTakenBack: (content: string) => void;
}

/** Messages that are not with the server yet, each with why, and what the member can do about it. */
export const QueuedMessages = ({ messages, onTakenBack }: QueuedMessagesProps) =>
  messages.map((message, index) => (
    <Row
      key={message.nr}
      message={message}
      isBehind={messages.slice(0, index).some(({ state }) => state !== 'waiting')}
      onTakenBack={onTakenBack}
    />
  ));

interface RowProps {
  message: QueuedMessage;
  isBehind: boolean;
  onTakenBack: (content: string) => void;
}

function Row({ message, isBehind, onTakenBack }: RowProps) {
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const { state, problem, content, at } = message;
  const back = async () => {
    setBusy(true);
    if (await takeBack(message)) onTakenBack(content);
    else toast.info(messagingWords.alreadySent);
    setBusy(false);
  };
  return (
    <div className="bubble bubble--own bubble--queued">
      <p className="visually-hidden">Vous :</p>
      <p className="bubble__text" dir="auto">
        {content}
      </p>
      <div className="bubble__facts queued-message">
        <p
          role={state === 'refused' ? 'alert' : undefined}
          className={state === 'refused' ? 'field__error' : undefined}
        >
          {state === 'refused'
            ? `Message refusé : ${problem}`
            : state === 'old'
              ? `Écrit le ${momentText(new Date(at).toISOString())}, pas encore envoyé. L'envoyer maintenant ?`
              : isBehind
                ? 'En attente du message précédent'
                : online
                  ? sendingText(message)
                  : 'En attente de connexion'}
        </p>
        <div className="cluster">
          {state !== 'waiting' && (
            <SubmitButton type="button" variant="default" size="small" onClick={() => void sendNow(message)}>
              {state === 'old' ? 'Envoyer' : 'Réessayer'}
            </SubmitButton>
          )}
          <SubmitButton type="button" variant="default" size="small" busy={busy} onClick={() => void back()}>
            {state === 'refused' ? 'Reprendre le texte' : 'Ne pas envoyer'}
          </SubmitButton>
        </div>
      </div>
    </div>
  );
}
