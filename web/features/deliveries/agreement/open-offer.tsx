import type { Offer } from '#shared/deliveries/offer.ts';
import { changesOf, insteadOf } from '#shared/deliveries/offer-words.ts';
import { namedTripText } from '#shared/deliveries/words.ts';
import type { Terms } from '#shared/parcels/terms.ts';
import { moneyText } from '#shared/values/money.ts';
import type { OfferContext } from '#web/features/deliveries/agreement/use-offer-acts.ts';
import { deadlineText } from '#web/lib/moments.ts';
import { Moment } from '#web/ui/moment.tsx';
import '#web/features/deliveries/agreement/offers.css';

/** The open offer in a sentence: what it names, and until when its reader may answer. */
export function OpenOffer({ parcel, memberId, other, offer }: OfferContext & { offer: Offer }) {
  const name = <bdi translate="no">{other.firstName}</bdi>;
  const until = <Moment at={offer.until} text={deadlineText(offer.until)} />;
  const isMine = offer.by === memberId;
  if (offer.isChange)
    return (
      <p className="open-offer">
        {isMine ? 'Vous avez proposé : ' : <>{name} propose : </>}
        <Changes offer={offer} terms={parcel.terms} />.{' '}
        {isMine ? (
          <>
            {name} a jusqu'au {until} pour répondre.
          </>
        ) : (
          <>Réponse possible jusqu'au {until}.</>
        )}
      </p>
    );
  const { price, trip } = offer;
  const announced = parcel.price && price && moneyText(parcel.price) !== moneyText(price);
  return (
    <p className="open-offer">
      {isMine ? 'Vous avez proposé ' : <>{name} propose </>}
      <strong>{price && moneyText(price)}</strong>
      {announced && parcel.price && ` (annoncé : ${moneyText(parcel.price)})`}
      {trip && `, ${namedTripText(trip)}`}.{' '}
      {isMine ? (
        <>
          {name} a jusqu'au {until} pour répondre.
        </>
      ) : (
        <>Réponse possible jusqu'au {until}.</>
      )}
    </p>
  );
}

/** « 35 € ~~25 €~~ · 5 kg ~~3,5 kg~~ »: the struck values are read as « au lieu de ». */
export const Changes = ({ offer, terms }: { offer: Offer; terms: Terms | undefined }) => (
  <>
    {changesOf(offer, terms).map(({ now, before }, index) => (
      <span key={now}>
        {index > 0 && ' · '}
        <strong>{now}</strong>
        {before && (
          <>
            {' '}
            <span className="visually-hidden">{insteadOf(before)} </span>
            <s>{before}</s>
          </>
        )}
      </span>
    ))}
  </>
);
