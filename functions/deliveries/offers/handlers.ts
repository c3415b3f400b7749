import type { Actor } from '#functions/actor.ts';
import { dealMail } from '#functions/mail/deals.ts';
import { mail } from '#functions/mail/outbox.ts';
import { countMessage, enter, type OpenThread, passLeaks, say } from '#functions/messaging/writing.ts';
import { commit } from '#functions/outcome.ts';
import { parseParcel } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { atVersion, type Write } from '#functions/platform/table.ts';
import type { Person } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { announcedTerms, requireOwnTrip, requireReadTrip } from '#shared/deliveries/agreement.ts';
import type { deliveryRoutes } from '#shared/deliveries/contract.ts';
import type { OfferRecord, OfferStep } from '#shared/deliveries/offer.ts';
import { makeOffer, requireSides, takeOffer, toOffer } from '#shared/deliveries/offer-rules.ts';
import { endMessage, offeredText, offerMessage } from '#shared/deliveries/offer-words.ts';
import type { MessageRecord } from '#shared/messaging/record.ts';
import { nameOf } from '#shared/messaging/words.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { bothMustBeApproved, card, meet, requireCarrier, shakeHands } from '../agreement/meeting.ts';
import { inTripWords, tripWords } from '../agreement/trip-words.ts';
import { conflictRefusal, decide } from '../decide.ts';
import { type OfferPair, type OfferRow, offerRepository } from './repository.ts';

type OfferAct = 'makeOffer' | 'takeOffer' | 'endOffer';

export const offerHandlers = (deps: Deps): Pick<Handlers<typeof deliveryRoutes>, OfferAct> => ({
  ...making(deps),
  ...answering(deps),
});

const tripOf = ({ table }: Deps, id: string | undefined) => (id ? tripRepository(table).read(id) : undefined);

function making(deps: Deps): Pick<Handlers<typeof deliveryRoutes>, 'makeOffer'> {
  const { table, now, newId } = deps;
  const offers = offerRepository(table);
  return {
    makeOffer: async ({ actor, resource, body, callId }) => {
      const { memberId, price, weight, tripId, note, isChange, seenOfferId, acknowledged } = body;
      const sides = { meId: actor.id, otherId: memberId };
      requireSides(resource, sides);
      const [entered, open, trip, agreedTrip] = await Promise.all([
        enter(deps, actor, memberId, { parcelId: resource.id, known: resource }),
        offers.read({ memberId: actor.id, otherId: memberId, parcelId: resource.id }),
        tripOf(deps, tripId),
        tripOf(deps, weight === undefined ? undefined : resource.terms?.trip?.id),
      ]);
      const wish = {
        price,
        grams: weight,
        namesTrip: tripId !== undefined,
        trip,
        agreedTrip,
        isChange,
        open: open?.offer,
      };
      const facts = { id: newId(), now: now() };
      const offer = decide(deps, actor, resource, resource, () => makeOffer(resource, sides, wish, facts));
      const { other } = entered;
      if (other.profile.status !== 'approved') throw new Refusal('OTHER_NOT_APPROVED');
      const thread = passLeaks(entered, { text: note, acknowledged });
      await countMessage(deps, actor.profile, thread, callId);
      const isOwner = actor.id === resource.ownerId;
      const content = offerMessage(offer, { isOwner, terms: resource.terms ?? announcedTerms(resource), note });
      const { id } = offer;
      const reply = ({ seq }: MessageRecord) => toOffer({ ...offer, seq });
      return say(
        deps,
        thread,
        { id, content, offer: { ...stepOf('made', offer), until: offer.until } },
        reply,
        async ({ seq }) => [
          // No offer is written behind an agreement, or about an older text.
          table.check(keys.parcel(resource.id), atVersion(resource.version), (old) =>
            conflictRefusal(deps, actor, old && parseParcel(old), resource.title),
          ),
          ...bothMustBeApproved(table, actor.id, memberId),
          ...offers.store(resource, { ...offer, seq }, cardsOf(thread, isOwner), seenOfferId),
          ...(await tell(deps, actor, resource, { offer, other })),
        ],
      );
    },
  };
}

function answering(deps: Deps): Pick<Handlers<typeof deliveryRoutes>, 'takeOffer' | 'endOffer'> {
  const { table, now, newId } = deps;
  const offers = offerRepository(table);
  return {
    takeOffer: async ({ actor, resource, params, body }) => {
      const { offerId, tripId } = body;
      const pair = { memberId: actor.id, otherId: params.userId, parcelId: resource.id };
      const [row, trip] = await Promise.all([offers.read(pair), tripOf(deps, tripId)]);
      if (row?.offer.id !== offerId) throw new Refusal('OFFER_OVER');
      const { offer } = row;
      const named = offer.trip ?? (offer.isChange ? resource.terms?.trip : undefined);
      if (named) requireReadTrip(named, body);
      const meeting = await meet(deps, actor, params.userId, resource);
      const isOwner = actor.id === resource.ownerId;
      const carrier = isOwner ? meeting.other : meeting.me;
      const namesTrip = tripId !== undefined;
      // Only the traveller names a trip, and only where the owner has invited them to none.
      if (namesTrip && (isOwner || offer.trip || offer.isChange)) throw new Refusal('NOT_ALLOWED');
      const grams = resource.weightGrams;
      const taking = { meId: actor.id, carrier: card(carrier), now: now() };
      const step = decide(deps, actor, resource, { version: resource.version, knownTitle: row.title }, () => {
        const withoutTrip = takeOffer(resource, offer, taking);
        if (!namesTrip) return withoutTrip;
        const own = requireOwnTrip(trip, { carrierId: actor.id, grams, now: now() });
        return takeOffer(resource, offer, { ...taking, trip: own });
      });
      if (isOwner && !offer.isChange) requireCarrier(carrier, now());
      const ended = [...offers.end(pair, offerId), offers.mark(pair, offer, 'taken')];
      const act = shakeHands(deps, actor, resource, step, meeting, ended);
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
      const how = isAuthor ? 'withdrawn' : 'declined';
      const ended = [...offers.end(pair, offer.id), offers.mark(pair, offer, how)];
      const entered = await writable(deps, actor, pair);
      // Where no message can say so, the author is notified (rule 124).
      if (!entered) return commit(undefined, isAuthor ? ended : [...ended, declined(deps, actor, row)]);
      const open = passLeaks(entered, { text: body.reason, acknowledged: body.acknowledged });
      const content = endMessage(offer, isAuthor, body.reason);
      const words = { id: newId(), content, offer: stepOf(how, offer) };
      return say(
        deps,
        open,
        words,
        () => undefined,
        async () => [...ended, ...(isAuthor ? await tellWithdrawn(deps, actor, row) : [])],
      );
    },
  };
}

const cardsOf = ({ me, other }: OpenThread, isOwner: boolean) =>
  isOwner ? { owner: card(me), traveller: card(other) } : { owner: card(other), traveller: card(me) };

const stepOf = (step: OfferStep['step'], { price, grams, trip, isChange }: Omit<OfferRecord, 'seq'>): OfferStep => ({
  step,
  ...(isChange ? { isChange } : {}),
  ...(price ? { price } : {}),
  ...(grams === undefined ? {} : { grams }),
  ...(trip ? { trip } : {}),
});

/** An offer rings as a plain yes does (rule 214). */
function tell(
  { table, now, newId }: Deps,
  actor: Actor,
  parcel: ParcelRecord,
  { offer, other }: { offer: Omit<OfferRecord, 'seq'>; other: Person },
): Promise<Write[]> {
  const data = {
    firstName: other.profile.firstName,
    otherName: nameOf(actor.profile),
    otherId: actor.id,
    title: parcel.title,
    parcelId: parcel.id,
    offer: offeredText(offer, parcel.terms ?? announcedTerms(parcel)),
    until: offer.until,
    offerId: offer.id,
    isChange: offer.isChange ? 'yes' : '',
  };
  return dealMail(table, 'offerMade', { memberId: other.profile.id }, data, { id: newId(), now: now() });
}

function tellWithdrawn({ table, now, newId }: Deps, actor: Actor, { id, title, partner, offer }: OfferRow) {
  const about = {
    firstName: partner.firstName,
    otherName: nameOf(actor.profile),
    otherId: actor.id,
    title,
    parcelId: id,
  };
  const data = { ...about, isChange: offer.isChange ? 'yes' : '' };
  return dealMail(table, 'offerWithdrawn', { memberId: partner.id }, data, {
    id: newId(),
    now: now(),
    takesBack: true,
  });
}

function declined({ table, now, newId }: Deps, actor: Actor, { id, title, ownerId, partner, offer }: OfferRow): Write {
  const about = {
    firstName: partner.firstName,
    otherName: nameOf(actor.profile),
    otherId: actor.id,
    title,
    parcelId: id,
  };
  const data = {
    ...about,
    why: 'declined',
    isAuthor: 'yes',
    isTraveller: offer.by === ownerId ? '' : 'yes',
    isChange: offer.isChange ? 'yes' : '',
  };
  return mail(table, 'offerOver', { memberId: offer.by }, data, { id: newId(), now: now() });
}

/** The thread of the two; undefined where the member may not write: their offer ends without a message. */
async function writable(deps: Deps, actor: Actor, { otherId, parcelId }: OfferPair) {
  try {
    return await enter(deps, actor, otherId, { parcelId });
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
