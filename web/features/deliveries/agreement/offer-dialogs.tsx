import type { Offer } from '#shared/deliveries/offer.ts';
import { OfferDialog } from '#web/features/deliveries/agreement/offer-dialog.tsx';
import { EndQuestion, TakeQuestion } from '#web/features/deliveries/agreement/offer-questions.tsx';
import type { OfferContext } from '#web/features/deliveries/agreement/use-offer-acts.ts';

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
