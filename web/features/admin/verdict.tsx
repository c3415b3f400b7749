import { useState } from 'react';
import type { Restriction } from '#shared/admin/judged.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { RestrictionDialog } from '#web/features/admin/restriction-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

interface VerdictProps {
  /** Name of the member or listing for screen readers: « Approuver : Amel B » */
  name: string;
  /** Each kind has its usual chapter of the terms. */
  kind: 'profile' | 'trip' | 'parcel';
  approveLabel?: string;
  rejectTitle: string;
  rejectLabel?: string;
  draftName: string;
  templates: readonly string[];
  busy: boolean;
  onApprove?: () => void;
  onReject?: (restriction: Restriction) => Promise<unknown>;
}

/** Approves without a question; rejects with a reason. */
export function Verdict(props: VerdictProps) {
  const { name, kind, approveLabel = 'Approuver', rejectTitle, rejectLabel = 'Rejeter', onApprove, onReject } = props;
  const { draftName, templates, busy } = props;
  const [rejecting, setRejecting] = useState(false);
  return (
    <div className="cluster">
      {onApprove && (
        <SubmitButton
          type="button"
          data-decision="approve"
          aria-label={`${approveLabel} : ${isolated(name)}`}
          busy={busy && !rejecting}
          onClick={onApprove}
        >
          {approveLabel}
        </SubmitButton>
      )}
      {onReject && (
        <Button
          data-decision="reject"
          aria-label={`${rejectLabel} : ${isolated(name)}`}
          onClick={() => setRejecting(true)}
        >
          {rejectLabel}
        </Button>
      )}
      {rejecting && onReject && (
        <RestrictionDialog
          kind={kind}
          title={rejectTitle}
          draftName={draftName}
          confirm={rejectLabel}
          templates={templates}
          onConfirm={onReject}
          onClose={() => setRejecting(false)}
        />
      )}
    </div>
  );
}
