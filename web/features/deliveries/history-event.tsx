import type { ReactNode } from 'react';
import type { Proof, TrackingEvent } from '#shared/deliveries/contract.ts';
import { eventLabels, isByTeam } from '#shared/deliveries/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { Card } from '#shared/values/fields.ts';
import { isolated } from '#shared/values/typed/characters.ts';
import { Moment } from '#web/ui/moment.tsx';

export interface HistoryProps {
  events: readonly TrackingEvent[];
  proofs: readonly Proof[];
  onPhotoExpired: () => void;
}
interface SignatureProps {
  event: TrackingEvent;
  people: readonly Card[];
}

/** It names both members, because others read it on paper. */
export function Signature({ event, people }: SignatureProps) {
  const card = people.find(({ id }) => id === event.by);
  const author = isByTeam(event) ? 'notre équipe' : card && nameOf(card);
  return (
    <>
      <Moment at={event.at} />
      {author && <span>, par {isolated(author)}</span>}
    </>
  );
}

export const Motive = ({ reason }: { reason: string }) => (
  <p>
    Motif :{' '}
    <span dir="auto" className="member-text">
      {reason}
    </span>
  </p>
);

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
