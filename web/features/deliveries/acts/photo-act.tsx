import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Proof } from '#shared/deliveries/contract.ts';
import { proofLimit, proofStageOf } from '#shared/deliveries/rules.ts';
import { deliveryWords } from '#shared/deliveries/words.ts';
import { InActionBar } from '#web/features/deliveries/action-bar.tsx';
import type { ActContext, PhotoActName } from '#web/features/deliveries/acts/act-names.ts';
import { questionOf } from '#web/features/deliveries/acts/act-questions.tsx';
import { useParcelAct } from '#web/features/deliveries/acts/use-parcel-act.ts';
import { deliveriesQuery } from '#web/features/deliveries/api.ts';
import { ProofPicker } from '#web/features/deliveries/proof-picker.tsx';
import { useHandoverQueue } from '#web/features/deliveries/queued-handover.tsx';
import { useProofSending } from '#web/features/deliveries/use-proof-sending.ts';
import { Failed } from '#web/forms/confirming/failed.tsx';
import { type Failure, failureOf, toastFailure } from '#web/forms/confirming/failure.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { heldWhile } from '#web/ui/dialog/held-while.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

type PhotoActProps = ActContext & { act: PhotoActName; proofs: readonly Proof[] };

/** Photos first, then the validation of exactly the version on the screen; without a photo the camera opens. */
function usePhotoAct({ act, parcel, proofs }: PhotoActProps, say: (failure: Failure) => void, onDone?: () => void) {
  const stage = proofStageOf[act];
  const sending = useProofSending(parcel.id);
  const { rows, queue } = useHandoverQueue(parcel, sending);
  const perform = useParcelAct();
  const [busy, setBusy] = useState(false);
  const [cameraOpen, setCameraOpen] = useState(false);
  const [photoMissing, setPhotoMissing] = useState(false);
  const sentCount = proofs.filter((proof) => proof.stage === stage && proof.by === parcel.carrierId).length;

  const validate = async () => {
    const { title, detail } = deliveryWords.photoRequired;
    const lacksPhoto = sentCount + sending.photos.length === 0;
    setPhotoMissing(lacksPhoto);
    if (lacksPhoto) {
      toast.error(title, detail);
      setCameraOpen(true);
      return;
    }
    setBusy(true);
    const also = sending.photos.length > 0 ? deliveryWords.photosSent : undefined;
    const outcome = await sending.sendAll(stage);
    if (outcome === 'offline' && (await queue(stage, { isValidated: true }))) onDone?.();
    if (outcome === 'sent') {
      await perform({ act, parcel, also }).then(onDone, (error: unknown) => say(failureOf(error)));
    }
    setBusy(false);
  };
  const picker = (
    <>
      <p>
        Prenez le colis en photo avant de valider : jusqu'à {proofLimit} photos, visibles de vous deux et, en cas de
        problème, des administrateurs.
      </p>
      <ProofPicker
        photos={sending.photos}
        sentCount={sentCount}
        onAdd={(file) => {
          setPhotoMissing(false);
          toast.settle(deliveryWords.photoRequired.title);
          sending.add(file);
        }}
        onRemove={sending.remove}
        camera={{ open: cameraOpen, setOpen: setCameraOpen }}
        busy={busy}
      />
      {photoMissing && <p className="field__error">{deliveryWords.photoRequired.detail}</p>}
    </>
  );
  return { picker, validate, busy, rows };
}

/** The act in the page. Its button is in the bottom bar of a phone, unless another act is the main one. */
export function PhotoAct({ isMain, ...props }: PhotoActProps & { isMain: boolean }) {
  const { picker, validate, busy, rows } = usePhotoAct(props, toastFailure);
  const { button, text } = questionOf(props.act, props);
  if (rows) return rows;
  const control = (
    <SubmitButton
      type="button"
      variant={isMain ? 'primary' : 'default'}
      busy={busy}
      busyText="Envoi en cours…"
      onClick={() => void validate()}
    >
      {button}
    </SubmitButton>
  );
  return (
    <>
      {picker}
      {text}
      {isMain ? <InActionBar>{control}</InActionBar> : control}
    </>
  );
}

/** The same in other places. Photos that were sent earlier count. */
export function PhotoActDialog({ onClose, ...props }: ActContext & { act: PhotoActName; onClose: () => void }) {
  const sent = useQuery(deliveriesQuery('proofs', { params: { parcelId: props.parcel.id } }));
  const [failure, setFailure] = useState<Failure>();
  const proofs = sent.data?.items ?? [];
  const { picker, validate, busy, rows } = usePhotoAct({ ...props, proofs }, setFailure, onClose);
  const { title, confirm, text } = questionOf(props.act, props);
  const close = heldWhile(busy, () => {
    onClose();
    void failure?.onClosed?.();
  });
  const isOver = rows || failure?.isFinal;
  const footer = (
    <>
      <Button onClick={close}>{isOver ? 'Fermer' : 'Annuler'}</Button>
      {!isOver && (
        <SubmitButton
          type="button"
          busy={busy}
          busyText="Envoi en cours…"
          onClick={() => {
            setFailure(undefined);
            void validate();
          }}
        >
          {confirm}
        </SubmitButton>
      )}
    </>
  );
  return (
    <Dialog open title={title} onClose={close} failure={failure && <Failed {...failure} />} footer={footer}>
      <div className="stack">
        {rows || picker}
        {!rows && text}
      </div>
    </Dialog>
  );
}
