import { CalendarX, type LucideIcon, Pause } from 'lucide-react';
import type { Stage } from '#shared/situation/contract.ts';
import { stageLabels } from '#shared/situation/words.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

const tones: Readonly<Record<Stage, BadgeTone>> = {
  review: 'pending',
  refused: 'error',
  paused: 'neutral',
  overdue: 'error',
  listed: 'neutral',
  offered: 'neutral',
  proposed: 'neutral',
  chosen: 'neutral',
  agreed: 'progress',
  collected: 'progress',
  delivering: 'progress',
  deliveryDeclared: 'pending',
  delivered: 'success',
  returning: 'error',
  returnDeclared: 'pending',
  returned: 'neutral',
  lost: 'error',
  seized: 'error',
  cancelled: 'neutral',
  unavailable: 'neutral',
};

const icons: Partial<Readonly<Record<Stage, LucideIcon>>> = { paused: Pause, overdue: CalendarX };

export function StageBadge({ stage }: { stage: Stage }) {
  const icon = icons[stage];
  return (
    <Badge tone={tones[stage]} {...(icon && { icon })}>
      {stageLabels[stage]}
    </Badge>
  );
}
