import { useState } from 'react';
import type { ProofStage } from '#shared/deliveries/contract.ts';
import { deliveryWords } from '#shared/deliveries/words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { overtaken } from '#web/features/deliveries/acts/use-act.ts';
import type { ProofPhoto } from '#web/features/deliveries/use-proof-sending.ts';
import { LocalImage } from '#web/forms/files/local-image.tsx';
import { momentText } from '#web/lib/moments.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { changeQueued, enqueue, sendNow, takeBack } from '#web/lib/offline/queue.ts';
import { handoverNames, queuedText, sendingText, useQueuedHandovers } from '#web/lib/offline/queued.ts';
import type { QueuedHandover as Item, QueuedPhoto, Validated } from '#web/lib/offline/queued-item.ts';
import { toast } from '#web/lib/toast.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import '#web/features/deliveries/deliveries.css';

/**
 * Lets photos of a hand-over wait for a network, then its validation, if it was asked for; false if this browser cannot
 * store them. The same file shows them, so that both are loaded by then.
 */
export const keepHandover = (
  parcel: Pick<Parcel, 'id' | 'version'>,
  stage: ProofStage,
  photos: readonly ProofPhoto[],
  validated?: Omit<Validated, 'version'>,
): Promise<boolean> =>
  enqueue({
    kind: 'handover',
    key: crypto.randomUUID(),
    parcelId: parcel.id,
    stage,
    photos: photos.map(({ file, key, uploadId }) => ({ file, key, uploadId })),
    validated: validated && { version: parcel.version, ...validated },
  });

/** Hand-overs of a parcel that takes no photos any more; `status` is what it has become. */
export function StrandedHandovers({ parcelId, status }: { parcelId: string; status: string | undefined }) {
  const refused = useQueuedHandovers(parcelId).filter(({ state }) => state !== 'waiting');
  if (refused.length === 0) return null;
  return (
    <section className="card stack" aria-labelledby="stranded">
      <h2 id="stranded">Photos prises sans réseau</h2>
      {refused.map((item) => (
        <QueuedHandover key={item.nr} item={item} status={status} />
      ))}
    </section>
  );
}

const wrongCode = 'CODE_WRONG';

interface QueuedHandoverProps {
  item: Item;
  status?: string | undefined;
  /** The photos and the words of a hand-over that is not sent any more. Without it they are removed. */
  onTakenBack?: (photos: readonly QueuedPhoto[], typed: Validated | undefined) => void;
}

export function QueuedHandover({ item, status, onTakenBack }: QueuedHandoverProps) {
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const { state, refusedAs = '', photos, at, stage, validated } = item;
  const isFinal =
    state === 'refused' && (refusedAs === wrongCode || refusedAs === 'INVALID' || overtaken.has(refusedAs));
  const typed = validated?.code ? ` Code saisi : ${validated.code}.` : '';
  const back = async () => {
    setBusy(true);
    if (await takeBack(item)) onTakenBack?.(photos, validated);
    else toast.info(deliveryWords.handoverSent);
    setBusy(false);
  };
  const declare = async () => {
    if (!validated) return;
    setBusy(true);
    const declared = { version: validated.version, declared: true as const };
    await changeQueued(item, { validated: declared, key: crypto.randomUUID() });
    await sendNow(item);
    setBusy(false);
  };
  return (
    <div className="stack">
      <ul className="proof-photos">
        {photos.map(({ key, file }, index) => (
          <li key={key}>
            <LocalImage file={file} alt={`Photo ${index + 1} en attente d'envoi`} width={96} height={72} />
          </li>
        ))}
      </ul>
      <p role={state === 'refused' ? 'alert' : undefined} className={state === 'refused' ? 'field__error' : undefined}>
        {state === 'refused'
          ? `${queuedText(item, online, status)}${typed}`
          : state === 'old'
            ? `${handoverNames[stage]} validée sur cet appareil le ${momentText(new Date(at).toISOString())}, pas encore envoyée. L'envoyer maintenant ?`
            : online
              ? sendingText(item)
              : `En attente de connexion. ${validated ? deliveryWords.handoverLater : deliveryWords.photosLater}`}
      </p>
      {validated?.note && (
        <p dir="auto" className="member-text">
          {validated.note}
        </p>
      )}
      <div className="cluster">
        {state !== 'waiting' && !isFinal && (
          <SubmitButton type="button" onClick={() => void sendNow(item)}>
            {state === 'old' ? 'Envoyer' : 'Réessayer'}
          </SubmitButton>
        )}
        {refusedAs === wrongCode && (
          <SubmitButton type="button" variant="default" busy={busy} onClick={() => void declare()}>
            Déclarer sans code
          </SubmitButton>
        )}
        <SubmitButton
          type="button"
          variant={isFinal && onTakenBack ? 'primary' : 'default'}
          busy={busy}
          onClick={() => void back()}
        >
          {state !== 'refused' ? 'Ne pas envoyer' : onTakenBack ? takenBackText(refusedAs) : 'Supprimer les photos'}
        </SubmitButton>
      </div>
    </div>
  );
}

/** It leads back to the form, where the rest is corrected. */
const takenBackText = (refusedAs: string) =>
  refusedAs === wrongCode ? 'Saisir un autre code' : 'Reprendre les photos';
