import { type ActContext, type ActName, isPhotoAct, partnerOf } from '#web/features/deliveries/acts/act-names.ts';
import { questionOf } from '#web/features/deliveries/acts/act-questions.tsx';
import { PhotoActDialog } from '#web/features/deliveries/acts/photo-act.tsx';
import { PositionDialog } from '#web/features/deliveries/acts/position-form.tsx';
import { type ParcelStep, useParcelAct } from '#web/features/deliveries/acts/use-parcel-act.ts';
import { useTripChoice } from '#web/features/deliveries/agreement/trip-choice.tsx';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { ReasonDialog } from '#web/forms/confirming/reason-dialog.tsx';
import { dropReason, reasonDraft } from '#web/forms/use-kept-text.ts';

export type ActDialogProps = ActContext & { act: ActName; onClose: () => void };

/** The question before an act: with photos or a place if it needs them, with a reason if the other member reads one. */
export function ActDialog(props: ActDialogProps) {
  const { act, onClose } = props;
  if (act === 'recordPosition')
    return <PositionDialog parcel={props.parcel} text={questionOf(act, props).text} onClose={onClose} />;
  if (act === 'acceptDelivery') return <Acceptance {...props} />;
  if (isPhotoAct(act)) return <PhotoActDialog {...props} act={act} />;
  return <Asked {...props} act={act} />;
}

/** « Accepter de livrer ce colis ? » with the choice of a trip. */
function Acceptance({ onClose, ...context }: Omit<ActDialogProps, 'act'>) {
  const { parcel } = context;
  const perform = useParcelAct();
  const { tripId, waits, field } = useTripChoice(parcel);
  const { title, confirm, text } = questionOf('acceptDelivery', context);
  return (
    <ConfirmDialog
      open
      title={title}
      confirm={confirm}
      waits={waits}
      onConfirm={() => perform({ act: 'acceptDelivery', parcel, tripId })}
      onClose={onClose}
    >
      <div className="stack">
        {text}
        {field}
      </div>
    </ConfirmDialog>
  );
}

type AskedAct = Exclude<ActName, 'recordPosition' | 'acceptDelivery'>;

function Asked({ act, onClose, ...context }: ActDialogProps & { act: AskedAct }) {
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
function stepOf(act: AskedAct, context: ActContext, reason = ''): ParcelStep {
  const { parcel } = context;
  switch (act) {
    case 'chooseCarrier':
      return { act, parcel, carrierId: partnerOf(context)?.id ?? '' };
    case 'releaseCarrier':
      return { act, parcel, ...(reason ? { reason } : {}) };
    case 'returnParcel':
    case 'cancelParcel':
      return { act, parcel, reason };
    case 'validatePickup':
    case 'startDelivery':
    case 'validateDelivery':
    case 'confirmReturn':
      return { act, parcel };
  }
}
