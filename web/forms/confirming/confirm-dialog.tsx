import { type ReactNode, useEffect, useRef } from 'react';
import { Failed } from '#web/forms/confirming/failed.tsx';
import { type Confirming, useConfirming } from '#web/forms/confirming/use-confirming.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children?: ReactNode;
  /** The act as label (« Supprimer le trajet »), never « OK ». */
  confirm: string;
  cancel?: string;
  destructive?: boolean;
  /** A part of the question is still being read: the act waits for it. */
  waits?: boolean;
  /** When it resolves, the dialog closes. When it rejects, the dialog stays and shows the reason (`ActFailed`). */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before an act that cannot be undone. The focus starts on the safe button. */
export function ConfirmDialog({ open, ...asked }: ConfirmDialogProps) {
  return open ? <Asked {...asked} /> : null;
}

function Asked({
  confirm,
  cancel,
  destructive = false,
  waits = false,
  onConfirm,
  onClose,
  ...dialog
}: Omit<ConfirmDialogProps, 'open'>) {
  const confirming = useConfirming(onConfirm, onClose);
  const footer = (
    <ConfirmFooter
      confirming={{ ...confirming, busy: confirming.busy || waits }}
      confirm={confirm}
      cancel={cancel}
      variant={destructive ? 'destructive' : 'primary'}
      onConfirm={() => confirming.confirm()}
      startsSafe
    />
  );
  return (
    <Dialog
      {...dialog}
      open
      size="small"
      role="alertdialog"
      failure={confirming.failure && <Failed {...confirming.failure} />}
      footer={footer}
      onClose={confirming.close}
    />
  );
}

interface ConfirmFooterProps {
  confirming: Pick<Confirming, 'busy' | 'failure' | 'close'>;
  confirm: string;
  cancel?: string | undefined;
  variant: 'primary' | 'destructive';
  onConfirm: () => void;
  startsSafe?: boolean;
}

/** The two buttons of a question; after a final failure, only the way out. */
export function ConfirmFooter(props: ConfirmFooterProps) {
  const { confirming, confirm, cancel = 'Annuler', variant, onConfirm, startsSafe } = props;
  const { busy, failure, close } = confirming;
  const isOver = failure?.isFinal === true;
  const safe = useRef<HTMLButtonElement>(null);
  // The pressed button disappears with the act.
  useEffect(() => {
    if (isOver) safe.current?.focus();
  }, [isOver]);
  return (
    <>
      <Button ref={safe} data-autofocus={startsSafe ? true : undefined} onClick={close}>
        {isOver ? 'Fermer' : cancel}
      </Button>
      {!isOver && (
        <SubmitButton type="button" busy={busy} variant={variant} onClick={onConfirm}>
          {confirm}
        </SubmitButton>
      )}
    </>
  );
}
