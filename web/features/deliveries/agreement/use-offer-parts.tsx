import { type ReactNode, Suspense, useState } from 'react';
import { obstacleTo } from '#shared/deliveries/negotiable.ts';
import { approvedFirst, beforeHandshake } from '#shared/deliveries/rules.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import { type ActParcel, nextActOf } from '#web/features/deliveries/acts/act-names.ts';
import { AskingButton } from '#web/features/deliveries/acts/asking-button.tsx';
import type { AskedOffer } from '#web/features/deliveries/agreement/offer-dialogs.tsx';
import { OpenOffer } from '#web/features/deliveries/agreement/open-offer.tsx';
import type { OfferContext } from '#web/features/deliveries/agreement/use-offer-acts.ts';
import { lazyPart } from '#web/lib/load-part.ts';
import { useSession } from '#web/lib/session/session.ts';

const OfferDialogs = lazyPart(() =>
  import('#web/features/deliveries/agreement/offer-dialogs.tsx').then((file) => file.OfferDialogs),
);

type Negotiated = OfferContext & {
  parcel: Partial<Pick<Parcel, 'adminStatus'>>;
  /** No message reaches the other member now. */
  isClosed?: boolean | undefined;
  /** Texts for places without room. */
  isShort?: boolean;
};

export interface OfferParts {
  /** The open offer in a sentence. */
  line: ReactNode;
  /** The button that takes the other one's offer: the most urgent act. */
  take: ReactNode;
  /** The button of a new offer, or of another price, and the one that ends the open offer. */
  make: ReactNode;
  end: ReactNode;
  /** The question or form that was asked for. It stays when the offer is gone, so that nothing typed is lost. */
  dialog: ReactNode;
}

/** The acts of two members on a price, in parts for the places that show them. */
export function useOfferParts({ isClosed, isShort, ...context }: Negotiated): OfferParts {
  const { parcel, memberId, other, offer } = context;
  const { me } = useSession();
  const [now] = useState(Date.now);
  const [asked, setAsked] = useState<AskedOffer>();
  const isMine = offer?.by === memberId;
  const isReachable = !isClosed && !other.unavailable;
  const isVerified = me?.status === 'approved' && !waitsForVerification(parcel);
  const facts = { adminStatus: 'approved' as const, ...parcel };
  const mayMake = isReachable && isVerified && !obstacleTo(facts, { meId: memberId, otherId: other.id }, now);
  const canBeTaken = offer?.isChange || beforeHandshake.includes(parcel.status);
  const title = titleOf(context, isShort);
  const isMain = !offer && parcel.status !== 'pickup' && nextActOf(context) === undefined;
  return {
    line: offer && <OpenOffer {...context} offer={offer} />,
    take: offer && !isMine && isReachable && canBeTaken && (
      <AskingButton key="take" isPrimary onAsk={() => setAsked({ act: 'take', offer })}>
        {offer.isChange
          ? 'Accepter ce changement'
          : memberId === parcel.ownerId
            ? 'Choisir comme transporteur'
            : 'Accepter de livrer ce colis'}
      </AskingButton>
    ),
    make: mayMake && !(offer?.isChange && !isMine) && (
      <AskingButton
        key="make"
        isPrimary={isMain}
        onAsk={() => setAsked({ act: 'make', offer, title: titleOf(context) })}
      >
        {title}
      </AskingButton>
    ),
    end: offer && (isMine || isReachable) && (
      <AskingButton key="end" onAsk={() => setAsked({ act: 'end', offer })}>
        {isMine ? (offer.isChange ? 'Retirer' : "Retirer l'offre") : 'Refuser'}
      </AskingButton>
    ),
    dialog: asked && (
      <Suspense fallback={<output className="muted small">Ouverture…</output>}>
        <OfferDialogs {...{ parcel, memberId, other, asked }} onClose={() => setAsked(undefined)} />
      </Suspense>
    ),
  };
}

/** An offer would only be refused. The conversation shows the reason beside its acts. */
const waitsForVerification = ({ actions }: ActParcel) =>
  [actions.acceptDelivery, actions.chooseCarrier].some((act) => act?.reason === approvedFirst);

function titleOf({ parcel, memberId, offer }: OfferContext, isShort = false): string {
  if (parcel.status === 'pickup') return "Modifier l'accord";
  if (offer?.by === memberId) return 'Changer le prix';
  if (isShort) return 'Autre prix';
  return offer || parcel.price ? 'Proposer un autre prix' : 'Proposer un prix';
}
