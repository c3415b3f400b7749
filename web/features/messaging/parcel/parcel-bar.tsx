import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { isFormer } from '#shared/messaging/words.ts';
import { hasAct } from '#shared/situation/contract.ts';
import { labelOf } from '#shared/situation/label-words.ts';
import { stepBeside } from '#shared/situation/stages.ts';
import { isHandover } from '#web/features/deliveries/acts/acted.ts';
import { useActs } from '#web/features/deliveries/acts/use-acts.tsx';
import { ActionsMenu } from '#web/features/listings/actions-menu.tsx';
import { type ConversationParcel, ParcelDetails, peopleOf } from '#web/features/messaging/parcel/parcel-pane.tsx';
import { SituationSentence } from '#web/features/situation/sentence.tsx';
import { StageBadge } from '#web/features/situation/stage-badge.tsx';
import { useQueuedAct } from '#web/lib/offline/queued.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

/** The parcel above the messages on narrow screens: title, stage, sentence and main act. One touch shows the rest. */
export function ParcelBar(about: ConversationParcel) {
  const { parcel, situation, memberId, other, withDelivery } = about;
  const [isOpen, setOpen] = useState(false);
  const acts = useActs({ parcel, memberId, other });
  const { stage, main } = situation;
  const queued = useQueuedAct(parcel.id);
  // The other answer to a price: two presses, as for the yes.
  const step = stepBeside(situation);
  const handover = withDelivery && [main, step].find((name) => isHandover(name, situation));
  const counter = main === 'takeOffer' && hasAct(situation, 'makeOffer') ? 'makeOffer' : undefined;
  const open = () => setOpen(true);
  return (
    <section className="parcel-bar" aria-label="Colis concerné">
      <div className="parcel-bar__top">
        <h2>
          <button type="button" aria-haspopup="dialog" onClick={open}>
            <bdi>{parcel.title}</bdi>
            <ChevronRight size={18} aria-hidden="true" />
          </button>
        </h2>
        <StageBadge of={situation} />
      </div>
      <p className="small">
        <SituationSentence parcelId={parcel.id} situation={situation} people={peopleOf(about)} isExcerpt />
      </p>
      <div className="parcel-bar__acts">
        {handover && main && main !== handover && acts.button(main)}
        {handover ? (
          <Button variant={queued || handover !== main ? 'default' : 'primary'} aria-haspopup="dialog" onClick={open}>
            {queued ? 'Voir cette étape' : stage === 'agreed' ? 'Photos et récupération' : 'Photos et livraison'}
          </Button>
        ) : hasAct(situation, 'rate') ? (
          !isFormer(other) && (
            <Button aria-haspopup="dialog" onClick={open}>
              {labelOf('rate', situation)}
            </Button>
          )
        ) : (
          // The composer's place offers to unblock.
          main && main !== 'unblock' && acts.button(main)
        )}
        {step && step !== handover && acts.button(step)}
        {counter && acts.button(counter)}
        <ActionsMenu label={parcel.title} actions={acts.menu([main, step, counter, 'unblock', 'rate'])} />
      </div>
      <Dialog open={isOpen} title="Colis concerné" onClose={() => setOpen(false)}>
        <ParcelDetails {...about} heading="h3" />
      </Dialog>
    </section>
  );
}
