import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { Offer } from '#shared/deliveries/offer.ts';
import { nextStepText, statusSentences, termsText } from '#shared/deliveries/words.ts';
import { isFormer, shortId } from '#shared/messaging/words.ts';
import type { Parcel, UnseenParcel as Unseen } from '#shared/parcels/contract.ts';
import { assignedStates, isParty } from '#shared/parcels/rules.ts';
import { paths } from '#shared/site/paths.ts';
import type { Card } from '#shared/values/fields.ts';
import { shortDay } from '#shared/values/time.ts';
import { ParcelActs } from '#web/features/deliveries/acts/parcel-act.tsx';
import { AnswerBy } from '#web/features/deliveries/agreement/answer-by.tsx';
import { useOfferParts } from '#web/features/deliveries/agreement/use-offer-parts.tsx';
import { ParcelStatusBadge } from '#web/features/parcels/badges.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

/** Camera and upload are loaded only when the member needs them. */
const HandoverPanel = lazyPart(() =>
  import('#web/features/messaging/parcel/handover-panel.tsx').then((file) => file.HandoverPanel),
);

/** A review is possible only after the delivery. */
const RatePartner = lazyPart(() => import('#web/features/reviews/rate-partner.tsx').then((file) => file.RatePartner));

/** The parcel of a conversation, the viewer and the other member; `withDelivery`: also shows photos and pickup. */
export interface ConversationParcel {
  parcel: Parcel;
  memberId: string;
  other: Card;
  withDelivery: boolean;
  /** The open offer of the two. */
  offer: Offer | undefined;
  /** No message reaches the other member now. */
  isClosed: boolean;
}

/** The parcel beside the messages, on wide screens. */
export const ParcelPane = (about: ConversationParcel) => (
  <section className="conversation__pane" aria-label="Colis concerné">
    <ParcelDetails {...about} heading="h2" />
  </section>
);

/** The parcel of the conversation, the possible acts, and the member it waits for. */
export function ParcelDetails({ heading: Heading, ...about }: ConversationParcel & { heading: 'h2' | 'h3' }) {
  const { parcel, memberId, other, withDelivery, offer } = about;
  const offers = useOfferParts(about);
  const { id, title, pickup, delivery, deadline, status } = parcel;
  const isTheirs = isParty(memberId, parcel) && isParty(other.id, parcel);
  const isMoving = isParty(memberId, parcel) && assignedStates.includes(status);
  const sentence = (isTheirs && nextStepText(parcel, memberId, other)) || statusSentences[status];
  return (
    <div className="stack">
      <div className="parcel-bar__top">
        <Heading className="parcel-pane__title">
          <bdi>{title}</bdi>
        </Heading>
        <ParcelStatusBadge status={status} returnConfirmedAt={parcel.returnConfirmedAt} />
      </div>
      <div>
        <p>
          <bdi translate="no">{pickup.city}</bdi>, {pickup.country} → <bdi translate="no">{delivery.city}</bdi>,{' '}
          {delivery.country}
        </p>
        <p className="small muted">
          Date limite {shortDay(deadline)} · Colis <span className="numeric">{shortId(id)}</span>
        </p>
      </div>
      {sentence && (
        <p>
          <bdi>{sentence}</bdi>
        </p>
      )}
      {isTheirs && <AnswerBy parcel={parcel} />}
      {isTheirs && parcel.terms && <p>{termsText(parcel.terms)}</p>}
      {offers.line}
      <ParcelActs
        {...{ parcel, memberId, other, offer, offers }}
        without={withDelivery && isTheirs ? 'validatePickup' : undefined}
      />
      {offers.dialog}
      {isTheirs && status === 'delivered' && !isFormer(other) && (
        <Suspense fallback={<Skeleton height="6rem" />}>
          <RatePartner userId={other.id} name={other.firstName} />
        </Suspense>
      )}
      {withDelivery && isTheirs && (
        <Suspense
          fallback={
            <Loading>
              <Skeleton height="8rem" />
            </Loading>
          }
        >
          <HandoverPanel parcel={parcel} memberId={memberId} hasChange={offer?.isChange} />
        </Suspense>
      )}
      {isMoving && (
        <p className="cluster">
          {isTheirs && !withDelivery && (
            <Link className="lone-link" to={paths.parcelConversation(other.id, id)}>
              {status === 'pickup' ? 'Photos et ramassage' : 'Photos de la livraison'}
            </Link>
          )}
          <Link className="lone-link" to={paths.delivery(id)}>
            Suivre la livraison
          </Link>
        </p>
      )}
    </div>
  );
}

/** For a member who may not see the parcel (any more): the title of the conversation, and the reason. */
export const UnseenParcel = ({ parcel: { id, title, sentence } }: { parcel: Unseen }) => (
  <section className="parcel-bar" aria-label="Colis concerné">
    {title && (
      <h2>
        <bdi>{title}</bdi>
      </h2>
    )}
    <p className="small">
      {sentence}
      {id && (
        <span className="muted">
          {' '}
          Colis <span className="numeric">{shortId(id)}</span>
        </span>
      )}
    </p>
    <p className="small">
      <Link to={paths.findParcels}>Rechercher des colis</Link>
    </p>
  </section>
);
