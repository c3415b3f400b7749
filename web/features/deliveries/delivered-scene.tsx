import { Star } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Parcel } from '#shared/parcels/contract.ts';
import { paths, withQuery } from '#shared/site/paths.ts';
import { useMember } from '#web/features/profiles/use-member.ts';
import { ReviewDialog } from '#web/features/reviews/review-dialog.tsx';
import { Stars, starsText } from '#web/features/reviews/stars-field.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { Drawing } from '#web/ui/drawing.tsx';

/** The parcel has arrived: a review of the other member, a way to report a problem, and the next action. */
export function DeliveredScene({ parcel, memberId }: { parcel: Parcel; memberId: string }) {
  const isOwner = memberId === parcel.ownerId;
  const partner = isOwner ? parcel.carrier : parcel.owner;
  return (
    <section className="card stack delivered" aria-labelledby="delivered">
      <Drawing name="delivered" />
      <h2 id="delivered">{isOwner ? 'Votre colis est livré !' : 'Vous avez livré ce colis, merci !'}</h2>
      {partner && !partner.unavailable && <RatePartner userId={partner.id} name={partner.firstName} />}
      <div className="cluster">
        {isOwner ? (
          <Link className="amplify-button" to={withQuery(paths.sendParcel, { copy: parcel.id })}>
            Envoyer un autre colis
          </Link>
        ) : (
          <Link className="amplify-button" to={withQuery(paths.transportParcel, { parcel: parcel.id })}>
            Publier le trajet retour
          </Link>
        )}
        <Link
          className="amplify-button amplify-button--link"
          to={withQuery(paths.contact, { topic: 'delivery', parcel: parcel.trackingNumber })}
        >
          Signaler un problème
        </Link>
      </div>
    </section>
  );
}

const starCounts = [1, 2, 3, 4, 5] as const;

/** Five stars with one touch and an optional text. A member who has already rated sees their stars. */
function RatePartner({ userId, name }: { userId: string; name: string }) {
  const { me } = useSession();
  const { member } = useMember(userId);
  const [stars, setStars] = useState<number>();
  if (!member) return null;
  const mine = member.myReview;
  if (!mine && me?.status !== 'approved')
    return <p className="muted small">Vous pourrez laisser un avis dès que votre identité sera vérifiée.</p>;
  return (
    <>
      {mine ? (
        <div className="cluster">
          <p>
            Votre note pour <bdi>{name}</bdi> : <Stars count={mine.rating} />
          </p>
          <button type="button" className="amplify-button amplify-button--link" onClick={() => setStars(mine.rating)}>
            Modifier mon avis
          </button>
        </div>
      ) : (
        <fieldset className="delivered__stars">
          <legend>
            Tout est conforme ? Notez <bdi>{name}</bdi>
          </legend>
          {starCounts.map((count) => (
            <button
              key={count}
              type="button"
              className="icon-button"
              aria-label={starsText(count)}
              onClick={() => setStars(count)}
            >
              <Star size={32} aria-hidden="true" />
            </button>
          ))}
        </fieldset>
      )}
      {stars !== undefined && (
        <ReviewDialog userId={userId} name={name} mine={mine} preset={stars} onClose={() => setStars(undefined)} />
      )}
    </>
  );
}
