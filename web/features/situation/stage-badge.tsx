import { CalendarX, type LucideIcon, Pause, TriangleAlert } from 'lucide-react';
import type { Stage } from '#shared/situation/contract.ts';
import { badgeOf } from '#shared/situation/words.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';

const tones: Readonly<Record<Stage, BadgeTone>> = {
  review: 'pending',
  contentsRefused: 'error',
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
  undecided: 'pending',
  cancelled: 'neutral',
  unavailable: 'neutral',
};

const icons: Partial<Readonly<Record<Stage, LucideIcon>>> = { paused: Pause, overdue: CalendarX };

export function StageBadge({ of }: { of: Parameters<typeof badgeOf>[0] }) {
  const icon = of.problem ? TriangleAlert : icons[of.stage];
  return (
    <Badge tone={of.problem ? 'error' : tones[of.stage]} {...(icon && { icon })}>
      {badgeOf(of)}
    </Badge>
  );
}
