import { threadRepository } from '#functions/messaging/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { announcedTerms, requireOwnTrip } from '#shared/deliveries/agreement.ts';
import type { deliveryRoutes } from '#shared/deliveries/contract.ts';
import { acceptDelivery, chooseCarrier } from '#shared/deliveries/rules.ts';
import { isVisibleTo } from '#shared/parcels/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { decide } from '../decide.ts';
import { offerRepository } from '../offers/repository.ts';
import { card, meet, requireCarrier, shakeHands } from './meeting.ts';
import { inTripWords, tripWords } from './trip-words.ts';

export function agreementHandlers(
  deps: Deps,
): Pick<Handlers<typeof deliveryRoutes>, 'acceptDelivery' | 'chooseCarrier'> {
  const { table, now } = deps;
  // A yes by a button ends the open offer between the two (rule 122).
  const forgetOffer = (memberId: string, otherId: string, parcelId: string) =>
    offerRepository(table).forget({ memberId, otherId, parcelId });
  return {
    acceptDelivery: async ({ actor, resource, version, body: { tripId } }) => {
      const [meeting, trip] = await Promise.all([
        meet(deps, actor, resource.ownerId, resource),
        tripId ? tripRepository(table).read(tripId) : undefined,
      ]);
      const grams = (resource.terms ?? announcedTerms(resource)).grams;
      const named = () => requireOwnTrip(trip, { carrierId: actor.id, grams, now: now() });
      const sees = isVisibleTo(actor.id, resource, { now: now(), isOwnerHidden: false });
      const knownTitle = sees ? resource.title : await threadRepository(table).writtenTitle(meeting.topic);
      const accept = (own?: TripRecord) => acceptDelivery(resource, card(meeting.me), now(), own);
      const step = decide(deps, actor, resource, { version, knownTitle }, () => {
        const withoutTrip = accept();
        return tripId ? accept(named()) : withoutTrip;
      });
      return shakeHands(deps, actor, resource, step, meeting, forgetOffer(actor.id, resource.ownerId, resource.id));
    },

    chooseCarrier: async ({ actor, resource, version, body }) => {
      const { carrierId } = body;
      if (carrierId === actor.id) throw new Refusal('SELF_ACTION');
      const meeting = await meet(deps, actor, carrierId, resource);
      const step = decide(deps, actor, resource, { version }, () =>
        chooseCarrier(resource, actor.id, card(meeting.other), now()),
      );
      requireCarrier(meeting.other, now());
      return inTripWords(
        shakeHands(deps, actor, resource, step, meeting, forgetOffer(actor.id, carrierId, resource.id)),
        tripWords.half,
      );
    },
  };
}
