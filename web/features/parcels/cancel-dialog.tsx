import { type ReactNode, useState } from 'react';
import { maxLength, Reason } from '#shared/fields.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { fieldId } from '#web/components/field.tsx';
import { SubmitButton } from '#web/components/submit-button.tsx';
import { TextAreaField } from '#web/components/text-field.tsx';

type CancelDialogProps = {
  title: string;
  confirm: string;
  /** Who will read the reason. */
  hint: string;
  busy: boolean;
  /** What follows from it. */
  children: ReactNode;
  onConfirm: (reason: string) => void;
  onClose: () => void;
};

/** Giving up what one has published, with a reason. */
export function CancelDialog({ title, confirm, hint, busy, children, onConfirm, onClose }: CancelDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const submit = () => {
    const checked = Reason.safeParse(reason);
    setError(checked.error?.issues[0]?.message);
    if (checked.success) onConfirm(checked.data);
    else document.getElementById(fieldId('reason'))?.focus();
  };
  const footer = (
    <>
      <button type="button" className="amplify-button" onClick={onClose}>
        Retour
      </button>
      <SubmitButton type="button" variant="destructive" busy={busy} onClick={submit}>
        {confirm}
      </SubmitButton>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={title} size="small" footer={footer}>
      <div className="stack">
        {children}
        <TextAreaField
          label="Motif"
          name="reason"
          hint={hint}
          error={error}
          maxLength={maxLength.reason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          data-autofocus
        />
      </div>
    </Dialog>
  );
}
