import { card, meet, requireCarrier, shakeHands } from '#functions/deliveries/agreement/meeting.ts';
import { inTripWords, tripWords } from '#functions/deliveries/agreement/trip-words.ts';
import { offerHandlers } from '#functions/deliveries/offers/handlers.ts';
import { offerRepository } from '#functions/deliveries/offers/repository.ts';
import { problemHandlers } from '#functions/deliveries/problems/handlers.ts';
import { threadRepository } from '#functions/messaging/repository.ts';
import { answer, commit } from '#functions/outcome.ts';
import { parseParcel } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { absent, atVersion, type Table, type Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handler, Handlers } from '#functions/serve.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { announcedTerms, requireOwnTrip, requireReadTrip } from '#shared/deliveries/agreement.ts';
import type { deliveryRoutes, ProofStage, TrackingEvent } from '#shared/deliveries/contract.ts';
import {
  acceptDelivery,
  type CarrierAct,
  carry,
  chooseCarrier,
  confirmReceipt,
  confirmReturn,
  declare,
  isInHand,
  positionLimit,
  proofStageOf,
  refuseContents,
  releaseCarrier,
  requirePosition,
  returnParcel,
  setCode,
} from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { isVisibleTo } from '#shared/parcels/rules.ts';
import { isReachable, partnerCard } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { codeFor, requireCode } from './codes.ts';
import { applyStep, conflictRefusal, decide } from './decide.ts';
import { contestsOf, eventsOf, toEvent } from './events.ts';
import { followByLink, linkOf } from './follow.ts';
import { deliveryListHandlers } from './lists.ts';
import { type ProofDeps, proofHandlers } from './proofs.ts';
import { deliveryRepository, proofFor } from './repository.ts';
import { atSeenVersion } from './step-writes.ts';

/** Stores a position of the parcel. Rule 91 limits how often, and how many. */
function addPosition(
  table: Table,
  { id, ownerId, version }: ParcelRecord,
  carrierId: string,
  event: TrackingEvent,
): Write[] {
  const now = Date.parse(event.at);
  return [
    table.put(
      {
        ...keys.parcelPosition(id, version, event.at),
        kind: 'position',
        members: [ownerId, carrierId],
        record: event,
      },
      absent,
    ),
    table.update(
      keys.positionCount(id),
      {
        expression: 'ADD #count :one SET #last = :now',
        names: { '#count': 'count', '#last': 'last' },
        values: { ':one': 1, ':now': now, ':most': positionLimit.count, ':before': now - positionLimit.everyMs },
      },
      { expression: 'attribute_not_exists(#count) OR (#count < :most AND #last <= :before)' },
      (old) => tooManyPositions(Number(old?.['count'])),
    ),
  ];
}

const tooManyPositions = (count: number) =>
  count >= positionLimit.count
    ? new Refusal('LIMIT', {
        title: 'Limite atteinte',
        detail: `${positionLimit.count} positions au maximum par colis.`,
      })
    : new Refusal(
        'TOO_MANY',
        {
          title: 'Position déjà indiquée',
          detail: "Vous venez d'indiquer une position : attendez une minute avant la suivante.",
        },
        { retryAfterSeconds: positionLimit.everyMs / 1000 },
      );

type TransportAct =
  | CarrierAct
  | 'setCode'
  | 'declare'
  | 'releaseCarrier'
  | 'returnParcel'
  | 'confirmReceipt'
  | 'confirmReturn'
  | 'recordPosition';

function transportHandlers(deps: Deps): Pick<Handlers<typeof deliveryRoutes>, TransportAct> {
  const { table, now } = deps;
  return {
    validatePickup: advance(deps, 'validatePickup'),
    startDelivery: advance(deps, 'startDelivery'),

    setCode: async ({ actor, resource, version, body }) => {
      const step = decide(deps, actor, resource, { version }, () => setCode(resource, actor.id, body.on));
      return applyStep(deps, actor, resource, step);
    },

    validateDelivery: async ({ body, ...call }) =>
      advance(deps, 'validateDelivery', (parcel) => requireCode(deps, parcel, body.code))(call),

    declare: async ({ actor, resource, version, body }) => {
      const step = decide(deps, actor, resource, { version }, () => declare(resource, actor.id, now(), body.note));
      const guards = step.event === 'deliveryDeclared' ? await photoGuards(deps, resource, 'delivery') : [];
      return applyStep(deps, actor, resource, step, { guards });
    },

    releaseCarrier: async ({ actor, resource, version, body }) => {
      const { reason, contentsRefused } = body;
      const step = decide(deps, actor, resource, { version }, () =>
        contentsRefused && reason
          ? refuseContents(resource, actor.id, reason, now())
          : releaseCarrier(resource, actor.id, reason),
      );
      return applyStep(deps, actor, resource, step);
    },

    returnParcel: async ({ actor, resource, version, body }) => {
      const step = decide(deps, actor, resource, { version }, () => returnParcel(resource, actor.id, body.reason));
      return applyStep(deps, actor, resource, step);
    },

    confirmReceipt: async ({ actor, resource, version }) => {
      const step = decide(deps, actor, resource, { version }, () => confirmReceipt(resource, actor.id, now()));
      return applyStep(deps, actor, resource, step);
    },

    confirmReturn: async ({ actor, resource, version }) => {
      const step = decide(deps, actor, resource, { version }, () => confirmReturn(resource, actor.id, now()));
      return applyStep(deps, actor, resource, step);
    },

    /** Leaves the parcel's version unchanged, so it conflicts with no other act. */
    recordPosition: async ({ actor, resource, body }) => {
      const { version } = resource;
      const refuse = (current: ParcelRecord | undefined) => conflictRefusal(deps, actor, current);
      atSeenVersion(resource, version, () => requirePosition(resource, actor.id), refuse);
      const { city, note } = body;
      const at = new Date(now()).toISOString();
      const event: TrackingEvent = { version, type: 'position', at, by: actor.id, city, ...(note ? { note } : {}) };
      return commit(event, [
        table.check(keys.parcel(resource.id), atVersion(version), (old) => refuse(old && parseParcel(old))),
        ...addPosition(table, resource, actor.id, event),
      ]);
    },
  };
}

type CarrierCall = Pick<
  Parameters<Handler<(typeof deliveryRoutes)['startDelivery']>>[0],
  'actor' | 'resource' | 'version'
>;

/** The carrier's next step. The stages of a hand-over need the carrier's photo, and perhaps more. */
function advance(deps: Deps, act: CarrierAct, require?: (parcel: ParcelRecord) => Promise<void>) {
  return async ({ actor, resource, version }: CarrierCall) => {
    const step = decide(deps, actor, resource, { version }, () => carry(act, resource, actor.id, deps.now()));
    const stage = proofStageOf[act];
    const guards = stage ? await photoGuards(deps, resource, stage) : [];
    await require?.(resource);
    return applyStep(deps, actor, resource, step, { guards });
  };
}

/** Throws without the carrier's photo of a stage. The writes hold only while it is stored. */
async function photoGuards({ table }: Deps, parcel: ParcelRecord, stage: ProofStage): Promise<Write[]> {
  const deliveries = deliveryRepository(table);
  const proof = proofFor(await deliveries.proofs(parcel.id), parcel, stage);
  if (!proof) throw new Refusal('PHOTO_REQUIRED');
  return [deliveries.proofMustStand(parcel.id, proof)];
}

function agreementHandlers(deps: Deps): Pick<Handlers<typeof deliveryRoutes>, 'acceptDelivery' | 'chooseCarrier'> {
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
      const step = decide(deps, actor, resource, { version }, () => {
        if (resource.carrierId === carrierId) requireReadTrip(resource.terms?.trip, body);
        return chooseCarrier(resource, actor.id, card(meeting.other), now());
      });
      requireCarrier(meeting.other, now());
      return inTripWords(
        shakeHands(deps, actor, resource, step, meeting, forgetOffer(actor.id, carrierId, resource.id)),
        tripWords.half,
      );
    },
  };
}

export function deliveryHandlers(deps: ProofDeps): Handlers<typeof deliveryRoutes> {
  return {
    ...agreementHandlers(deps),
    ...offerHandlers(deps),
    ...transportHandlers(deps),
    ...problemHandlers(deps),
    ...proofHandlers(deps),
    ...deliveryListHandlers(deps),
    tracking: tracking(deps),
    followByLink: followByLink(deps),
  };
}

/**
 * The history of a parcel, with the cards of former carriers and, during the delivery, the other's phone number. The
 * owner alone gets the recipient's link, and the code.
 */
function tracking({ table, now }: Deps): Handler<(typeof deliveryRoutes)['tracking']> {
  const profiles = profileRepository(table);
  return async ({ actor, resource }) => {
    const events = await eventsOf(table, resource.id);
    const contestOf = await contestsOf(table, actor.id, resource, events, now());
    const items = events.flatMap((event) => {
      const shown = toEvent(actor.id, resource, event);
      return shown ? { ...shown, ...contestOf(event) } : [];
    });
    const carriers = new Set(items.flatMap(({ carrierId }) => carrierId ?? []));
    const former = [...carriers].filter((id) => id !== resource.carrierId);
    const otherId = actor.id === resource.ownerId ? resource.carrierId : resource.ownerId;
    const code = codeFor(actor.id, resource);
    const [people, other] = await Promise.all([
      profiles.people(former),
      otherId && isInHand(resource) ? profiles.read(otherId) : undefined,
    ]);
    const link = actor.id === resource.ownerId ? linkOf(resource, events, now()) : undefined;
    return answer({
      items,
      ...(link ? { link } : {}),
      ...(former.length > 0 ? { formerCarriers: former.map((id) => partnerCard(id, people.get(id))) } : {}),
      ...(other && isReachable(other) && other.phone ? { phone: other.phone } : {}),
      ...(code ? { code } : {}),
    });
  };
}
