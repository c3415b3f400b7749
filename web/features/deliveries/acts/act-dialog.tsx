import { type ActContext, type ActName, isPhotoAct, partnerOf } from '#web/features/deliveries/acts/act-names.ts';
import { questionOf } from '#web/features/deliveries/acts/act-questions.tsx';
import { PhotoActDialog } from '#web/features/deliveries/acts/photo-act.tsx';
import { PositionDialog } from '#web/features/deliveries/acts/position-form.tsx';
import { type ParcelStep, useParcelAct } from '#web/features/deliveries/acts/use-parcel-act.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { ReasonDialog } from '#web/forms/confirming/reason-dialog.tsx';
import { dropReason, reasonDraft } from '#web/forms/use-kept-text.ts';

export type ActDialogProps = ActContext & { act: ActName; onClose: () => void };

/** The question before an act: with photos or a place if it needs them, with a reason if the other member reads one. */
export function ActDialog(props: ActDialogProps) {
  const { act, onClose } = props;
  if (act === 'recordPosition')
    return <PositionDialog parcel={props.parcel} text={questionOf(act, props).text} onClose={onClose} />;
  if (isPhotoAct(act)) return <PhotoActDialog {...props} act={act} />;
  return <Asked {...props} act={act} />;
}

function Asked({ act, onClose, ...context }: ActDialogProps & { act: Exclude<ActName, 'recordPosition'> }) {
  const perform = useParcelAct();
  const { title, confirm, text, destructive = false, reasonHint } = questionOf(act, context);
  const go = async (reason?: string) => {
    await perform(stepOf(act, context, reason));
    dropReason(act, context.parcel.id);
  };
  return reasonHint ? (
    <ReasonDialog
      title={title}
      draftName={reasonDraft(act, context.parcel.id)}
      confirm={confirm}
      cancel="Fermer"
      hint={reasonHint}
      isOptional={act === 'releaseCarrier'}
      onConfirm={go}
      onClose={onClose}
    >
      {text}
    </ReasonDialog>
  ) : (
    <ConfirmDialog
      open
      title={title}
      confirm={confirm}
      destructive={destructive}
      onConfirm={() => go()}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  );
}

/** The act with its photos, place or reason. */
function stepOf(act: Exclude<ActName, 'recordPosition'>, context: ActContext, reason = ''): ParcelStep {
  const { parcel } = context;
  switch (act) {
    case 'chooseCarrier':
      return { act, parcel, carrierId: partnerOf(context)?.id ?? '' };
    case 'releaseCarrier':
      return { act, parcel, ...(reason ? { reason } : {}) };
    case 'returnParcel':
    case 'cancelParcel':
      return { act, parcel, reason };
    case 'acceptDelivery':
    case 'validatePickup':
    case 'startDelivery':
    case 'validateDelivery':
    case 'confirmReturn':
      return { act, parcel };
  }
}
