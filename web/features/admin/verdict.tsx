import { useState } from 'react';
import { isolated } from '#shared/values/typed/characters.ts';
import { ReasonDialog } from '#web/forms/confirming/reason-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

interface VerdictProps {
  /** Name of the member or listing for screen readers: « Approuver : Amel B » */
  name: string;
  rejectTitle: string;
  rejectLabel?: string;
  draftName: string;
  templates: readonly string[];
  busy: boolean;
  onApprove?: () => void;
  onReject: (reason: string) => Promise<unknown>;
}

/** Approves without a question; rejects with a reason. */
export function Verdict(props: VerdictProps) {
  const { name, rejectTitle, rejectLabel = 'Rejeter', draftName, templates, busy, onApprove, onReject } = props;
  const [rejecting, setRejecting] = useState(false);
  return (
    <div className="cluster">
      {onApprove && (
        <SubmitButton
          type="button"
          data-decision="approve"
          aria-label={`Approuver : ${isolated(name)}`}
          busy={busy && !rejecting}
          onClick={onApprove}
        >
          Approuver
        </SubmitButton>
      )}
      <Button
        data-decision="reject"
        aria-label={`${rejectLabel} : ${isolated(name)}`}
        onClick={() => setRejecting(true)}
      >
        {rejectLabel}
      </Button>
      {rejecting && (
        <ReasonDialog
          title={rejectTitle}
          draftName={draftName}
          confirm={rejectLabel}
          hint="Le membre lira ce texte."
          templates={templates}
          onConfirm={onReject}
          onClose={() => setRejecting(false)}
        />
      )}
    </div>
  );
}
