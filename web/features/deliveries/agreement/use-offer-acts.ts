import type { NewOffer, Offer } from '#shared/deliveries/offer.ts';
import { actWords } from '#shared/deliveries/words.ts';
import type { ActContext } from '#web/features/deliveries/acts/act-names.ts';
import { overtaken, useShownParcel } from '#web/features/deliveries/acts/use-parcel-act.ts';
import { offerWords } from '#web/features/deliveries/agreement/offer-act-words.ts';
import { deliveriesApi } from '#web/features/deliveries/api.ts';
import { ActFailed } from '#web/forms/confirming/failure.ts';
import { useIdempotencyKey } from '#web/lib/api/api.ts';
import { asProblem } from '#web/lib/api/problem.ts';
import { wayOutOf } from '#web/lib/api/way-out.ts';
import { deadlineText } from '#web/lib/moments.ts';
import { toast } from '#web/lib/toast.ts';

/** An open offer and its two members, in the view of one of them. */
export type OfferContext = ActContext & { other: NonNullable<ActContext['other']> };

/**
 * The acts on offers. Each announces its success and updates the page. It rejects with `ActFailed`, which its dialog
 * shows; the page keeps what it shows until the dialog closes, because it would take the dialog away.
 */
export function useOfferActs({ parcel, memberId, other }: OfferContext) {
  const { show, refresh } = useShownParcel();
  const keyOfTry = useIdempotencyKey();
  const params = { parcelId: parcel.id, userId: other.id };
  const failedAs = (title: string) => (error: unknown) => {
    const { code, detail } = asProblem(error);
    const isFinal = overtaken.has(code);
    throw new ActFailed({
      title,
      detail,
      wayOut: wayOutOf({ code }),
      ...(isFinal ? { isFinal, onClosed: refresh } : {}),
    });
  };

  /** Rejects with the problem itself, whose fields the form shows. */
  const make = async (body: NewOfferTyped, isChange: boolean): Promise<void> => {
    const call = { params: { parcelId: parcel.id }, body };
    const made = await deliveriesApi.makeOffer(call, { idempotencyKey: keyOfTry(call) });
    const until = `${other.firstName} a jusqu'au ${deadlineText(made.until)} pour répondre.`;
    toast.success(offerWords[isChange ? 'makeChange' : 'make'].done, until);
    void refresh();
  };

  const take = async (offer: Offer, tripId: string | undefined): Promise<void> => {
    const isOwner = memberId === parcel.ownerId;
    const words = offer.isChange ? offerWords.takeChange : actWords[isOwner ? 'chooseCarrier' : 'acceptDelivery'];
    const call = { params, body: { offerId: offer.id, ...(tripId ? { tripId } : {}) } };
    const agreed = await deliveriesApi
      .takeOffer(call, { idempotencyKey: keyOfTry({ take: call }) })
      .catch(failedAs(words.failed));
    toast.success(words.done);
    await show(agreed);
  };

  const end = async (offer: Offer, reason?: string): Promise<void> => {
    const isAuthor = offer.by === memberId;
    const words = offerWords[`${isAuthor ? 'withdraw' : 'decline'}${offer.isChange ? 'Change' : ''}`];
    const call = { params, body: { offerId: offer.id, ...(reason ? { reason } : {}) } };
    await deliveriesApi.endOffer(call, { idempotencyKey: keyOfTry({ end: call }) }).catch(failedAs(words.failed));
    toast.success(words.done);
    await refresh();
  };
  return { make, take, end, refresh };
}

/** A new offer as its form sends it: the weight as typed. */
export type NewOfferTyped = Omit<NewOffer, 'weight'> & { weight?: string };
