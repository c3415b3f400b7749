import { type ComponentProps, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { isFormer } from '#shared/messaging/words.ts';
import type { Parcel, UnseenParcel as Unseen } from '#shared/parcels/contract.ts';
import { trackingNumber } from '#shared/parcels/rules.ts';
import { findPath, paths } from '#shared/site/paths.ts';
import type { ActName, Situation } from '#shared/situation/contract.ts';
import { termsLine } from '#shared/situation/words.ts';
import type { Card } from '#shared/values/fields.ts';
import { shortDay } from '#shared/values/time.ts';
import { isHandover } from '#web/features/deliveries/acts/acted.ts';
import { groupsOf, useActs } from '#web/features/deliveries/acts/use-acts.tsx';
import { ActionsMenu } from '#web/features/listings/actions-menu.tsx';
import { AfterFirstView } from '#web/features/parcels/after-first-view.tsx';
import { SituationSentence } from '#web/features/situation/sentence.tsx';
import { StageBadge } from '#web/features/situation/stage-badge.tsx';
import { lazyPart } from '#web/lib/load-part.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';

const HandoverPanel = lazyPart(() =>
  import('#web/features/messaging/parcel/handover-panel.tsx').then((file) => file.HandoverPanel),
);

const RatePartner = lazyPart(() => import('#web/features/reviews/rate-partner.tsx').then((file) => file.RatePartner));

/** The parcel of a conversation, the viewer and the other member; `withDelivery`: also shows photos and pickup. */
export interface ConversationParcel {
  parcel: Parcel;
  situation: Situation;
  memberId: string;
  other: Card;
  withDelivery: boolean;
}

export const peopleOf = ({ parcel, situation, other }: Omit<ConversationParcel, 'memberId' | 'withDelivery'>) => ({
  other,
  partner: situation.isOwner ? parcel.carrier : parcel.owner,
  ends: parcel,
});

export const ParcelPane = (about: ConversationParcel) => (
  <section className="conversation__pane" aria-label="Colis concerné">
    <ParcelDetails {...about} heading="h2" />
  </section>
);

/** The parcel of the conversation, the possible acts, and the member it waits for. */
export function ParcelDetails({ heading: Heading, ...about }: ConversationParcel & { heading: 'h2' | 'h3' }) {
  const { parcel, situation, memberId, other, withDelivery } = about;
  const acts = useActs({ parcel, memberId, other });
  const { title, pickup, delivery, deadline, carrierId } = parcel;
  const { isOwner, terms } = situation;
  const hasPhotos = withDelivery && carrierId === (isOwner ? other.id : memberId);
  const isMyOffer = situation.offer?.by === memberId;
  // The author of a price finds the plain yes, which means another price, only in the menu.
  const isPlainYes = (name: ActName) => isMyOffer && (name === 'acceptDelivery' || name === 'chooseCarrier');
  // The panel has the act with its photos, the stars are below, and the composer's place offers to unblock.
  const isElsewhere = (name: ActName) =>
    name === 'rate' || name === 'unblock' || (hasPhotos && isHandover(name, situation));
  const { first, rest } = groupsOf(situation, (name) => isElsewhere(name) || isPlainYes(name));
  const inMenu = acts.menu(situation.acts.flatMap(({ name, reason }) => (isPlainYes(name) || reason ? [] : [name])));
  return (
    <div className="stack">
      <Heading className="parcel-pane__title">
        <bdi>{title}</bdi>
      </Heading>
      <div>
        <StageBadge of={situation} />
      </div>
      <div>
        <p>
          <bdi translate="no">{pickup.city}</bdi>, {pickup.country} → <bdi translate="no">{delivery.city}</bdi>,{' '}
          {delivery.country}
        </p>
        <p className="small muted">
          Date limite {shortDay(deadline)} · Numéro de suivi <span className="numeric">{parcel.trackingNumber}</span>
        </p>
      </div>
      <p>
        <SituationSentence parcelId={parcel.id} situation={situation} people={peopleOf(about)} />
      </p>
      <p>{termsLine(terms, parcel)}</p>
      <ContentsLater contents={parcel.contents} ends={parcel} />
      {first.length > 0 && <div className="cluster">{first.map((name) => acts.button(name))}</div>}
      {hasPhotos && (
        <Suspense
          fallback={
            <Loading>
              <Skeleton height="8rem" />
            </Loading>
          }
        >
          <HandoverPanel {...about} onRefuse={() => acts.ask('refuseContents')} />
        </Suspense>
      )}
      {rest.length + inMenu.length > 0 && (
        <div className="cluster">
          {rest.map((name) => acts.button(name))}
          {inMenu.length > 0 && <ActionsMenu label={title} actions={inMenu} />}
        </div>
      )}
      {situation.acts.some(({ name }) => name === 'rate') && !isFormer(other) && (
        <Suspense fallback={<Skeleton height="6rem" />}>
          <RatePartner userId={other.id} name={other.firstName} />
        </Suspense>
      )}
      <DeliveryLinks {...about} />
    </div>
  );
}

function DeliveryLinks({ parcel, situation, memberId, other, withDelivery }: ConversationParcel) {
  const { id, carrierId } = parcel;
  const { stage, isOwner } = situation;
  if (!carrierId || stage === 'cancelled' || (!isOwner && carrierId !== memberId)) return null;
  const isTheirs = carrierId === (isOwner ? other.id : memberId);
  return (
    <p className="cluster">
      {isTheirs && !withDelivery && stage !== 'proposed' && stage !== 'chosen' && (
        <Link className="lone-link" to={paths.parcelConversation(other.id, id)}>
          {stage === 'agreed' ? 'Photos et récupération' : 'Photos de la livraison'}
        </Link>
      )}
      <Link className="lone-link" to={paths.delivery(id)}>
        Suivre la livraison
      </Link>
    </p>
  );
}

interface UnseenProps {
  parcel: Unseen;
  memberId: string;
  other: Card;
}

export function UnseenParcel({ parcel: { id = '', title, sentence, route, situation }, memberId, other }: UnseenProps) {
  const acts = useActs({ parcel: { id, title: title ?? '', situation }, memberId, other });
  return (
    <section className="parcel-bar" aria-label="Colis concerné">
      {title && (
        <h2>
          <bdi>{title}</bdi>
        </h2>
      )}
      <p className="small">
        {situation ? <SituationSentence parcelId={id} situation={situation} people={{ other }} /> : sentence}
        {id && (
          <span className="muted">
            {' '}
            Numéro de suivi <span className="numeric">{trackingNumber(id)}</span>
          </span>
        )}
      </p>
      {situation && <div className="cluster">{situation.acts.map(({ name }) => acts.button(name))}</div>}
      <p className="small">
        <Link to={findPath('parcel', route)}>{route ? 'Trouver un colis sur ce trajet' : 'Rechercher des colis'}</Link>
      </p>
    </section>
  );
}

const ContentsList = lazyPart(() =>
  import('#web/features/parcels/contents-list.tsx').then((file) => file.ContentsList),
);

/** The list on pages that load without its labels and the table of customs. */
const ContentsLater = (props: ComponentProps<typeof ContentsList>) => (
  <AfterFirstView height="6rem">
    <ContentsList {...props} />
  </AfterFirstView>
);
