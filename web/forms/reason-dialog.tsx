import { type ReactNode, useState } from 'react';
import { maxLength, Reason } from '#shared/values/fields.ts';
import { fieldId } from '#web/forms/field.tsx';
import { SelectField, TextAreaField } from '#web/forms/text-field.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

type ReasonDialogProps = {
  title: string;
  /** The act as label (« Annuler le trajet »), never « OK ». */
  confirm: string;
  cancel?: string;
  /** Who will read the reason. */
  hint: string;
  /** Frequent reasons. These texts are long: the typed text is then counted, not cut. */
  templates?: readonly string[];
  /** The reason may stay empty: `onConfirm` then gets an empty text. */
  isOptional?: boolean;
  busy: boolean;
  /** The consequences of the act. */
  children?: ReactNode;
  onConfirm: (reason: string) => void;
  onClose: () => void;
};

/** A dialog for an act with a reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, confirm, cancel = 'Annuler', hint, templates, isOptional, busy, children, onConfirm, onClose } = props;
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const submit = () => {
    if (isOptional && reason.trim() === '') return onConfirm('');
    const checked = Reason.safeParse(reason);
    setError(checked.error?.issues[0]?.message);
    if (checked.success) onConfirm(checked.data);
    else document.getElementById(fieldId('reason'))?.focus();
  };
  const footer = (
    <>
      <button type="button" className="amplify-button" onClick={onClose}>
        {cancel}
      </button>
      <SubmitButton type="button" variant="destructive" busy={busy} onClick={submit}>
        {confirm}
      </SubmitButton>
    </>
  );
  return (
    <Dialog open onClose={onClose} title={title} size={templates ? 'medium' : 'small'} footer={footer}>
      <div className="stack">
        {children}
        {templates && (
          <SelectField
            label="Motif fréquent"
            name="template"
            optional
            placeholder="Choisir un modèle"
            options={templates.map((text) => [text, text] as const)}
            onChange={({ target }) => target.value && setReason(target.value)}
          />
        )}
        <TextAreaField
          label="Motif"
          name="reason"
          optional={isOptional ?? false}
          hint={templates ? `${hint} ${Array.from(reason).length} sur ${maxLength.reason} caractères.` : hint}
          error={error}
          maxLength={templates ? undefined : maxLength.reason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          data-autofocus
        />
      </div>
    </Dialog>
  );
}
