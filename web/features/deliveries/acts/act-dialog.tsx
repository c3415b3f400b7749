import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Position } from '#shared/deliveries/contract.ts';
import type { Acknowledged } from '#shared/messaging/warnings.ts';
import { actWords } from '#shared/situation/acts.ts';
import { type AskedAct, questionOf } from '#shared/situation/questions.ts';
import { nameIn } from '#shared/situation/words.ts';
import { maxLength } from '#shared/values/fields.ts';
import { to } from '#shared/values/french.ts';
import { noTrip, useTripChoice } from '#web/features/deliveries/agreement/trip-choice.tsx';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { Parts } from '#web/features/situation/sentence.tsx';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { ReasonDialog } from '#web/forms/confirming/reason-dialog.tsx';
import { fieldId } from '#web/forms/field.tsx';
import { PlaceField, type PlaceValue } from '#web/forms/place/place-field.tsx';
import { TextField } from '#web/forms/text-field.tsx';
import { dropReason, reasonDraft } from '#web/forms/use-kept-text.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem, failed } from '#web/lib/api/problem.ts';
import { touch } from '#web/lib/api/query.ts';
import { toast } from '#web/lib/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, heldWhile } from '#web/ui/dialog/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { type Acted, type ActParcel, type DialogAct, isDeclaring, isPhotoAct } from './acted.ts';
import { askedAct } from './asked-act.tsx';
import { ContentsRefusal } from './contents-refusal.tsx';
import { Paragraphs, PhotoActDialog } from './photo-act.tsx';
import { type Given, overtaken, titleOfAct, useAct, useShown } from './use-act.ts';
import { YesContents } from './yes-contents.tsx';

type PositionDialogProps = Acted<ActParcel> & { onClose: () => void };

/** The current place of the parcel: one of its two cities with one touch, or any other place, with an optional note. */
function PositionDialog({ parcel, other, onClose }: PositionDialogProps) {
  const formId = useId();
  const [place, setPlace] = useState<PlaceValue>({ city: '' });
  const [note, setNote] = useState('');
  const { send, problems, isPending, isOver } = useRecordPosition(parcel.id, onClose);
  const cities = [...new Set([parcel.pickup.city, parcel.delivery.city])];
  const show = useShown();
  const close = heldWhile(isPending, () => {
    onClose();
    // Delivered, returned or settled before the write: what is behind the dialog shows the current state.
    if (isOver) void show();
  });
  const footer = isOver ? (
    <Button onClick={close}>Fermer</Button>
  ) : (
    <>
      <Button onClick={close}>Annuler</Button>
      <SubmitButton form={formId} busy={isPending}>
        Enregistrer la position
      </SubmitButton>
    </>
  );
  return (
    <Dialog open size="small" title="Où est le colis ?" onClose={close} footer={footer}>
      <form
        id={formId}
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send(place.city, note);
        }}
      >
        <p>
          <Parts of={[nameIn(other), " voit la ville, l'heure et votre note dans le suivi. "]} />
          La personne qui attend le colis peut voir la ville et l'heure. Aucune position n'est relevée sans vous.
        </p>
        {problems['form'] && (
          <p className="field__error" role="alert">
            {problems['form']}
          </p>
        )}
        {!isOver && (
          <div className="cluster">
            {cities.map((name) => (
              <SubmitButton
                key={name}
                type="button"
                variant="default"
                busy={isPending}
                onClick={() => send(name, note)}
              >
                <span>
                  Je suis <bdi translate="no">{to(name)}</bdi>
                </span>
              </SubmitButton>
            ))}
          </div>
        )}
        <PlaceField label="Une autre ville" name="city" value={place} onChange={setPlace} error={problems['city']} />
        <TextField
          label="Note"
          name="note"
          optional
          limit={maxLength.positionNote}
          hint="Par exemple : « Vol retardé, arrivée demain matin »."
          error={problems['note']}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </form>
    </Dialog>
  );
}

/** Sends a position that the contract accepts; otherwise shows its problems, and focuses the first wrong field. */
function useRecordPosition(parcelId: string, onDone: () => void) {
  const queries = useQueryClient();
  const keyOfTry = useIdempotencyKey();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const recording = useMutation({
    mutationFn: (position: Position) =>
      deliveriesApi.recordPosition({ params: { parcelId }, body: position }, { idempotencyKey: keyOfTry(position) }),
    onSuccess: async ({ city: said }) => {
      toast.success(actWords.recordPosition.done, said);
      onDone();
      await touch(queries, ['deliveries', 'tracking']);
    },
    onError: (error) => {
      const { fields } = asProblem(error);
      const { title, detail } = failed(titleOfAct(actWords.recordPosition.failed, error), error);
      setProblems(Object.keys(fields).length > 0 ? fields : { form: `${title}. ${detail}` });
    },
  });

  const send = (city: string, note: string) => {
    const checked = Position.safeParse({ city, ...(note.trim() ? { note } : {}) });
    const found = checked.error?.issues.map(({ path, message }) => [String(path[0]), message] as const) ?? [];
    setProblems(Object.fromEntries(found));
    if (checked.success) recording.mutate(checked.data);
    else document.getElementById(fieldId(found[0]?.[0] ?? 'city'))?.focus();
  };
  const isOver = recording.isError && overtaken.has(asProblem(recording.error).code);
  return { send, problems, isPending: recording.isPending, isOver };
}

export { performAct } from '#web/features/deliveries/acts/use-act.ts';

type Closing<Of = Acted['parcel']> = Acted<Of> & { onClose: () => void };
type SimpleAct = Exclude<AskedAct, 'validatePickup' | 'validateDelivery'>;

const askRefusal = () => {
  const asked = askedAct.get();
  if (asked) askedAct.set({ ...asked, name: 'refuseContents' });
};

/** The question before an act: with photos, a place or a trip if it needs them, with a reason if somebody reads one. */
export function ActDialog({
  act,
  ...props
}: Closing & { act: Exclude<DialogAct, 'makeOffer' | 'invite' | 'reportProblem'> }) {
  const { parcel, situation } = props;
  if ('version' in parcel) {
    const whole = { ...props, parcel };
    if (act === 'recordPosition') return <PositionDialog {...whole} />;
    if (act === 'refuseContents') return <ContentsRefusal {...whole} />;
    if (isPhotoAct(act)) return <PhotoActDialog {...whole} act={act} onRefuse={askRefusal} />;
    if (isDeclaring(act, situation)) return <PhotoActDialog {...whole} act="validateDelivery" startsWithout />;
    // An offer that names no trip is taken with one of its carrier.
    const isCarriers = act === 'takeOffer' && !situation.isOwner && !situation.offer?.isChange;
    if (act === 'acceptDelivery' || (isCarriers && !situation.offer?.trip)) return <WithTrip {...whole} act={act} />;
  }
  return <Asked {...props} act={act as SimpleAct} />;
}

function WithTrip(props: Closing<ActParcel> & { act: 'acceptDelivery' | 'takeOffer' }) {
  const { stage, terms } = props.situation;
  const saidYes = stage === 'proposed';
  const { tripId, waits, field } = useTripChoice(props, saidYes ? { agreed: terms.trip, chosen: noTrip } : {});
  return <Asked {...props} {...{ waits, field }} given={{ tripId }} />;
}

interface AskedProps extends Closing {
  act: SimpleAct;
  given?: Given;
  waits?: boolean;
  field?: ReactNode;
}

function Asked({ act, given, waits = false, field, onClose, ...now }: AskedProps) {
  // The answer to an act would turn its own question round before the dialog closes.
  const [sent, setSent] = useState<typeof now>();
  const about = sent ?? now;
  const { parcel, situation, other } = about;
  const perform = useAct();
  const ends = 'version' in parcel ? parcel : undefined;
  const {
    title,
    confirm,
    paragraphs,
    isDestructive = false,
    reason,
  } = questionOf(act, { ...parcel, situation, other, ends });
  // A reason for the end of one offer is none for the next one.
  const subject = (act === 'declineOffer' && situation.offer?.id) || parcel.id;
  const go = async (typed?: string, acknowledged?: Acknowledged) => {
    setSent(about);
    try {
      await perform(act, about, { ...given, acknowledged, ...(typed ? { reason: typed } : {}) });
    } catch (error) {
      setSent(undefined);
      throw error;
    }
    dropReason(act, subject);
  };
  const text = (
    <div className="stack">
      <Paragraphs of={paragraphs} />
      <YesContents act={act} {...about} />
      {field}
    </div>
  );
  return reason ? (
    <ReasonDialog
      {...{ title, confirm, onClose }}
      {...reason}
      draftName={reasonDraft(act, subject)}
      cancel="Fermer"
      onConfirm={go}
    >
      {text}
    </ReasonDialog>
  ) : (
    <ConfirmDialog open {...{ title, confirm, waits, onClose }} destructive={isDestructive} onConfirm={() => go()}>
      {text}
    </ConfirmDialog>
  );
}
