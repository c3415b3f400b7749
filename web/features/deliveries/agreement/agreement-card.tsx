import type { ReactNode } from 'react';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { insteadOf } from '#shared/deliveries/offer-words.ts';
import { endsAgreement } from '#shared/deliveries/rules.ts';
import { tripRemark } from '#shared/deliveries/words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { weightText } from '#shared/parcels/words.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { offeredFacts, priceOf } from '#shared/situation/words.ts';
import { transportText } from '#shared/trips/words.ts';
import { routeText } from '#shared/values/french.ts';
import { shortDay } from '#shared/values/time.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Moment } from '#web/ui/moment.tsx';

interface AgreementCardProps {
  parcel: Parcel;
  situation: Situation;
  events: readonly TrackingEvent[];
  children: ReactNode;
}

type Fact = readonly [string, ReactNode];
type Terms = Situation['terms'];

/** The terms of owner and carrier. */
export function AgreementCard({ parcel, situation, events, children }: AgreementCardProps) {
  const { stage, terms, offer } = situation;
  if (!parcel.carrierId || stage === 'cancelled') return null;
  const isHalf = stage === 'proposed' || stage === 'chosen';
  const fixed = situation.acts.find(({ name }) => name === 'makeOffer')?.reason;
  // Earlier carriers have no part in this agreement.
  const own = events.slice(events.findLastIndex(endsAgreement) + 1);
  const facts = [
    priceFact(terms),
    ...(terms.kind === 'announced' ? [] : factsOf(terms, own)),
    ...(offer?.isChange ? [['Changement proposé', <Changes key="change" {...{ parcel, situation }} />] as const] : []),
  ];
  return (
    <section className="card stack" aria-labelledby="agreement">
      <h2 id="agreement">{isHalf ? 'Proposition' : 'Votre accord'}</h2>
      <Facts facts={facts} />
      {fixed && <p className="muted">L'accord ne peut pas changer pour le moment. {fixed}</p>}
      {children && <div>{children}</div>}
      {terms.kind === 'agreed' && stage !== 'agreed' && <p className="muted">Le poids et le prix ne changent plus.</p>}
    </section>
  );
}

const priceLabels = { announced: 'Prix annoncé', proposed: 'Prix proposé', agreed: 'Prix convenu' } as const;

export const priceFact = ({ kind, price }: Terms): Fact => [
  price || kind === 'announced' ? priceLabels[kind] : 'Prix',
  priceOf({ price }),
];

export function tripFact(trip: Terms['trip']): Fact {
  if (!trip) return ['Trajet', 'Sans trajet publié'];
  const route = `${transportText(trip.transport)} ${routeText({ city: trip.from }, { city: trip.to })}`;
  return ['Trajet', [route, shortDay(trip.travelDate), tripRemark(trip)].filter(Boolean).join(', ')];
}

function factsOf({ grams, mostGrams = 0, trip }: Terms, events: readonly TrackingEvent[]): Fact[] {
  const agreed = events.findLast(({ type }) => type === 'handshake' || type === 'changeAgreed');
  const room = mostGrams > grams ? ` (jusqu'à ${weightText(mostGrams)} possibles sur ce trajet)` : '';
  return [
    ['Poids', `${weightText(grams)}${room}`],
    tripFact(trip),
    ...(agreed ? [['Convenu le', <Moment key="agreed" at={agreed.at} />] as const] : []),
  ];
}

/** « 35 € au lieu de 25 € · 5 kg au lieu de 3,5 kg ». */
const Changes = ({ situation, parcel }: Pick<AgreementCardProps, 'situation' | 'parcel'>) =>
  offeredFacts(situation, parcel).map(({ now, before }, index) => (
    <span key={now}>
      {index > 0 && ' · '}
      <strong>{now}</strong>
      {before && ` ${insteadOf(before)} ${before}`}
    </span>
  ));
