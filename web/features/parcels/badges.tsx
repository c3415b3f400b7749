import type { AdminStatus } from '#shared/fields.ts';
import type { ParcelStatus } from '#shared/parcels/contract.ts';
import { parcelStatusLabels, validationLabels } from '#shared/parcels/words.ts';
import { Badge, type BadgeTone } from '#web/components/badge.tsx';

const statusTones: Readonly<Record<ParcelStatus, BadgeTone>> = {
  active: 'neutral',
  pending: 'pending',
  accepted_for_delivery: 'neutral',
  carrier_chosen: 'neutral',
  pickup: 'progress',
  in_transit: 'progress',
  delivery: 'progress',
  delivered: 'success',
  returned: 'error',
  cancelled: 'neutral',
};

export const ParcelStatusBadge = ({ status }: { status: ParcelStatus }) => (
  <Badge tone={statusTones[status]}>{parcelStatusLabels[status]}</Badge>
);

const validationTones: Readonly<Record<AdminStatus, BadgeTone>> = {
  pending: 'pending',
  approved: 'success',
  rejected: 'error',
};

/** Whether one's own listing may appear, with the reason when not (docs/decisions: rejections). */
export function Validation({
  adminStatus,
  reason,
}: {
  adminStatus: AdminStatus | undefined;
  reason?: string | undefined;
}) {
  if (!adminStatus) return null;
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
