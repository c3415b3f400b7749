import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, Suspense, useEffect, useState } from 'react';
import type { Proof } from '#shared/deliveries/contract.ts';
import { proofLimit, proofStageOf } from '#shared/deliveries/rules.ts';
import { deliveryWords, handoverWords } from '#shared/deliveries/words.ts';
import type { ActWords } from '#shared/situation/acts.ts';
import { hasAct } from '#shared/situation/contract.ts';
import { handoverQuestionOf } from '#shared/situation/handover-questions.ts';
import type { Sentence } from '#shared/situation/sentence.ts';
import { InActionBar } from '#web/features/deliveries/action-bar.tsx';
import type { Acted, ActParcel } from '#web/features/deliveries/acts/acted.ts';
import { useDeliveryEnd } from '#web/features/deliveries/acts/delivery-end.tsx';
import type { Given } from '#web/features/deliveries/acts/use-act.ts';
import { deliveriesQuery } from '#web/features/deliveries/api.ts';
import { ProofPicker } from '#web/features/deliveries/proof-picker.tsx';
import { useHandoverQueue, useLoadedAhead } from '#web/features/deliveries/use-handover-queue.tsx';
import { proofSending, useProofSending } from '#web/features/deliveries/use-proof-sending.ts';
import { Parts } from '#web/features/situation/sentence.tsx';
import { Failed } from '#web/forms/confirming/failed.tsx';
import { type Failure, failureOf, toastFailure } from '#web/forms/confirming/failure.ts';
import { fieldId } from '#web/forms/field.tsx';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { offline } from '#web/lib/api/problem.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, heldWhile } from '#web/ui/dialog/dialog.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

const SeenContents = lazyPart(() =>
  import('#web/features/deliveries/acts/seen-contents.tsx').then((file) => file.SeenContents),
);

const acting = () => import('#web/features/deliveries/acts/use-act.ts').catch(() => Promise.reject(offline()));
const afterPress = () => Promise.all([acting(), proofSending()]);

export type PhotoActProps = Acted<ActParcel> & {
  act: 'validatePickup' | 'validateDelivery';
  proofs: readonly Proof[];
  words?: Partial<ActWords> | undefined;
  /** The carrier does not take what they have seen (rule 190). */
  onRefuse?: () => void;
  /** The carrier does not have the code. */
  startsWithout?: boolean;
};

const seenName = 'contents-seen';

/** The carrier's word that the contents fit the list, which a pickup needs (rule 190). */
function useSeenContents(parcel: ActParcel) {
  const [isSeen, setSeen] = useState(false);
  const [problem, setProblem] = useState<{ text: string }>();
  // The error has rendered by then, so both are heard.
  useEffect(() => {
    if (problem) document.getElementById(fieldId(seenName))?.focus();
  }, [problem]);
  const given = (): Given | undefined => {
    setProblem(isSeen ? undefined : { text: handoverWords.contentsFirst });
    return isSeen ? { contentsSeen: true } : undefined;
  };
  const field = (
    <Suspense
      fallback={
        <Loading>
          <Skeleton height="8rem" />
        </Loading>
      }
    >
      <SeenContents
        {...{ parcel, isSeen }}
        name={seenName}
        error={problem?.text}
        onChange={(next) => {
          setSeen(next);
          setProblem(undefined);
        }}
      />
    </Suspense>
  );
  return { given, field };
}

/** Photos first, then the validation of exactly the version on the screen; without a photo the camera opens. */
function usePhotoAct(props: PhotoActProps, say: (failure: Failure) => void, onDone?: () => void) {
  const { act, proofs, words, startsWithout, onRefuse: _elsewhere, ...about } = props;
  const stage = proofStageOf[act];
  const end = useDeliveryEnd(about.situation, startsWithout);
  const seen = useSeenContents(about.parcel);
  const isDelivery = act === 'validateDelivery';
  const done = isDelivery ? end.act : act;
  const sending = useProofSending(about.parcel.id);
  const { rows, queue } = useHandoverQueue(about.parcel, sending, end.typeAgain);
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  const count = sending.photos.length;
  useLoadedAhead(afterPress, count > 0);
  const [busy, setBusy] = useState<'sends' | 'validates'>();
  const [cameraOpen, setCameraOpen] = useState(false);
  const [photoMissing, setPhotoMissing] = useState(false);
  const sentCount = proofs.filter((proof) => proof.stage === stage && proof.by === about.memberId).length;

  const sendAll = () =>
    sending.sendAll(stage).catch(async (error: unknown) => {
      const { failureOfAct } = await acting();
      say(await failureOfAct(queries, act, deliveryWords.photosFailed, error));
    });
  const send = async () => {
    if (count === 0) {
      toast.error(handoverWords.noPhoto.title, handoverWords.noPhoto.detail);
      return;
    }
    setBusy('sends');
    const outcome = await sendAll();
    if (outcome === 'sent') toast.success(deliveryWords.photosSent);
    if (outcome === 'offline') await queue(stage);
    setBusy(undefined);
  };
  const validate = async () => {
    const word = isDelivery ? {} : seen.given();
    if (!word) return;
    const { title, detail } = deliveryWords.photoRequired;
    setPhotoMissing(sentCount + count === 0);
    if (sentCount + count === 0) {
      toast.error(title, detail);
      setCameraOpen(true);
      return;
    }
    const given = isDelivery ? end.given() : word;
    if (!given) return;
    setBusy('validates');
    const also = count > 0 ? { detail: deliveryWords.photosSent } : {};
    const outcome = await sendAll();
    const declared = done === 'declare' ? { declared: true as const } : {};
    if (outcome === 'offline' && (await queue(stage, { ...given, ...declared }))) onDone?.();
    if (outcome === 'sent')
      await acting()
        .then(({ performAct }) => performAct({ queries, keyOfTry, own: { ...words, ...also } }, done, about, given))
        .then(onDone, (error: unknown) => {
          const failure = failureOf(error);
          if (failure.codeProblem) end.refuse(failure.codeProblem);
          else say(failure);
        });
    setBusy(undefined);
  };
  const picker = (
    <>
      <Photos
        {...{ sending, sentCount }}
        camera={{ open: cameraOpen, setOpen: setCameraOpen }}
        isMissing={photoMissing}
        onAdded={() => setPhotoMissing(false)}
        busy={busy !== undefined}
      />
      {isDelivery && end.fields}
    </>
  );
  const question = handoverQuestionOf(done, { ...about.parcel, ...about });
  return { picker, send, validate, busy, rows, question, done, contents: !isDelivery && seen.field };
}

type PhotosProps = Pick<ComponentProps<typeof ProofPicker>, 'sentCount' | 'camera' | 'busy'> & {
  sending: ReturnType<typeof useProofSending>;
  isMissing: boolean;
  onAdded: () => void;
};

const Photos = ({ sending, isMissing, onAdded, ...picker }: PhotosProps) => (
  <>
    <p>
      Prenez le colis en photo avant de valider : jusqu'à {proofLimit} photos, visibles de vous deux et, en cas de
      problème, des administrateurs.
    </p>
    <ProofPicker
      {...picker}
      photos={sending.photos}
      onAdd={(file) => {
        onAdded();
        toast.settle(deliveryWords.photoRequired.title);
        sending.add(file);
      }}
      onRemove={sending.remove}
    />
    {isMissing && <p className="field__error">{deliveryWords.photoRequired.detail}</p>}
  </>
);

type PagePhotoActProps = PhotoActProps & {
  /** The button of the main act is in the bottom bar of a phone. */
  isMain: boolean;
  canSend?: boolean;
};

/** The act in the page, as soon as it is possible; its photos may be sent before. */
export function PhotoAct({ isMain, canSend = false, ...props }: PagePhotoActProps) {
  const { situation, onRefuse } = props;
  const { picker, send, validate, busy, rows, question, done, contents } = usePhotoAct(props, toastFailure);
  if (rows) return rows;
  const isPossible = hasAct(situation, done);
  const { confirm, paragraphs } = question;
  const control = (
    <SubmitButton
      type="button"
      variant={isMain ? 'primary' : 'default'}
      busy={busy === 'validates'}
      busyText="Envoi en cours…"
      onClick={() => void validate()}
    >
      {confirm}
    </SubmitButton>
  );
  return (
    <>
      {isPossible && contents}
      {picker}
      {isPossible && <Paragraphs of={paragraphs} />}
      {canSend && (
        <div>
          <SubmitButton
            type="button"
            variant="default"
            busy={busy === 'sends'}
            busyText="Envoi en cours…"
            onClick={() => void send()}
          >
            Envoyer les photos
          </SubmitButton>
        </div>
      )}
      {isPossible && (isMain ? <InActionBar>{control}</InActionBar> : <div>{control}</div>)}
      {isPossible && contents && onRefuse && <RefuseButton onClick={onRefuse} />}
    </>
  );
}

const RefuseButton = ({ onClick }: { onClick: () => void }) => (
  <p>
    <Button variant="link" onClick={onClick}>
      {handoverWords.refuse}
    </Button>
  </p>
);

export const Paragraphs = ({ of }: { of: readonly Sentence[] }) =>
  of.map((sentence, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the paragraphs of a question keep their order
    <p key={index}>
      <Parts of={sentence} />
    </p>
  ));

/** Photos that were sent earlier count. */
export function PhotoActDialog({ onClose, ...props }: Omit<PhotoActProps, 'proofs'> & { onClose: () => void }) {
  const params = { parcelId: props.parcel.id };
  const sent = useQuery(deliveriesQuery('proofs', { params }));
  const [failure, setFailure] = useState<Failure>();
  const whole = { ...props, proofs: sent.data?.items ?? [] };
  const { picker, validate, busy, rows, question, contents } = usePhotoAct(whole, setFailure, onClose);
  const { title, confirm, paragraphs } = question;
  const close = heldWhile(busy !== undefined, () => {
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
          busy={busy !== undefined}
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
        {!rows && contents}
        {rows || picker}
        {!rows && <Paragraphs of={paragraphs} />}
        {!isOver && contents && props.onRefuse && !busy && <RefuseButton onClick={props.onRefuse} />}
      </div>
    </Dialog>
  );
}
