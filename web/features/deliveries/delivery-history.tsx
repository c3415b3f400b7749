import { MapPin } from 'lucide-react';
import { Suspense } from 'react';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { eventTermsText } from '#shared/deliveries/offer-words.ts';
import { deliveryWords, eventLabels } from '#shared/deliveries/words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { isOver } from '#shared/situation/stages.ts';
import type { Card } from '#shared/values/fields.ts';
import { deliverySteps, endedDeliveries } from '#web/features/deliveries/delivery-steps.ts';
import { Declared, type HistoryProps, Motive, Signature } from '#web/features/deliveries/history-event.tsx';
import { ProofPhotos } from '#web/features/deliveries/proof-photos.tsx';
import { MemberLine } from '#web/features/profiles/member-line.tsx';
import { SituationSentence } from '#web/features/situation/sentence.tsx';
import { StageBadge } from '#web/features/situation/stage-badge.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { Timeline } from '#web/ui/progress/timeline.tsx';
import '#web/features/deliveries/deliveries.css';

const PastProblems = lazyPart(() =>
  import('#web/features/deliveries/problems/problem-card.tsx').then((file) => file.PastProblems),
);

const hadProblem = (events: readonly TrackingEvent[]) => events.some(({ type }) => type === 'problemReported');
/** Its page begins with how the delivery, or a problem of it, ended. */
export const hasTold = (events: readonly TrackingEvent[]) =>
  hadProblem(events) || events.some(({ type }) => type === 'overridden' || type === 'declarationClosed');

export interface DeliveryProps {
  parcel: Parcel;
  situation: Situation;
  memberId: string;
  partnerId: string | undefined;
}

type ProgressProps = HistoryProps & Pick<DeliveryProps, 'parcel' | 'situation'> & { other: Card | undefined };

export function Progress({ parcel, situation, other, events, proofs, onPhotoExpired }: ProgressProps) {
  const people = [parcel.owner, parcel.carrier ?? []].flat();
  const signed = (event: TrackingEvent) => <Signature event={event} people={people} />;
  const steps = deliverySteps(parcel, situation, events, proofs).map((step) => ({
    key: step.key,
    title: step.title,
    state: step.state,
    at: (step.told || step.place) && (
      <>
        {step.told && signed(step.told)}
        {step.place && <span>{step.told ? `\u00a0· ${step.place}` : step.place}</span>}
      </>
    ),
    children: (
      <>
        {step.changes.length > 0 && (
          <ul className="delivery-positions">
            {step.changes.map((change) => (
              <li key={`${change.at} ${change.type}`}>
                <p>
                  {eventLabels[change.type]}
                  {change.terms && ` : ${eventTermsText(change)}`}
                </p>
                {change.reason && <Motive reason={change.reason} />}
                <p className="muted small">{signed(change)}</p>
              </li>
            ))}
          </ul>
        )}
        {step.told?.reason && <Motive reason={step.told.reason} />}
        {step.declared && <Declared event={step.declared} signature={signed(step.declared)} />}
        <ProofPhotos proofs={step.proofs} onExpired={onPhotoExpired} />
        {step.positions.length > 0 && (
          <ul className="delivery-positions">
            {step.positions.map((position) => (
              <li key={position.at}>
                <p>
                  <MapPin size={16} aria-hidden="true" /> <bdi translate="no">{position.city}</bdi>
                </p>
                {position.note && (
                  <p dir="auto" className="member-text">
                    {position.note}
                  </p>
                )}
                <p className="muted small">{signed(position)}</p>
              </li>
            ))}
          </ul>
        )}
      </>
    ),
  }));
  return (
    <section className="card stack delivery__printed" aria-labelledby="progress">
      <div className="cluster delivery__top">
        <h2 id="progress">Suivi</h2>
        <StageBadge of={situation} />
      </div>
      {isOver(situation) && (
        <p className="delivery__screen">
          <SituationSentence parcelId={parcel.id} situation={situation} people={{ other, partner: other }} />
        </p>
      )}
      <Timeline steps={steps} label="Étapes de la livraison" />
      {hadProblem(events) && (
        <Suspense>
          <PastProblems {...{ events, proofs, onPhotoExpired, situation, signed }} />
        </Suspense>
      )}
    </section>
  );
}

type EndedProps = HistoryProps & { owner: Card; carriers: readonly Card[] };

export function EndedDeliveries({ events, proofs, onPhotoExpired, owner, carriers }: EndedProps) {
  const ended = endedDeliveries(events, proofs);
  if (ended.length === 0) return null;
  return (
    <section className="card stack" aria-labelledby="ended">
      <h2 id="ended">{ended.length === 1 ? 'Livraison sans suite' : 'Livraisons sans suite'}</h2>
      <ol className="history">
        {ended.map(({ end, proofs: taken }) => {
          const carrier = carriers.find(({ id }) => id === end.carrierId);
          return (
            <li key={end.at} className="stack stack--tight">
              {carrier && <MemberLine member={carrier} />}
              <p className="muted small">
                Terminée le <Signature event={end} people={[owner, ...carriers]} />
              </p>
              {end.type === 'tripEnded' && <p>{eventLabels.tripEnded}</p>}
              {end.reason && <Motive reason={end.reason} />}
              {end.type === 'overridden' && end.problem && <p>{deliveryWords.problemUnblocked}</p>}
              <ProofPhotos proofs={taken} onExpired={onPhotoExpired} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}
