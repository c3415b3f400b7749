import { useState } from 'react';
import type { Proof } from '#shared/deliveries/contract.ts';
import { type CarrierAct, proofStageOf } from '#shared/deliveries/rules.ts';
import { carrierActLabels, deliveryWords } from '#shared/deliveries/words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { ProofPicker } from '#web/features/deliveries/proof-picker.tsx';
import { useParcelAct } from '#web/features/deliveries/use-parcel-act.ts';
import { useProofSending } from '#web/features/deliveries/use-proof-sending.ts';
import { toast } from '#web/lib/toast.ts';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** The one thing the carrier can do next, with its photos where the step needs one (product 2.4). */
export function CarrierAction({ parcel, proofs }: { parcel: Parcel; proofs: readonly Proof[] }) {
  const next = (Object.keys(carrierActLabels) as CarrierAct[]).find((name) => parcel.actions[name]?.allowed);
  return next ? <Act key={next} name={next} parcel={parcel} proofs={proofs} /> : null;
}

function Act({ name, parcel, proofs }: { name: CarrierAct; parcel: Parcel; proofs: readonly Proof[] }) {
  const stage = proofStageOf[name];
  const sending = useProofSending(parcel.id);
  const act = useParcelAct();
  const [busy, setBusy] = useState(false);
  const [cameraOpen, setCameraOpen] = useState(false);
  const [photoMissing, setPhotoMissing] = useState(false);
  const sentCount = proofs.filter((proof) => proof.stage === stage && proof.by === parcel.carrierId).length;

  const validate = async () => {
    const { title, detail } = deliveryWords.photoRequired;
    const lacksPhoto = stage !== undefined && sentCount + sending.photos.length === 0;
    setPhotoMissing(lacksPhoto);
    if (lacksPhoto) {
      toast.error(title, detail);
      setCameraOpen(true);
      return;
    }
    setBusy(true);
    const sent = sending.photos.length;
    if (stage === undefined || (await sending.sendAll(stage))) {
      const also = sent > 0 ? deliveryWords.photosSent : undefined;
      // What went wrong has been said by the act itself.
      await act.mutateAsync({ act: name, parcel, also }).catch(() => undefined);
    }
    setBusy(false);
  };

  return (
    <section className="card stack" aria-labelledby="next-step">
      <h2 id="next-step">Prochaine étape</h2>
      {stage && (
        <>
          <p>Prenez le colis en photo avant de valider : jusqu'à 6 photos, visibles de vous deux.</p>
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
        </>
      )}
      {photoMissing && <p className="field__error">{deliveryWords.photoRequired.detail}</p>}
      <div className="delivery-action">
        <SubmitButton type="button" busy={busy} busyText="Envoi en cours…" onClick={() => void validate()}>
          {carrierActLabels[name]}
        </SubmitButton>
      </div>
    </section>
  );
}
