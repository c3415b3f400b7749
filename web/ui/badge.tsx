import { Ban, Circle, CircleCheck, Clock, type LucideIcon, Truck } from 'lucide-react';
import type { ReactNode } from 'react';

export type BadgeTone = 'pending' | 'success' | 'error' | 'progress' | 'neutral';

const icons: Record<BadgeTone, LucideIcon> = {
  pending: Clock,
  success: CircleCheck,
  error: Ban,
  progress: Truck,
  neutral: Circle,
};

/** A status as icon and word; the colour only adds to them. */
export function Badge({ tone, icon, children }: { tone: BadgeTone; icon?: LucideIcon; children: ReactNode }) {
  const Icon = icon ?? icons[tone];
  return (
    <span className={`status-badge status-badge--${tone}`}>
      <Icon size={16} aria-hidden="true" />
      {children}
    </span>
  );
}
