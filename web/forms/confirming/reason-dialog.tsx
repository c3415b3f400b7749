import { type ReactNode, useEffect, useState } from 'react';
import type { Acknowledged } from '#shared/messaging/warnings.ts';
import { maxLength, Reason } from '#shared/values/fields.ts';
import { lengthOf } from '#shared/values/typed/characters.ts';
import { ConfirmFooter } from '#web/forms/confirming/confirm-dialog.tsx';
import { Failed } from '#web/forms/confirming/failed.tsx';
import { useConfirming } from '#web/forms/confirming/use-confirming.ts';
import { ConfirmingWord, focusWord, isConfirmed, wordMissing } from '#web/forms/confirming-word.tsx';
import { fieldId } from '#web/forms/field.tsx';
import { SelectField, TextAreaField } from '#web/forms/text-field.tsx';
import { useKeptText } from '#web/forms/use-kept-text.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

interface ReasonDialogProps {
  title: string;
  /** A name from `reasonDraft`: the typed text is stored under it until `dropReason`. */
  draftName: string;
  /** The act as label (« Annuler le trajet »), never « OK ». */
  confirm: string;
  cancel?: string;
  hint?: string | undefined;
  templates?: readonly string[];
  isOptional?: boolean;
  /** A field below the reason, which may depend on it. */
  rule?: (reason: string) => ReactNode;
  /** The act is destructive, so it also needs a typed word. */
  isWordAsked?: boolean;
  /** A part of the question is still being read: the act waits for it. */
  waits?: boolean;
  children?: ReactNode;
  /** A field of the children is empty: it tells so and takes the focus, and the act waits. */
  refuse?: (() => void) | undefined;
  /** When it resolves, the dialog closes. When it rejects, the dialog stays with the reason and the typed text. */
  onConfirm: (reason: string, acknowledged?: Acknowledged) => Promise<unknown>;
  onClose: () => void;
}

/** The empty fields, as the last press found them. */
interface Missing extends Pick<ReasonDialogProps, 'refuse'> {
  readonly reason?: string | undefined;
  readonly word?: string | undefined;
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { title, confirm, cancel, hint, templates, isOptional, rule, isWordAsked, waits, children, refuse } = props;
  const confirming = useConfirming(props.onConfirm, props.onClose);
  const { text: reason, change } = useKeptText(props.draftName);
  const setReason = (next: string) => {
    change(() => next);
    if (errors.reason) setErrors({});
  };
  const [word, setWord] = useState('');
  const [errors, setErrors] = useState<Missing>({});
  // Focus the field after its error has rendered, so screen readers announce both. On a phone the dialog scrolls to
  // both.
  useEffect(() => {
    if (errors.refuse) errors.refuse();
    else if (errors.reason) document.getElementById(fieldId('reason'))?.focus();
    else if (errors.word) focusWord();
  }, [errors]);
  const submit = (acknowledged?: Acknowledged) => {
    if (!refuse && isOptional && lengthOf(reason) === 0) return confirming.confirm('');
    const checked = Reason.safeParse(reason);
    const isTyped = !isWordAsked || isConfirmed(word);
    setErrors({ refuse, reason: checked.error?.issues[0]?.message, word: isTyped ? undefined : wordMissing });
    if (!refuse && checked.success && isTyped) confirming.confirm(checked.data, acknowledged);
  };
  const footer = (
    <ConfirmFooter
      confirming={{ ...confirming, busy: confirming.busy || waits === true }}
      confirm={confirm}
      cancel={cancel}
      variant="destructive"
      onConfirm={() => submit()}
    />
  );
  return (
    <Dialog
      open
      onClose={confirming.close}
      title={title}
      size={templates ? 'medium' : 'small'}
      failure={
        confirming.failure && <Failed {...confirming.failure} onAnyway={() => submit(confirming.failure?.warning)} />
      }
      footer={footer}
    >
      <div className="stack" data-kept>
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
          hint={hint}
          error={errors.reason}
          limit={maxLength.reason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          data-autofocus
        />
        {rule?.(reason)}
        {isWordAsked && <ConfirmingWord value={word} error={errors.word} onChange={setWord} />}
      </div>
    </Dialog>
  );
}
