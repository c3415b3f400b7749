import { Pause } from 'lucide-react';
import type { ParcelStatus } from '#shared/parcels/contract.ts';
import { parcelStatusLabels, returnOverLabel, validationLabels } from '#shared/parcels/status-words.ts';
import type { AdminStatus } from '#shared/values/fields.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

const statusTones: Readonly<Record<ParcelStatus, BadgeTone>> = {
  active: 'neutral',
  pending: 'neutral',
  accepted_for_delivery: 'neutral',
  carrier_chosen: 'neutral',
  pickup: 'progress',
  in_transit: 'progress',
  delivery: 'progress',
  delivered: 'success',
  returned: 'error',
  cancelled: 'neutral',
};

interface StatusFacts {
  status: ParcelStatus;
  returnConfirmedAt?: string | undefined;
}

/** A finished return asks for no act, so it has a different word. */
export const ParcelStatusBadge = ({ status, returnConfirmedAt }: StatusFacts) =>
  returnConfirmedAt ? (
    <Badge tone="neutral">{returnOverLabel}</Badge>
  ) : (
    <Badge tone={statusTones[status]} {...(status === 'pending' && { icon: Pause })}>
      {parcelStatusLabels[status]}
    </Badge>
  );

const validationTones = { pending: 'pending', rejected: 'error' } as const;

/** Shows that the member's own listing waits or was refused, with the reason (rule 22); nothing for a validated one. */
export function Validation({
  adminStatus,
  reason,
}: {
  adminStatus: AdminStatus | undefined;
  reason?: string | undefined;
}) {
  if (!adminStatus || adminStatus === 'approved') return null;
  return (
    <>
      <Badge tone={validationTones[adminStatus]}>{validationLabels[adminStatus]}</Badge>
      {adminStatus === 'rejected' && reason && (
        <p className="small">
          Motif : <bdi>{reason}</bdi>
        </p>
      )}
    </>
  );
}
