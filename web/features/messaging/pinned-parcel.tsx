import { Link } from 'react-router-dom';
import { statusSentences } from '#shared/deliveries/words.ts';
import { shortId } from '#shared/messaging/words.ts';
import type { Parcel, UnseenParcel as Unseen } from '#shared/parcels/contract.ts';
import { assignedStates } from '#shared/parcels/rules.ts';
import { paths } from '#shared/site/paths.ts';
import type { Card } from '#shared/values/fields.ts';
import { shortDay } from '#shared/values/time.ts';
import { ParcelActs } from '#web/features/deliveries/acts/parcel-act.tsx';
import { ParcelStatusBadge } from '#web/features/parcels/badges.tsx';

/** What the conversation is about, and what may be agreed on now. */
export function PinnedParcel({ parcel, memberId, other }: { parcel: Parcel; memberId: string; other: Card }) {
  const { id, title, pickup, delivery, deadline, status } = parcel;
  const isMine = memberId === parcel.ownerId || memberId === parcel.carrierId;
  const isAssigned = assignedStates.includes(status);
  const sentence = statusSentences[status];
  return (
    <section className="card pinned-parcel" aria-label="Colis concerné">
      <div className="pinned-parcel__top">
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <ParcelStatusBadge status={status} />
      </div>
      <p className="small">
        <bdi>{pickup.city}</bdi>, {pickup.country} → <bdi>{delivery.city}</bdi>, {delivery.country}
      </p>
      <p className="small muted">
        Échéance {shortDay(deadline)} · Colis <span className="numeric">{shortId(id)}</span>
      </p>
      {sentence && <p className="small">{sentence}</p>}
      <ParcelActs parcel={parcel} memberId={memberId} other={other} />
      {isMine && isAssigned && (
        <p>
          <Link className="lone-link" to={paths.delivery(id)}>
            Suivre la livraison
          </Link>
        </p>
      )}
    </section>
  );
}

/** What is left of the parcel for who may not see it (any more): the title of the talk, and why there is no more. */
export const UnseenParcel = ({ parcel: { id, title, sentence } }: { parcel: Unseen }) => (
  <section className="card pinned-parcel" aria-label="Colis concerné">
    {title && (
      <h2>
        <bdi>{title}</bdi>
      </h2>
    )}
    {id && (
      <p className="small muted">
        Colis <span className="numeric">{shortId(id)}</span>
      </p>
    )}
    <p className="small">{sentence}</p>
    <p className="small">
      <Link to={paths.findParcels}>Rechercher des colis</Link>
    </p>
  </section>
);
