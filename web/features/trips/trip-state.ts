import { stageLabels } from '#shared/situation/words.ts';
import type { Trip } from '#shared/trips/contract.ts';
import { cancelledTripLabel, tripTimeLabels } from '#shared/trips/words.ts';
import type { BadgeTone } from '#web/ui/badge.tsx';

export type When = 'upcoming' | 'past';
type TripState = 'cancelled' | 'refused' | 'past' | 'review' | 'confirmed';

/** The one state of an own trip. A refused trip never travels, and a wait for validation ends with its day. */
export function tripStateOf({ status, adminStatus }: Trip, when: When): TripState {
  if (status === 'cancelled') return 'cancelled';
  if (adminStatus === 'rejected') return 'refused';
  if (when === 'past') return 'past';
  return adminStatus === 'pending' ? 'review' : 'confirmed';
}

export const tripBadges: Readonly<Record<TripState, { tone: BadgeTone; label: string }>> = {
  cancelled: { tone: 'neutral', label: cancelledTripLabel },
  refused: { tone: 'error', label: stageLabels.refused },
  past: { tone: 'neutral', label: tripTimeLabels.past },
  review: { tone: 'pending', label: stageLabels.review },
  confirmed: { tone: 'success', label: tripTimeLabels.upcoming },
};
