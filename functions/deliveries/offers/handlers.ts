import type { Actor } from '#functions/actor.ts';
import { mail } from '#functions/mail/outbox.ts';
import { say } from '#functions/messaging/say.ts';
import { countMessage, enter } from '#functions/messaging/writing.ts';
import { commit } from '#functions/outcome.ts';
import { parseParcel } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { atVersion, type Write } from '#functions/platform/table.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { announcedTerms, requireOwnTrip } from '#shared/deliveries/agreement.ts';
import type { deliveryRoutes } from '#shared/deliveries/contract.ts';
import type { OfferRecord, OfferStep } from '#shared/deliveries/offer.ts';
import { makeOffer, requireSides, takeOffer, toOffer } from '#shared/deliveries/offer-rules.ts';
import { endMessage, offerMessage } from '#shared/deliveries/offer-words.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { Refusal } from '#shared/refusal.ts';
import { bothMustBeApproved, card, meet, requireCarrier, shakeHands } from '../agreement/meeting.ts';
import { inTripWords, tripWords } from '../agreement/trip-words.ts';
import { conflictRefusal, decide } from '../decide.ts';
import { type OfferPair, type OfferRow, offerRepository } from './repository.ts';

type OfferAct = 'makeOffer' | 'takeOffer' | 'endOffer';

/** Offers between the owner of a parcel and one other member: making, taking and ending them (rules 119-124, 130). */
export function offerHandlers(deps: Deps): Pick<Handlers<typeof deliveryRoutes>, OfferAct> {
  const { table, now, newId } = deps;
  const offers = offerRepository(table);
  const tripOf = (id: string | undefined) => (id ? tripRepository(table).read(id) : undefined);
  return {
    makeOffer: async ({ actor, resource, body }) => {
      const { memberId, price, weight, tripId, note } = body;
      const sides = { meId: actor.id, otherId: memberId };
      requireSides(resource, sides);
      const [open, trip, agreedTrip] = await Promise.all([
        enter(deps, actor.profile, { a: actor.id, b: memberId, parcelId: resource.id }),
        tripOf(tripId),
        tripOf(weight === undefined ? undefined : resource.terms?.trip?.id),
      ]);
      const wish = { price, grams: weight, namesTrip: tripId !== undefined, trip, agreedTrip };
      const facts = { id: newId(), now: now() };
      const offer = decide(deps, actor, resource, resource, () => makeOffer(resource, sides, wish, facts));
      const { me, other } = open;
      if (other.profile.status !== 'approved') throw new Refusal('OTHER_NOT_APPROVED');
      await countMessage(deps, actor.profile, open);
      const isOwner = actor.id === resource.ownerId;
      const { terms = announcedTerms(resource) } = resource;
      const cards = isOwner ? { owner: card(me), traveller: card(other) } : { owner: card(other), traveller: card(me) };
      const content = offerMessage(offer, { isOwner, terms, note });
      return say(deps, open, { id: offer.id, content, offer: stepOf('made', offer) }, () => toOffer(offer), [
        // No offer is written behind an agreement, or about an older text.
        table.check(keys.parcel(resource.id), atVersion(resource.version), (old) =>
          conflictRefusal(deps, actor, old && parseParcel(old), resource.title),
        ),
        ...bothMustBeApproved(table, actor.id, memberId),
        ...offers.store(resource, offer, cards),
      ]);
    },

    takeOffer: async ({ actor, resource, params, body }) => {
      const { offerId, tripId } = body;
      const pair = { memberId: actor.id, otherId: params.userId, parcelId: resource.id };
      const [row, trip] = await Promise.all([offers.read(pair), tripOf(tripId)]);
      if (row?.offer.id !== offerId) throw new Refusal('OFFER_OVER');
      const { offer } = row;
      const meeting = await meet(deps, actor, params.userId, resource);
      const isOwner = actor.id === resource.ownerId;
      const carrier = isOwner ? meeting.other : meeting.me;
      const namesTrip = tripId !== undefined;
      // Only the traveller names a trip, and only where the owner has invited them to none.
      if (namesTrip && (isOwner || offer.trip || offer.isChange)) throw new Refusal('NOT_ALLOWED');
      const grams = resource.weightGrams;
      const taking = { meId: actor.id, carrier: card(carrier), now: now() };
      const step = decide(deps, actor, resource, { version: resource.version, knownTitle: row.title }, () => {
        // Of an offer that is over, the reason is not the trip.
        const withoutTrip = takeOffer(resource, offer, taking);
        if (!namesTrip) return withoutTrip;
        const own = requireOwnTrip(trip, { carrierId: actor.id, grams, now: now() });
        return takeOffer(resource, offer, { ...taking, trip: own });
      });
      if (isOwner && !offer.isChange) requireCarrier(carrier, now());
      const act = shakeHands(deps, actor, resource, step, meeting, offers.end(pair, offerId));
      if (offer.isChange) return inTripWords(act, tripWords.change);
      if (isOwner) return inTripWords(act, tripWords.offer);
      return offer.trip ? inTripWords(act, tripWords.invitation) : act;
    },

    endOffer: async ({ actor, params, body }) => {
      const pair = { memberId: actor.id, otherId: params.userId, parcelId: params.parcelId };
      const row = await offers.read(pair);
      if (row?.offer.id !== body.offerId || Date.parse(row.offer.until) <= now()) throw new Refusal('OFFER_OVER');
      const { offer } = row;
      const isAuthor = offer.by === actor.id;
      const ended = offers.end(pair, offer.id);
      const open = await writable(deps, actor, pair);
      // Where no message can say so, the author is notified (rule 124).
      if (!open) return commit(undefined, isAuthor ? ended : [...ended, declined(deps, actor, row)]);
      const content = endMessage(offer, isAuthor, body.reason);
      const step = stepOf(isAuthor ? 'withdrawn' : 'declined', offer);
      return say(deps, open, { id: newId(), content, offer: step }, () => undefined, ended);
    },
  };
}

/** The part of an offer that its message shows. */
const stepOf = (step: OfferStep['step'], { price, grams, trip }: OfferRecord): OfferStep => ({
  step,
  ...(price ? { price } : {}),
  ...(grams === undefined ? {} : { grams }),
  ...(trip ? { trip } : {}),
});

/** The notice to the author of an offer that a member declines who may not write to them. */
function declined({ table, now, newId }: Deps, actor: Actor, { id, title, partner, offer }: OfferRow): Write {
  const { firstName } = partner;
  const data = { firstName, otherName: nameOf(actor.profile), otherId: actor.id, title, parcelId: id, why: 'declined' };
  return mail(table, 'offerOver', { memberId: offer.by }, data, { id: newId(), now: now() });
}

/** The thread of the two; undefined where the member may not write: their offer ends without a message. */
async function writable(deps: Deps, actor: Actor, { memberId, otherId, parcelId }: OfferPair) {
  try {
    return await enter(deps, actor.profile, { a: memberId, b: otherId, parcelId });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
