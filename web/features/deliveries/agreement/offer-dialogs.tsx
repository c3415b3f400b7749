import type { Offer } from '#shared/deliveries/offer.ts';
import { OfferDialog } from '#web/features/deliveries/agreement/offer-dialog.tsx';
import { EndQuestion, TakeQuestion } from '#web/features/deliveries/agreement/offer-questions.tsx';
import type { OfferContext } from '#web/features/deliveries/agreement/use-offer-acts.ts';

// One part for all that leads to an offer: parts below 3 kB cost more than they save.
export { EntrustDialog } from '#web/features/deliveries/invitation/entrust-dialog.tsx';
export { TravellersDialog } from '#web/features/deliveries/invitation/travellers-dialog.tsx';

/** An act on offers that was asked for, about the offer as it was then. */
export type AskedOffer =
  | { act: 'make'; title: string; offer: Offer | undefined }
  | { act: 'take' | 'end'; offer: Offer };

type OfferDialogsProps = Omit<OfferContext, 'offer'> & { asked: AskedOffer; onClose: () => void };

/** The dialog of an act on offers. */
export function OfferDialogs({ asked, onClose, ...context }: OfferDialogsProps) {
  if (asked.act === 'make')
    return <OfferDialog {...context} offer={asked.offer} title={asked.title} onClose={onClose} />;
  const Question = asked.act === 'take' ? TakeQuestion : EndQuestion;
  return <Question {...context} offer={asked.offer} onClose={onClose} />;
}
