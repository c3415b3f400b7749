import { Link } from 'react-router-dom';
import { isFormer } from '#shared/messaging/words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import type { Situation } from '#shared/situation/contract.ts';
import type { Card } from '#shared/values/fields.ts';
import { RatePartner } from '#web/features/reviews/rate-partner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Drawing } from '#web/ui/pictures/drawing.tsx';

interface DeliveredProps {
  parcel: Parcel;
  situation: Situation;
  other: Card | undefined;
}

/** The parcel has arrived: a review of the other member, and the next action. */
export function DeliveredScene({ parcel, situation: { isOwner }, other }: DeliveredProps) {
  return (
    <section className="card stack delivered" aria-labelledby="delivered">
      <Drawing name="delivered" />
      <h2 id="delivered">{isOwner ? 'Votre colis est livré !' : 'Vous avez livré ce colis, merci !'}</h2>
      {other && !isFormer(other) && <RatePartner userId={other.id} name={other.firstName} />}
      <div>
        {isOwner ? (
          <Button as={Link} to={withQuery(paths.sendParcel, { copy: parcel.id })}>
            Envoyer un autre colis
          </Button>
        ) : (
          <Button as={Link} to={withQuery(paths.transportParcel, { parcel: parcel.id })}>
            Publier le trajet retour
          </Button>
        )}
      </div>
    </section>
  );
}
