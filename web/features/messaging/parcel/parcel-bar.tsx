import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { nextStepText } from '#shared/deliveries/words.ts';
import { isFormer } from '#shared/messaging/words.ts';
import { isParty } from '#shared/parcels/rules.ts';
import { nextBeside, ParcelAct } from '#web/features/deliveries/acts/parcel-act.tsx';
import { AnswerBy } from '#web/features/deliveries/agreement/answer-by.tsx';
import { useOfferParts } from '#web/features/deliveries/agreement/use-offer-parts.tsx';
import { type ConversationParcel, ParcelDetails } from '#web/features/messaging/parcel/parcel-pane.tsx';
import { ParcelStatusBadge } from '#web/features/parcels/badges.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

/** The parcel above the messages on narrow screens: title, state and main act. One touch shows the rest. */
export function ParcelBar(about: ConversationParcel) {
  const { parcel, memberId, other, withDelivery, offer } = about;
  const [isOpen, setOpen] = useState(false);
  const { line, take, make, end, dialog } = useOfferParts(about);
  const next = nextBeside({ take }, about);
  // Only the offer and the main act have room. In `pickup` the way to a change is behind the title.
  const another = parcel.status !== 'pickup' && make;
  const isHandedOver = withDelivery && next === 'validatePickup';
  const sentence = nextStepText(parcel, memberId, other);
  const nextAct =
    next &&
    (isHandedOver ? (
      <Button variant={take ? 'default' : 'primary'} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Photos et ramassage
      </Button>
    ) : (
      <ParcelAct key={next} act={next} isPrimary={!take} {...{ parcel, memberId, other, offer }} />
    ));
  const isTheirs = isParty(memberId, parcel) && isParty(other.id, parcel);
  const isDone = parcel.status === 'delivered' && isTheirs;
  return (
    <section className={`parcel-bar ${line ? 'parcel-bar--offer' : ''}`} aria-label="Colis concerné">
      <div className="parcel-bar__top">
        <h2>
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <bdi>{parcel.title}</bdi>
            <ChevronRight size={18} aria-hidden="true" />
          </button>
        </h2>
        <ParcelStatusBadge status={parcel.status} returnConfirmedAt={parcel.returnConfirmedAt} />
      </div>
      {line && <div className="small">{line}</div>}
      {take || next ? (
        <div className="parcel-bar__act">{take || nextAct}</div>
      ) : isDone && !isFormer(other) ? (
        <div className="parcel-bar__act">
          <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Donner une note à <bdi translate="no">{other.firstName}</bdi>
          </Button>
        </div>
      ) : (
        sentence && (
          <p className="small parcel-bar__sentence">
            <bdi>{sentence}</bdi>
          </p>
        )
      )}
      {isTheirs && <AnswerBy parcel={parcel} />}
      {(another || end) && (
        <div className="offer-acts">
          {take && nextAct}
          {another}
          {end}
        </div>
      )}
      {dialog}
      <Dialog open={isOpen} title="Colis concerné" onClose={() => setOpen(false)}>
        <ParcelDetails {...about} heading="h3" />
      </Dialog>
    </section>
  );
}
