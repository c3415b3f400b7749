import type { ProfileStatus } from '#shared/accounts/contract.ts';
import { profileStatusLabels } from '#shared/admin/words.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

const tones: Readonly<Record<ProfileStatus, BadgeTone>> = {
  pending: 'pending',
  approved: 'success',
  rejected: 'error',
  blocked: 'error',
};

export const StatusBadge = ({ status }: { status: ProfileStatus }) => (
  <Badge tone={tones[status]}>{profileStatusLabels[status]}</Badge>
);
