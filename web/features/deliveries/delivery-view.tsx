import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Proof, TrackingEvent } from '#shared/deliveries/contract.ts';
import { deliveryWords, statusSentences } from '#shared/deliveries/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { sizeDescriptions, weightText } from '#shared/parcels/words.ts';
import { paths } from '#shared/site/paths.ts';
import type { Card } from '#shared/values/fields.ts';
import { of } from '#shared/values/french.ts';
import { moneyText, priceToAgree } from '#shared/values/money.ts';
import { longDay, moment } from '#shared/values/time.ts';
import { deliveriesQuery } from '#web/features/deliveries/api.ts';
import { CarrierAction } from '#web/features/deliveries/carrier-action.tsx';
import { deliverySteps } from '#web/features/deliveries/delivery-steps.ts';
import { ProofPhotos } from '#web/features/deliveries/proof-photos.tsx';
import { RouteLine } from '#web/features/listings/route-line.tsx';
import { ParcelStatusBadge } from '#web/features/parcels/badges.tsx';
import { MemberLine } from '#web/features/profiles/member-line.tsx';
import { asProblem } from '#web/lib/api/problem.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { ErrorPanel } from '#web/ui/error-panel.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Timeline } from '#web/ui/progress/timeline.tsx';
import '#web/features/deliveries/deliveries.css';

type DeliveryProps = {
  parcel: Parcel;
  memberId: string;
  /** Whom the owner talks to while nobody is named as carrier. */
  partnerId: string | undefined;
};

/** A parcel on its way, for its owner and its carrier (product 2.2, Parcel tracking). */
export function DeliveryView({ parcel, memberId, partnerId }: DeliveryProps) {
  const params = { parcelId: parcel.id };
  const tracking = useQuery(deliveriesQuery('tracking', { params }));
  const photos = useQuery(deliveriesQuery('proofs', { params }));
  const failed = tracking.error ?? photos.error;
  const proofs = photos.data?.items ?? [];
  return (
    <div className="delivery">
      <div className="stack">
        <Progress
          parcel={parcel}
          memberId={memberId}
          events={tracking.data?.items ?? []}
          proofs={proofs}
          onPhotoExpired={() => void photos.refetch()}
        />
        {failed && (
          <ErrorPanel
            title={deliveryWords.loadFailed}
            message={asProblem(failed).detail}
            onRetry={() => void Promise.all([tracking.refetch(), photos.refetch()])}
          />
        )}
        {photos.data && <CarrierAction parcel={parcel} proofs={proofs} />}
      </div>
      <div className="stack">
        <Parties parcel={parcel} memberId={memberId} partnerId={partnerId} />
        <Details parcel={parcel} />
      </div>
    </div>
  );
}

type ProgressProps = {
  parcel: Parcel;
  memberId: string;
  events: readonly TrackingEvent[];
  proofs: readonly Proof[];
  onPhotoExpired: () => void;
};

function Progress({ parcel, memberId, events, proofs, onPhotoExpired }: ProgressProps) {
  const author = (id: string | undefined) => {
    if (id === undefined) return undefined;
    if (id === memberId) return 'vous';
    const card = [parcel.owner, parcel.carrier].find((person) => person?.id === id);
    return card && nameOf(card);
  };
  const steps = deliverySteps(parcel.status, events, proofs).map(({ at, by, proofs: ofStep, ...step }) => ({
    ...step,
    at: at && [moment(at), author(by)].filter(Boolean).join(', par '),
    children: <ProofPhotos proofs={ofStep} onExpired={onPhotoExpired} />,
  }));
  return (
    <section className="card stack" aria-labelledby="progress">
      <div className="delivery__top">
        <h2 id="progress">Suivi</h2>
        <ParcelStatusBadge status={parcel.status} />
      </div>
      {statusSentences[parcel.status] && <p>{statusSentences[parcel.status]}</p>}
      {parcel.cancelReason && (
        <p>
          Motif : <bdi>{parcel.cancelReason}</bdi>
        </p>
      )}
      <Timeline steps={steps} label="Étapes de la livraison" />
    </section>
  );
}

function Parties({ parcel, memberId, partnerId }: DeliveryProps) {
  const isOwner = memberId === parcel.ownerId;
  const otherId = isOwner ? (parcel.carrierId ?? partnerId) : parcel.ownerId;
  const other = isOwner ? parcel.carrier : parcel.owner;
  return (
    <section className="card stack" aria-labelledby="parties">
      <h2 id="parties">Les deux parties</h2>
      <Party label="Expéditeur" card={parcel.owner} isMe={isOwner} />
      {parcel.carrier ? (
        <Party label="Transporteur" card={parcel.carrier} isMe={parcel.carrierId === memberId} />
      ) : (
        <p className="muted">Aucun transporteur pour le moment</p>
      )}
      {otherId && !other?.unavailable && (
        <Link className="amplify-button" to={paths.conversation(otherId, parcel.id)}>
          <MessageCircle size={20} aria-hidden="true" /> Contacter
        </Link>
      )}
    </section>
  );
}

const Party = ({ label, card, isMe }: { label: string; card: Card; isMe: boolean }) => (
  <div className="stack stack--tight">
    <p className="small muted">
      {label}
      {isMe && ' (vous)'}
    </p>
    <MemberLine member={card} />
    {!isMe && !card.unavailable && (
      <p className="small">
        <Link className="lone-link" to={paths.memberProfile(card.id)} aria-label={`Voir le profil ${of(nameOf(card))}`}>
          Voir le profil
        </Link>
      </p>
    )}
  </div>
);

function Details({ parcel }: { parcel: Parcel }) {
  const { trackingNumber, description, pickup, delivery, weightGrams, size, price, deadline } = parcel;
  return (
    <section className="card stack" aria-labelledby="details">
      <h2 id="details">Détails du colis</h2>
      <p className="delivery__number">
        Numéro de suivi <strong className="numeric">{trackingNumber}</strong>
        <CopyButton text={trackingNumber} label="Copier le numéro de suivi" />
      </p>
      <RouteLine from={pickup} to={delivery} />
      <p dir="auto" className="member-text">
        {description}
      </p>
      <Facts
        facts={[
          ['Poids', weightText(weightGrams)],
          ['Taille', sizeDescriptions[size]],
          ['Prix', price ? moneyText(price) : priceToAgree],
          ['Date limite', longDay(deadline)],
        ]}
      />
    </section>
  );
}
