import type { ReactNode } from 'react';
import type { Offer } from '#shared/deliveries/offer.ts';
import { namedTripText, termsText } from '#shared/deliveries/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { moneyText } from '#shared/values/money.ts';
import { Changes } from '#web/features/deliveries/agreement/open-offer.tsx';
import { noTrip, useTripChoice } from '#web/features/deliveries/agreement/trip-choice.tsx';
import { type OfferContext, useOfferActs } from '#web/features/deliveries/agreement/use-offer-acts.ts';
import { ConfirmDialog } from '#web/forms/confirming/confirm-dialog.tsx';
import { ReasonDialog } from '#web/forms/confirming/reason-dialog.tsx';
import { dropReason, reasonDraft } from '#web/forms/use-kept-text.ts';

type QuestionProps = OfferContext & { offer: Offer; onClose: () => void };

/** The question before an open offer is taken: the agreement that it makes, or what it changes. */
export function TakeQuestion(props: QuestionProps) {
  const { offer, parcel, memberId } = props;
  if (offer.isChange) return <ChangeQuestion {...props} />;
  return memberId === parcel.ownerId || offer.trip ? <TakeAsked {...props} /> : <TakeWithTrip {...props} />;
}

/** The owner's offer names no trip, so its taker names theirs. A carrier who said yes keeps the trip of their yes. */
function TakeWithTrip(props: QuestionProps) {
  const { parcel, memberId } = props;
  const saidYes = parcel.carrierId === memberId;
  const { tripId, waits, field } = useTripChoice(parcel, saidYes ? { agreed: parcel.terms?.trip, chosen: noTrip } : {});
  return <TakeAsked {...props} tripId={tripId} waits={waits} field={field} />;
}

type TakeAskedProps = QuestionProps & { tripId?: string | undefined; waits?: boolean; field?: ReactNode };

function TakeAsked({ onClose, offer, tripId, waits = false, field, ...context }: TakeAskedProps) {
  const { parcel, memberId, other } = context;
  const { take } = useOfferActs(context);
  const isOwner = memberId === parcel.ownerId;
  const name = <bdi translate="no">{nameOf(other)}</bdi>;
  const title = <bdi>{parcel.title}</bdi>;
  const { price, trip } = offer;
  const terms = `${price ? ` pour ${moneyText(price)}` : ''}${trip ? `, avec ${isOwner ? 'son' : 'votre'} ${namedTripText(trip)}` : ''}`;
  return (
    <ConfirmDialog
      open
      title={isOwner ? 'Choisir ce transporteur ?' : 'Accepter de livrer ce colis ?'}
      confirm={isOwner ? 'Choisir comme transporteur' : 'Accepter de livrer ce colis'}
      waits={waits}
      onConfirm={() => take(offer, tripId)}
      onClose={onClose}
    >
      <div className="stack">
        <p>
          {isOwner ? (
            <>
              {name} transportera « {title} »{terms}.
            </>
          ) : (
            <>
              Vous transporterez « {title} », de {name},{terms}.
            </>
          )}{' '}
          Votre accord est alors complet : organisez ensemble la remise du colis.
        </p>
        {field}
      </div>
    </ConfirmDialog>
  );
}

function ChangeQuestion({ onClose, offer, ...context }: QuestionProps) {
  const { take } = useOfferActs(context);
  const { terms } = context.parcel;
  return (
    <ConfirmDialog
      open
      title="Accepter ce changement ?"
      confirm="Accepter ce changement"
      onConfirm={() => take(offer, undefined)}
      onClose={onClose}
    >
      <div className="stack">
        {terms && <p>Votre accord actuel : {termsText(terms)}.</p>}
        <p>
          Il devient : <Changes offer={offer} terms={terms} />.
        </p>
      </div>
    </ConfirmDialog>
  );
}

/** The question before an offer ends: the other one declines it, with a reason or none, or its author withdraws. */
export function EndQuestion({ onClose, offer, ...context }: QuestionProps) {
  const { memberId, other } = context;
  const { end } = useOfferActs(context);
  const name = <bdi translate="no">{nameOf(other)}</bdi>;
  const amount = offer.price ? ` de ${moneyText(offer.price)}` : '';
  const stays = offer.isChange && ' Votre accord reste comme il est.';
  if (offer.by === memberId)
    return (
      <ConfirmDialog
        open
        title={offer.isChange ? 'Retirer ce changement ?' : 'Retirer votre offre ?'}
        confirm={offer.isChange ? 'Retirer' : "Retirer l'offre"}
        destructive
        onConfirm={() => end(offer)}
        onClose={onClose}
      >
        <p>
          {name} ne pourra plus accepter {offer.isChange ? 'ce changement' : `votre offre${amount}`}.{stays}
        </p>
      </ConfirmDialog>
    );
  const decline = async (reason: string) => {
    await end(offer, reason);
    dropReason('endOffer', offer.id);
  };
  return (
    <ReasonDialog
      title={offer.isChange ? 'Refuser ce changement ?' : 'Refuser cette offre ?'}
      draftName={reasonDraft('endOffer', offer.id)}
      confirm="Refuser"
      cancel="Fermer"
      hint={`${nameOf(other)} lira ce motif.`}
      isOptional
      onConfirm={decline}
      onClose={onClose}
    >
      <p>
        {offer.isChange ? `Vous n'acceptez pas ce changement.` : `Vous n'acceptez pas cette offre${amount}.`}
        {stays}
      </p>
    </ReasonDialog>
  );
}
