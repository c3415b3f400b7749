import { type ReactNode, useState } from 'react';
import { talkFirst } from '#shared/deliveries/rules.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { Parcel } from '#shared/parcels/contract.ts';
import type { Card } from '#shared/values/fields.ts';
import { useParcelAct } from '#web/features/deliveries/use-parcel-act.ts';
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx';

type HandshakeProps = { parcel: Parcel; memberId: string; other: Card };
type Question = { button: string; title: string; confirm: string; destructive?: boolean; text: ReactNode };
type Offer = 'chooseCarrier' | 'acceptDelivery' | 'releaseCarrier';

/** What two members may agree on about a parcel, each act with its consequence said before it (product 2.2). */
export function Handshake({ parcel, memberId, other }: HandshakeProps) {
  const [asked, setAsked] = useState<Offer>();
  const act = useParcelAct();
  const questions = questionsOf({ parcel, memberId, other });
  const offers = (Object.keys(questions) as Offer[]).filter((name) => parcel.actions[name]);
  const shown = offers.filter((name) => parcel.actions[name]?.allowed && isAbout(name, { parcel, memberId, other }));
  const reasons = new Set(offers.map((name) => parcel.actions[name]?.reason));
  const question = asked && questions[asked];

  const confirm = () => {
    if (!asked) return;
    const step = asked === 'chooseCarrier' ? { act: asked, parcel, carrierId: other.id } : { act: asked, parcel };
    act.mutate(step, { onSettled: () => setAsked(undefined) });
  };
  return (
    <>
      {[...reasons].map(
        (reason) =>
          reason &&
          reason !== talkFirst && (
            <p key={reason} className="muted small">
              {reason}
            </p>
          ),
      )}
      {shown.length > 0 && (
        <div className="cluster">
          {shown.map((name) => (
            <button
              key={name}
              type="button"
              className={`amplify-button ${name === 'releaseCarrier' ? '' : 'amplify-button--primary'}`}
              onClick={() => setAsked(name)}
            >
              {questions[name].button}
            </button>
          ))}
        </div>
      )}
      {question && (
        <ConfirmDialog
          open
          title={question.title}
          confirm={question.confirm}
          destructive={question.destructive}
          busy={act.isPending}
          onConfirm={confirm}
          onClose={() => setAsked(undefined)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </>
  );
}

/** In a talk with somebody else the carrier is not let go. */
const isAbout = (name: Offer, { parcel, memberId, other }: HandshakeProps) =>
  name !== 'releaseCarrier' || parcel.carrierId === memberId || parcel.carrierId === other.id;

function questionsOf({ parcel, memberId, other }: HandshakeProps): Record<Offer, Question> {
  const name = <bdi>{nameOf(other)}</bdi>;
  const title = <bdi>{parcel.title}</bdi>;
  const isCarrier = parcel.carrierId === memberId;
  const completes =
    (parcel.status === 'accepted_for_delivery' && parcel.carrierId === other.id) ||
    (parcel.status === 'carrier_chosen' && isCarrier);
  return {
    chooseCarrier: {
      button: 'Choisir comme transporteur',
      title: 'Choisir ce transporteur ?',
      confirm: 'Choisir comme transporteur',
      text: (
        <p>
          {name} transportera « {title} ».{' '}
          {completes
            ? 'Votre accord est alors complet : organisez ensemble la remise du colis.'
            : 'Les autres propositions seront refusées. Votre choix doit encore être accepté.'}
        </p>
      ),
    },
    acceptDelivery: {
      button: 'Accepter de livrer ce colis',
      title: 'Accepter de livrer ce colis ?',
      confirm: 'Accepter de livrer ce colis',
      text: (
        <p>
          Vous vous engagez à transporter « {title} » pour {name}.{' '}
          {completes
            ? 'Votre accord est alors complet : organisez ensemble la remise du colis.'
            : "L'expéditeur doit encore vous choisir."}
        </p>
      ),
    },
    releaseCarrier: {
      button: isCarrier ? 'Se désister' : 'Retirer ce transporteur',
      title: isCarrier ? 'Se désister de cette livraison ?' : 'Retirer ce transporteur ?',
      confirm: isCarrier ? 'Se désister' : 'Retirer ce transporteur',
      destructive: true,
      text: (
        <p>
          {isCarrier ? (
            <>Vous ne transporterez plus « {title} ».</>
          ) : (
            <>
              {name} ne transportera plus « {title} ».
            </>
          )}{' '}
          Le colis sera de nouveau proposé aux autres voyageurs.
        </p>
      ),
    },
  };
}
