import type { ReactNode } from 'react';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { eventLabels } from '#shared/deliveries/words.ts';

/** An end that the carrier has declared, with their words. */
export const Declared = ({ event: { type, note }, signature }: { event: TrackingEvent; signature: ReactNode }) => (
  <div>
    <p>{eventLabels[type]}</p>
    {note && (
      <p dir="auto" className="member-text">
        {note}
      </p>
    )}
    <p className="muted small">{signature}</p>
  </div>
);
