import { type ReactNode, useState } from 'react';
import { type ActContext, type ActName, isPhotoAct, partnerOf } from '#web/features/deliveries/acts/act-names.ts';
import { questionOf } from '#web/features/deliveries/acts/act-questions.tsx';
import { PhotoActDialog } from '#web/features/deliveries/acts/photo-act.tsx';
import { PositionDialog } from '#web/features/deliveries/acts/position-form.tsx';
import { type ActFailure, type ParcelStep, useParcelAct } from '#web/features/deliveries/acts/use-parcel-act.ts';
import { ReasonDialog } from '#web/forms/reason-dialog.tsx';
import { dropReason, reasonDraft } from '#web/forms/use-kept-text.ts';
import { WayOutLink } from '#web/forms/way-out-link.tsx';
import { toast } from '#web/lib/toast.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';

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
  const [failure, setFailure] = useState<ActFailure>();
  const perform = useParcelAct();
  const { title, confirm, text, destructive, reasonHint } = questionOf(act, context);

  const go = async (reason?: string) => {
    setFailure(undefined);
    const failed = await perform.act(stepOf(act, context, reason));
    if (!failed) dropReason(act, context.parcel.id);
    if (!failed) return onClose();
    if (failed.isPossible) return setFailure(failed);
    // Another try cannot succeed. The page shows the current state.
    toast.error(failed.title, failed.detail);
    onClose();
  };
  const said: ReactNode = (
    <>
      {text}
      {failure && (
        <div className="field__error" role="alert">
          <p>{failure.title}</p>
          <p>{failure.detail}</p>
          {failure.wayOut && <WayOutLink wayOut={failure.wayOut} />}
        </div>
      )}
    </>
  );
  return reasonHint ? (
    <ReasonDialog
      title={title}
      draftName={reasonDraft(act, context.parcel.id)}
      confirm={confirm}
      cancel="Fermer"
      hint={reasonHint}
      isOptional={act === 'releaseCarrier'}
      busy={perform.busy}
      onConfirm={(reason) => void go(reason)}
      onClose={onClose}
    >
      {said}
    </ReasonDialog>
  ) : (
    <ConfirmDialog
      open
      title={title}
      confirm={confirm}
      destructive={destructive}
      busy={perform.busy}
      onConfirm={() => void go()}
      onClose={onClose}
    >
      {said}
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
