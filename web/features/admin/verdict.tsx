import { useState } from 'react';
import { ReasonDialog } from '#web/forms/reason-dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

type VerdictProps = {
  /** Whose or what, for those who hear the buttons: « Approuver : Amel B » */
  name: string;
  rejectTitle: string;
  templates: readonly string[];
  busy: boolean;
  /** Absent where there is nothing to approve by. */
  onApprove?: () => void;
  /** Calls `done` when the dialog may close. */
  onReject: (reason: string, done: () => void) => void;
};

/** Yes at once, no with a reason. */
export function Verdict({ name, rejectTitle, templates, busy, onApprove, onReject }: VerdictProps) {
  const [rejecting, setRejecting] = useState(false);
  return (
    <div className="cluster">
      {onApprove && (
        <SubmitButton type="button" aria-label={`Approuver : ${name}`} busy={busy && !rejecting} onClick={onApprove}>
          Approuver
        </SubmitButton>
      )}
      <button
        type="button"
        className="amplify-button"
        aria-label={`Rejeter : ${name}`}
        onClick={() => setRejecting(true)}
      >
        Rejeter
      </button>
      {rejecting && (
        <ReasonDialog
          title={rejectTitle}
          confirm="Rejeter"
          hint="Le membre lira ce texte."
          templates={templates}
          busy={busy}
          onConfirm={(reason) => onReject(reason, () => setRejecting(false))}
          onClose={() => setRejecting(false)}
        />
      )}
    </div>
  );
}
