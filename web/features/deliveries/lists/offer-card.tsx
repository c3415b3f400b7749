import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ListedDelivery } from '#shared/deliveries/listed.ts';
import type { Offer } from '#shared/deliveries/offer.ts';
import { namedTripText } from '#shared/deliveries/words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { assignedStates, isParty } from '#shared/parcels/rules.ts';
import { weightText } from '#shared/parcels/words.ts';
import { paths } from '#shared/site/paths.ts';
import { leftText } from '#shared/values/ago.ts';
import { moneyText } from '#shared/values/money.ts';
import { hourMs, minuteMs, shortDay } from '#shared/values/time.ts';
import { Changes } from '#web/features/deliveries/agreement/open-offer.tsx';
import { useOfferParts } from '#web/features/deliveries/agreement/use-offer-parts.tsx';
import { parcelsQuery } from '#web/features/parcels/api.ts';
import { MemberLine } from '#web/features/profiles/member-line.tsx';
import { deadlineText } from '#web/lib/moments.ts';
import { Button } from '#web/ui/button.tsx';
import '#web/features/deliveries/lists/delivery-list.css';

/** A request that is an offer, or a change of an agreement. */
export type OfferRequest = ListedDelivery & { offer: Offer };

export const isOfferRequest = (request: ListedDelivery): request is OfferRequest => request.offer !== undefined;

interface OfferCardProps {
  request: OfferRequest;
  memberId: string;
  /** The offer ended while the page is open. */
  isOver: boolean;
  /** The title and the route are above several offers for one parcel. */
  isGrouped: boolean;
}

/** An offer in « Demandes »: its price first, whom it is from or for, the time left, and its answers. */
export function OfferCard({ request, memberId, isOver, isGrouped }: OfferCardProps) {
  const { id, partner, offer } = request;
  const parts = useOfferParts({ parcel: request, memberId, other: partner, offer, isShort: true });
  const reading = useQuery({
    ...parcelsQuery('readParcel', { params: { parcelId: id } }),
    retry: false,
    enabled: isOver,
  });
  const parcel = reading.data;
  const isAgreed = parcel && isParty(memberId, parcel) && isParty(partner.id, parcel);
  return (
    <li className={`card delivery-card ${isOver ? 'delivery-card--ended' : ''}`}>
      {!isGrouped && <OfferedParcel request={request} />}
      <p className="offer-price">
        {offer.isChange ? <Changes offer={offer} terms={request.terms} /> : offer.price && moneyText(offer.price)}
      </p>
      {offer.trip && !offer.isChange && <p>Avec le {namedTripText(offer.trip)}</p>}
      <MemberLine member={partner} />
      {isOver ? <p role="status">{endOf(request, memberId, parcel)}</p> : <TimeLeft until={offer.until} />}
      <div className="cluster delivery-card__acts">
        {!isOver && (
          <>
            {parts.take}
            {!offer.isChange && parts.make}
            {parts.end}
            {!partner.unavailable && (
              <Button as={Link} to={paths.conversation(partner.id, id)}>
                Contacter
              </Button>
            )}
          </>
        )}
        {isOver && isAgreed && (
          <Button as={Link} to={paths.delivery(id)}>
            Suivre la livraison
          </Button>
        )}
      </div>
      {parts.dialog}
    </li>
  );
}

/** The parcel of one offer, or of several ones below it. */
export const OfferedParcel = ({
  request: { id, title, partner, pickup, delivery, weightGrams, deadline },
}: OfferedProps) => (
  <>
    <h2 className="delivery-card__route offer-route">
      <bdi translate="no">{pickup.city}</bdi> <span aria-hidden="true">→</span>
      <span className="visually-hidden">vers</span> <bdi translate="no">{delivery.city}</bdi>
    </h2>
    <p className="delivery-card__facts">
      <Link to={paths.conversation(partner.id, id)} dir="auto">
        {title}
      </Link>
      <span className="muted small">
        {weightText(weightGrams)} · avant le {shortDay(deadline)}
      </span>
    </p>
  </>
);

interface OfferedProps {
  request: OfferRequest;
}

/** Below this, the time left is red. */
const shortMs = 6 * hourMs;

/** « encore 1 j 6 h », in words for screen readers. */
function TimeLeft({ until }: { until: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  const left = Date.parse(until) - now;
  return (
    <p className={`small ${left < shortMs ? 'offer-left--short' : 'muted'}`}>
      <span aria-hidden="true">encore {leftText(left)}</span>
      <span className="visually-hidden">Réponse possible jusqu'au {deadlineText(until)}.</span>
    </p>
  );
}

/** The outcome of an offer, as far as the current parcel shows it. */
function endOf({ offer, partner }: OfferRequest, memberId: string, parcel: Parcel | undefined): string {
  const isOurs = parcel !== undefined && isParty(memberId, parcel) && isParty(partner.id, parcel);
  if (offer.isChange) return isOurs && isIn(offer, parcel) ? 'Votre accord est modifié.' : 'Ce changement a pris fin.';
  const isHalf = parcel?.status === 'accepted_for_delivery' || parcel?.status === 'carrier_chosen';
  const isComplete = isOurs && !isHalf && assignedStates.includes(parcel.status);
  return isComplete ? 'Votre accord est complet.' : 'Cette offre a pris fin.';
}

/** The terms have what the change names. */
const isIn = ({ price, grams, trip }: Offer, { terms }: Parcel): boolean =>
  terms !== undefined &&
  (!price || (price.amount === terms.price?.amount && price.currency === terms.price.currency)) &&
  (grams === undefined || grams === terms.grams) &&
  (!trip || trip.id === terms.trip?.id);
