import type { ReactNode } from 'react';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

type ConfirmDialogProps = {
  open: boolean;
  title: string;
  children?: ReactNode;
  /** The act as label (« Supprimer le trajet »), never « OK ». */
  confirm: string;
  cancel?: string;
  destructive?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before an act that cannot be undone. The focus starts on the safe button. */
export function ConfirmDialog({
  confirm,
  cancel = 'Annuler',
  destructive,
  busy,
  onConfirm,
  children,
  ...dialog
}: ConfirmDialogProps) {
  const footer = (
    <>
      <button type="button" className="amplify-button" data-autofocus onClick={dialog.onClose}>
        {cancel}
      </button>
      <SubmitButton type="button" busy={busy} variant={destructive ? 'destructive' : 'primary'} onClick={onConfirm}>
        {confirm}
      </SubmitButton>
    </>
  );
  return (
    <Dialog {...dialog} size="small" role="alertdialog" footer={footer}>
      {children}
    </Dialog>
  );
}
