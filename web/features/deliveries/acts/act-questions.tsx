import type { ReactNode } from 'react';
import { carrierActLabels, namedTripText } from '#shared/deliveries/words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { moneyText } from '#shared/values/money.ts';
import { type ActContext, type ActName, type ActParcel, partnerOf } from '#web/features/deliveries/acts/act-names.ts';

/** The name of an act and its consequences, the same on every page that offers it. */
export interface Question {
  button: string;
  title: string;
  /** The act in words, never « OK ». */
  confirm: string;
  text: ReactNode;
  destructive?: boolean;
  /** The reader of the reason. Acts without a reason have none. */
  reasonHint?: string;
}

const agreed = 'Votre accord est alors complet : organisez ensemble la remise du colis.';

/**
 * « , au prix annoncé de 30 €, avec son trajet en avion du 12 déc. 2026 »: the terms that the act completes, or those
 * of a first yes. Half an agreement of a release without terms has no clause.
 */
function termsClause(parcel: ActParcel, isAnswer: boolean): string {
  const terms = isAnswer ? parcel.terms : { price: parcel.price, trip: undefined };
  if (!terms) return '';
  const { price, trip } = terms;
  return [
    price ? `, au prix annoncé de ${moneyText(price)}` : " ; aucun prix n'est annoncé",
    trip ? `, avec son ${namedTripText(trip)}` : '',
  ].join('');
}

/** A yes at the announced price ends the member's own open offer (rule 122). */
const withdrawnOffer = ({ offer, memberId }: ActContext) =>
  offer?.by === memberId &&
  offer.price &&
  !offer.isChange && <p>Votre offre de {moneyText(offer.price)} est alors retirée.</p>;

/** The pickup drops an open change (rule 130). */
export const dropsChange =
  "Un changement de l'accord attend une réponse : il sera abandonné, et l'accord actuel reste valable.";

/** The question before an act, in the words for this member. */
export function questionOf(act: ActName, context: ActContext): Question {
  const { parcel, memberId } = context;
  const partner = partnerOf(context);
  const partnerName = partner ? nameOf(partner) : 'l’autre membre';
  const name = <bdi translate="no">{partnerName}</bdi>;
  const title = <bdi>{parcel.title}</bdi>;
  const isOwner = parcel.ownerId === memberId;
  const isCarrier = parcel.carrierId === memberId;
  const answersOffer = parcel.status === 'accepted_for_delivery' && parcel.carrierId === partner?.id;
  const answersChoice = parcel.status === 'carrier_chosen' && isCarrier;
  const reader = `${partnerName} lira ce motif.`;

  switch (act) {
    case 'chooseCarrier':
      return {
        button: 'Choisir comme transporteur',
        title: 'Choisir ce transporteur ?',
        confirm: 'Choisir comme transporteur',
        text: (
          <>
            <p>
              {name} transportera « {title} »{termsClause(parcel, answersOffer)}.{' '}
              {answersOffer
                ? agreed
                : "Ce voyageur a 48 heures pour accepter ; pendant ce temps, le colis n'est plus proposé aux autres."}
            </p>
            {withdrawnOffer(context)}
          </>
        ),
      };
    case 'acceptDelivery':
      return {
        button: 'Accepter de livrer ce colis',
        title: 'Accepter de livrer ce colis ?',
        confirm: 'Accepter de livrer ce colis',
        text: (
          <>
            <p>
              Vous vous engagez à transporter « {title} » pour {name}
              {termsClause(parcel, answersChoice)}.{' '}
              {answersChoice
                ? agreed
                : "L'expéditeur a 48 heures pour vous choisir ; pendant ce temps, le colis n'est plus proposé aux autres voyageurs."}
            </p>
            {!answersChoice && !parcel.price && <p>Pour convenir d'un prix ici, proposez-le d'abord.</p>}
            {withdrawnOffer(context)}
          </>
        ),
      };
    case 'releaseCarrier': {
      const isAnswer = (isOwner && answersOffer) || answersChoice;
      const label = isAnswer ? 'Refuser' : isCarrier ? 'Se désister' : 'Retirer ce transporteur';
      return {
        button: label,
        title: isAnswer
          ? 'Refuser cette proposition ?'
          : isCarrier
            ? 'Se désister de cette livraison ?'
            : 'Retirer ce transporteur ?',
        confirm: label,
        destructive: true,
        reasonHint: reader,
        text: (
          <p>
            {isCarrier ? (
              <>Vous ne transporterez pas « {title} ».</>
            ) : (
              <>
                {name} ne transportera pas « {title} ».
              </>
            )}{' '}
            Le colis sera de nouveau proposé aux autres voyageurs, et nous prévenons {name}.
          </p>
        ),
      };
    }
    case 'cancelParcel':
      return {
        button: "Annuler l'envoi",
        title: 'Annuler cet envoi ?',
        confirm: "Annuler l'envoi",
        destructive: true,
        reasonHint: parcel.carrierId ? 'Le transporteur lira ce motif.' : 'Pour vous en souvenir.',
        text: (
          <p>
            « {title} » disparaît de la recherche et ne pourra plus être livré.
            {parcel.carrierId && ' Nous prévenons le transporteur.'}
          </p>
        ),
      };
    case 'returnParcel':
      return {
        button: "Retour à l'expéditeur",
        title: isOwner ? 'Demander le retour de ce colis ?' : "Rapporter ce colis à l'expéditeur ?",
        confirm: isOwner ? 'Demander le retour' : 'Rapporter le colis',
        destructive: true,
        reasonHint: reader,
        text: (
          <p>
            « {title} » ne sera pas remis au destinataire :{' '}
            {isOwner ? (
              <>{name}, que nous prévenons, vous le rapporte.</>
            ) : (
              <>vous le rapportez à {name}, que nous prévenons.</>
            )}{' '}
            La livraison ne pourra pas reprendre.
          </p>
        ),
      };
    case 'confirmReturn':
      return {
        button: 'Confirmer le retour',
        title: 'Confirmer le retour du colis ?',
        confirm: 'Confirmer le retour',
        text: (
          <p>
            {name} vous a rendu « {title} ». Le retour est alors terminé : vos numéros de téléphone ne sont plus
            partagés.
          </p>
        ),
      };
    case 'validatePickup':
      return {
        button: carrierActLabels.validatePickup,
        title: carrierActLabels.validatePickup,
        confirm: carrierActLabels.validatePickup,
        text: (
          <>
            <p>Le colis est alors en transit : nous prévenons {name}, qui ne pourra plus l'annuler.</p>
            {context.offer?.isChange && <p>{dropsChange}</p>}
          </>
        ),
      };
    case 'startDelivery':
      return {
        button: carrierActLabels.startDelivery,
        title: `${carrierActLabels.startDelivery} ?`,
        confirm: carrierActLabels.startDelivery,
        text: (
          <p>
            Vous allez remettre « {title} » à son destinataire : nous prévenons {name}.
          </p>
        ),
      };
    case 'validateDelivery':
      return {
        button: carrierActLabels.validateDelivery,
        title: carrierActLabels.validateDelivery,
        confirm: carrierActLabels.validateDelivery,
        text: (
          <p>
            « {title} » est remis à son destinataire et la livraison terminée : nous prévenons {name}.
          </p>
        ),
      };
    case 'recordPosition':
      return {
        button: 'Indiquer ma position',
        title: 'Où est le colis ?',
        confirm: 'Enregistrer la position',
        text: (
          <p>{name} voit la ville, l'heure et votre note dans le suivi. Aucune position n'est relevée sans vous.</p>
        ),
      };
  }
}
