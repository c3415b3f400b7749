import type { Actor } from '#functions/actor.ts';
import { blockRepository } from '#functions/friends/blocks.ts';
import { seenWith, tiesAbout, tiesBetween } from '#functions/friends/ties.ts';
import { writeFirstRefusal } from '#functions/messaging/head.ts';
import { threadRepository } from '#functions/messaging/repository.ts';
import { subscriptionFrom } from '#functions/platform/env.ts';
import { keys } from '#functions/platform/keys.ts';
import { all, recordHaving } from '#functions/platform/table.ts';
import { type Person, profileRepository, staying } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { announcedTerms, requireOwnTrip } from '#shared/deliveries/agreement.ts';
import type { deliveryRoutes } from '#shared/deliveries/contract.ts';
import { acceptDelivery, type Between, chooseCarrier, type DeliveryStep } from '#shared/deliveries/rules.ts';
import { ownBlockRefusal } from '#shared/friends/blocks.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isVisibleTo } from '#shared/parcels/rules.ts';
import { cardOf, isReachable } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { lacksSubscription } from '#shared/subscriptions/rules.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { applyStep, decide } from '../decide.ts';
import { inOwnerWords } from './owner-words.ts';

/** The two halves of the agreement on a delivery: the carrier accepts it, and the owner chooses the carrier. */
export function agreementHandlers(
  deps: Deps,
): Pick<Handlers<typeof deliveryRoutes>, 'acceptDelivery' | 'chooseCarrier'> {
  const { table, now } = deps;
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
        // Of a parcel that is taken, the reason is not the trip.
        const withoutTrip = accept();
        return tripId ? accept(named()) : withoutTrip;
      });
      return shakeHands(deps, actor, resource, step, meeting);
    },

    chooseCarrier: async ({ actor, resource, version, body }) => {
      const { carrierId } = body;
      if (carrierId === actor.id) throw new Refusal('SELF_ACTION');
      const meeting = await meet(deps, actor, carrierId, resource);
      const step = decide(deps, actor, resource, { version }, () =>
        chooseCarrier(resource, actor.id, card(meeting.other), now()),
      );
      if (lacksSubscription(meeting.other.profile, subscriptionFrom(), now()))
        throw new Refusal('OTHER_NOT_APPROVED', {
          title: 'Abonnement nécessaire',
          detail: "Ce membre n'a pas d'abonnement en cours : il peut livrer un colis dès que le sien est actif.",
        });
      return inOwnerWords(shakeHands(deps, actor, resource, step, meeting));
    },
  };
}

/** The two members of an agreement, and whether they have written to each other about the parcel. */
async function meet({ table }: Deps, actor: Actor, otherId: string, parcel: ParcelRecord) {
  const topic = { a: actor.id, b: otherId, parcelId: parcel.id };
  const [people, thread, ties] = await Promise.all([
    profileRepository(table).people([actor.id, otherId]),
    threadRepository(table).head(topic),
    tiesBetween(table, otherId, actor.id),
  ]);
  const me = people.get(actor.id);
  const person = people.get(otherId);
  if (!me || !person) throw new Refusal('NOT_FOUND');
  const tiesHere = tiesAbout(parcel, [actor.id, otherId], ties);
  if (tiesHere.isBlocked) throw ownBlockRefusal('act');
  const other = seenWith(person, tiesHere);
  // An actor who has written to a hidden member knows that they exist.
  if (!isReachable(other.profile)) throw new Refusal(thread ? 'RECIPIENT_UNAVAILABLE' : 'NOT_FOUND');
  const between: Between = {
    otherId,
    hasWritten: thread !== undefined,
    bothApproved: actor.profile.status === 'approved' && other.profile.status === 'approved',
    isReachable: true,
  };
  return { me, other, between, topic };
}

/** An agreement needs a conversation and two verified members, now and when the transaction runs (rule 37). */
async function shakeHands(
  deps: Deps,
  actor: Actor,
  before: ParcelRecord,
  step: DeliveryStep,
  { between, topic, other }: Awaited<ReturnType<typeof meet>>,
) {
  if (!between.hasWritten) throw writeFirstRefusal();
  if (other.profile.status !== 'approved') throw new Refusal('OTHER_NOT_APPROVED');
  const { table } = deps;
  const guards = [
    table.check(
      keys.profile(actor.id),
      all(recordHaving('status', 'approved'), staying),
      () => new Refusal('PROFILE_NOT_APPROVED'),
    ),
    profileRepository(table).mustBeApproved(other.profile.id),
    threadRepository(table).mustHaveWritten(topic),
    ...blockRepository(table).mustBeOpen(actor.id, other.profile.id, () => new Refusal('RECIPIENT_UNAVAILABLE')),
  ];
  return applyStep(deps, actor, before, step, { between, guards });
}

const card = ({ profile, stats }: Person) => cardOf(profile, stats);
