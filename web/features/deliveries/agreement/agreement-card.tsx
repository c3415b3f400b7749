import type { ReactNode } from 'react';
import type { TrackingEvent } from '#shared/deliveries/contract.ts';
import { endsAgreement } from '#shared/deliveries/rules.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { assignedStates } from '#shared/parcels/rules.ts';
import { weightText } from '#shared/parcels/words.ts';
import { transportText } from '#shared/trips/words.ts';
import { routeText } from '#shared/values/french.ts';
import { moneyText, priceToAgree } from '#shared/values/money.ts';
import { shortDay } from '#shared/values/time.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Moment } from '#web/ui/moment.tsx';

interface AgreementCardProps {
  parcel: Parcel;
  events: readonly TrackingEvent[];
  /** The way to another agreement. */
  children: ReactNode;
}

/** The terms of owner and carrier. Agreements of releases without terms show the announced price. */
export function AgreementCard({ parcel, events, children }: AgreementCardProps) {
  if (!parcel.carrierId || !assignedStates.includes(parcel.status)) return null;
  const isHalf = parcel.status === 'accepted_for_delivery' || parcel.status === 'carrier_chosen';
  // Earlier carriers have no part in this agreement.
  const own = events.slice(events.findLastIndex(endsAgreement) + 1);
  return (
    <section className="card stack" aria-labelledby="agreement">
      <h2 id="agreement">{isHalf ? 'Accord proposé' : 'Votre accord'}</h2>
      <Facts facts={factsOf(parcel, isHalf, own)} />
      {parcel.terms && children}
      {parcel.terms && finalStates.has(parcel.status) && <p className="muted">Cet accord ne change plus.</p>}
    </section>
  );
}

/** From the pickup on (rule 130). */
const finalStates: ReadonlySet<Parcel['status']> = new Set(['in_transit', 'delivery', 'delivered', 'returned']);

function factsOf({ terms, price }: Parcel, isHalf: boolean, events: readonly TrackingEvent[]): [string, ReactNode][] {
  if (!terms) return [['Prix annoncé', price ? moneyText(price) : priceToAgree]];
  const { trip } = terms;
  const agreed = events.findLast(({ type }) => type === 'handshake');
  return [
    [isHalf ? 'Prix proposé' : 'Prix convenu', terms.price ? moneyText(terms.price) : 'Aucun prix'],
    ['Poids', weightText(terms.grams)],
    [
      'Trajet',
      trip
        ? `${transportText(trip.transport)} ${routeText({ city: trip.from }, { city: trip.to })}, ${shortDay(trip.travelDate)}`
        : 'Sans trajet publié',
    ],
    ...(agreed ? [['Convenu le', <Moment key="agreed" at={agreed.at} />] satisfies [string, ReactNode]] : []),
  ];
}
