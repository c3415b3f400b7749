import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openProofStage } from '#shared/deliveries/rules.ts';
import { deliveryWords, handoverWords } from '#shared/deliveries/words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { dropsChange } from '#web/features/deliveries/acts/act-questions.tsx';
import { deliveriesApi, deliveriesQuery } from '#web/features/deliveries/api.ts';
import { ProofPhotos } from '#web/features/deliveries/proof-photos.tsx';
import { ProofPicker } from '#web/features/deliveries/proof-picker.tsx';
import { useHandoverQueue } from '#web/features/deliveries/queued-handover.tsx';
import { useProofSending } from '#web/features/deliveries/use-proof-sending.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { useOnline } from '#web/lib/offline/online.ts';
import { toast } from '#web/lib/toast.ts';
import { LoadFailed } from '#web/ui/error-panel.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

interface HandoverPanelProps {
  parcel: Parcel;
  memberId: string;
  /** A change of the agreement is open. */
  hasChange: boolean | undefined;
}

/** The photos of a delivery, and for its carrier the way to send some and to confirm the pickup (product 2.2). */
export function HandoverPanel({ parcel, memberId, hasChange = false }: HandoverPanelProps) {
  const photos = useQuery(deliveriesQuery('proofs', { params: { parcelId: parcel.id } }));
  const online = useOnline();
  const proofs = photos.data?.items ?? [];
  const stage = openProofStage(parcel);
  const sentCount = proofs.filter((proof) => proof.stage === stage && proof.by === memberId).length;
  return (
    <section className="stack" aria-label="Photos de la remise">
      {photos.error && (
        <LoadFailed title={deliveryWords.photoUnreadable} error={photos.error} onRetry={() => void photos.refetch()} />
      )}
      <ProofPhotos proofs={proofs} onExpired={() => void photos.refetch()} />
      {photos.data && proofs.length === 0 && <p className="muted small">Aucune photo n'a encore été envoyée.</p>}
      {(photos.data || !online) && stage && memberId === parcel.carrierId && (
        <Handover key={stage} {...{ parcel, stage, sentCount, hasChange }} />
      )}
    </section>
  );
}

interface HandoverProps {
  parcel: Parcel;
  stage: NonNullable<ReturnType<typeof openProofStage>>;
  sentCount: number;
  hasChange: boolean;
}

function Handover({ parcel, stage, sentCount, hasChange }: HandoverProps) {
  const sending = useProofSending(parcel.id);
  const { rows, queue } = useHandoverQueue(parcel, sending);
  const confirming = useConfirmPickup(parcel);
  const [cameraOpen, setCameraOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const isPickup = stage === 'pickup';

  /** Without a network they wait on this device, with the confirmation if it was asked for. */
  const sendAll = async ({ isValidated }: { isValidated: boolean }): Promise<boolean> => {
    setBusy(true);
    const count = sending.photos.length;
    const outcome = await sending.sendAll(stage);
    if (outcome === 'sent' && count > 0) toast.success(deliveryWords.photosSent);
    if (outcome === 'offline') await queue(stage, { isValidated });
    setBusy(false);
    return outcome === 'sent';
  };
  const send = () => {
    if (sending.photos.length > 0) return sendAll({ isValidated: false });
    const { title, detail } = handoverWords.noPhoto;
    toast.error(title, detail);
    return Promise.resolve(false);
  };
  const confirm = async () => {
    if (sending.photos.length + sentCount === 0) {
      const { title, detail } = deliveryWords.photoRequired;
      toast.error(title, detail);
      setCameraOpen(true);
      return;
    }
    if (!(await sendAll({ isValidated: true }))) return;
    await confirming.mutateAsync().catch(() => undefined);
  };
  if (rows) return rows;
  return (
    <>
      <ProofPicker
        photos={sending.photos}
        sentCount={sentCount}
        onAdd={sending.add}
        onRemove={sending.remove}
        camera={{ open: cameraOpen, setOpen: setCameraOpen }}
        busy={busy}
      />
      {isPickup && hasChange && <p>{dropsChange}</p>}
      <div className="cluster">
        <SubmitButton
          type="button"
          variant="default"
          busy={busy}
          busyText="Envoi en cours…"
          onClick={() => void send()}
        >
          Envoyer les photos
        </SubmitButton>
        {isPickup && (
          <SubmitButton
            type="button"
            busy={confirming.isPending}
            busyText="Confirmation…"
            onClick={() => void confirm()}
          >
            Confirmer le ramassage
          </SubmitButton>
        )}
      </div>
    </>
  );
}

/** The pickup of exactly the version on the screen, in the words of this page. */
function useConfirmPickup(parcel: Parcel) {
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  return useMutation({
    mutationFn: () => {
      const call = { params: { parcelId: parcel.id }, version: parcel.version };
      return deliveriesApi.validatePickup(call, { idempotencyKey: keyOfTry(call) });
    },
    onSuccess: () => toast.success(handoverWords.pickedUp),
    onError: (error) => toast.error(handoverWords.pickupFailed, asProblem(error).detail),
    // After a success, or if another member was faster, the page shows the current state.
    onSettled: () =>
      touch(
        queries,
        ['messaging', 'conversation'],
        ['deliveries', 'tracking'],
        ['deliveries', 'proofs'],
        ['deliveries', 'myDeliveries'],
        ['parcels', 'readParcel'],
      ),
  });
}
