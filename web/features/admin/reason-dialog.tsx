import { useState } from 'react';
import { maxLength, Reason } from '#shared/fields.ts';
import { Dialog } from '#web/components/dialog.tsx';
import { SubmitButton } from '#web/components/submit-button.tsx';
import { SelectField, TextAreaField } from '#web/components/text-field.tsx';

type ReasonDialogProps = {
  title: string;
  confirm: string;
  templates: readonly string[];
  busy: boolean;
  onConfirm: (reason: string) => void;
  onClose: () => void;
};

/** Nobody is refused or blocked without a reason, which he will read. */
export function ReasonDialog({ title, confirm, templates, busy, onConfirm, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const submit = () => {
    const checked = Reason.safeParse(reason);
    setError(checked.error?.issues[0]?.message);
    if (checked.success) onConfirm(checked.data);
    else document.getElementById('field-reason')?.focus();
  };
  const footer = (
    <>
      <button type="button" className="amplify-button" onClick={onClose}>
        Annuler
      </button>
      <SubmitButton type="button" variant="destructive" busy={busy} onClick={submit}>
        {confirm}
      </SubmitButton>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={title} footer={footer}>
      <div className="stack">
        <SelectField
          label="Motif fréquent"
          name="template"
          optional
          placeholder="Choisir un modèle"
          options={templates.map((text) => [text, text] as const)}
          onChange={({ target }) => target.value && setReason(target.value)}
        />
        <TextAreaField
          label="Motif"
          name="reason"
          hint={`Le membre lira ce texte. ${Array.from(reason).length} sur ${maxLength.reason} caractères.`}
          error={error}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          data-autofocus
        />
      </div>
    </Dialog>
  );
}
