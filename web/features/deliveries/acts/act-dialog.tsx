import type { ReactNode } from 'react';
import { type AskedAct, questionOf } from '#shared/situation/questions.ts';
import { type Acted, type ActParcel, type DialogAct, isPhotoAct } from '#web/features/deliveries/acts/acted.ts';
import { Paragraphs, PhotoActDialog } from '#web/features/deliveries/acts/photo-act.tsx';
import { PositionDialog } from '#web/features/deliveries/acts/position-form.tsx';
import { type Given, useAct } from '#web/features/deliveries/acts/use-act.ts';
import { noTrip, useTripChoice } from '#web/features/deliveries/agreement/trip-choice.tsx';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { ReasonDialog } from '#web/forms/confirming/reason-dialog.tsx';
import { dropReason, reasonDraft } from '#web/forms/use-kept-text.ts';

export { performAct } from '#web/features/deliveries/acts/use-act.ts';

type Closing<Of = Acted['parcel']> = Acted<Of> & { onClose: () => void };
type SimpleAct = Exclude<AskedAct, 'validatePickup' | 'validateDelivery'>;

/** The question before an act: with photos, a place or a trip if it needs them, with a reason if somebody reads one. */
export function ActDialog({ act, ...props }: Closing & { act: Exclude<DialogAct, 'makeOffer' | 'invite'> }) {
  const { parcel, situation } = props;
  if ('version' in parcel) {
    const whole = { ...props, parcel };
    if (act === 'recordPosition') return <PositionDialog {...whole} />;
    if (isPhotoAct(act)) return <PhotoActDialog {...whole} act={act} />;
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

function Asked({ act, given, waits = false, field, onClose, ...about }: AskedProps) {
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
  const go = async (typed?: string) => {
    await perform(act, about, { ...given, ...(typed ? { reason: typed } : {}) });
    dropReason(act, subject);
  };
  const text = (
    <div className="stack">
      <Paragraphs of={paragraphs} />
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
