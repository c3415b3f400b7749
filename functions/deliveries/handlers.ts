import type { Actor } from '#functions/actor.ts';
import { writeFirstRefusal } from '#functions/messaging/head.ts';
import { threadRepository } from '#functions/messaging/repository.ts';
import { accepted, answer, commit, type Outcome } from '#functions/outcome.ts';
import { parcelRepository, parseParcel } from '#functions/parcels/repository.ts';
import type { Files } from '#functions/platform/aws/object-store.ts';
import { subscriptionFrom } from '#functions/platform/env.ts';
import { keys } from '#functions/platform/keys.ts';
import { all, atVersion, recordHaving, type Write } from '#functions/platform/table.ts';
import { type Person, profileRepository, staying } from '#functions/profiles/repository.ts';
import type { Deps, Handler, Handlers } from '#functions/serve.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import type { deliveryRoutes, TrackingEvent } from '#shared/deliveries/contract.ts';
import {
  acceptDelivery,
  actsOf,
  type Between,
  type CarrierAct,
  carry,
  chooseCarrier,
  confirmReturn,
  isInHand,
  openProofStage,
  proofStageOf,
  releaseCarrier,
  requirePosition,
  returnParcel,
  type Step,
} from '#shared/deliveries/rules.ts';
import { Parcel } from '#shared/parcels/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { assignedStates, isVisibleTo, toParcel, toUnseenParcel } from '#shared/parcels/rules.ts';
import { unseenWords } from '#shared/parcels/status-words.ts';
import { cardOf, isReachable, partnerCard } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { lacksSubscription } from '#shared/subscriptions/rules.ts';
import { eventsOf, toEvent } from './events.ts';
import { deliveryListHandlers } from './lists.ts';
import { toProof } from './proofs.ts';
import { deliveryRepository, proofFor } from './repository.ts';
import { atSeenVersion, stepWrites } from './steps.ts';

export interface DeliveryDeps extends Deps {
  readonly files: Files;
  readonly privateBucket: string;
}

export function deliveryHandlers(deps: DeliveryDeps): Handlers<typeof deliveryRoutes> {
  const { table } = deps;
  const parcels = parcelRepository(table);
  const profiles = profileRepository(table);
  const threads = threadRepository(table);
  const deliveries = deliveryRepository(table);
  const uploads = uploadRepository(table);

  const view = (viewerId: string, parcel: ParcelRecord, between?: Between): Parcel =>
    Parcel.parse(toParcel(viewerId, parcel, actsOf(viewerId, parcel, deps.now(), between)));

  /**
   * The caller acted on an older version: they are told what stands now, as far as they see it. `knownTitle` is the one
   * that they have read. A hidden owner was refused before (`meet`), and parties see their parcel whoever is hidden.
   */
  const conflictRefusal = (actor: Actor, current: ParcelRecord | undefined, knownTitle?: string): Refusal => {
    if (!current) return new Refusal('NOT_FOUND', { title: 'Introuvable', detail: unseenWords.deleted });
    if (isVisibleTo(actor.id, current, { now: deps.now(), isOwnerHidden: false }))
      return new Refusal('STATE_CHANGED', undefined, { current: view(actor.id, current) });
    const told = { current: toUnseenParcel(current, knownTitle) };
    return assignedStates.includes(current.status)
      ? new Refusal('ALREADY_ASSIGNED', undefined, told)
      : new Refusal('STATE_CHANGED', unlistedMeanwhile, told);
  };

  /** The step that a rule makes of the version that the caller saw. */
  const decide = (
    actor: Actor,
    parcel: ParcelRecord,
    { version, knownTitle }: { version: number; knownTitle?: string | undefined },
    rule: () => Step,
  ): Step => atSeenVersion(parcel, version, rule, (current) => conflictRefusal(actor, current, knownTitle));

  /** One transaction: the parcel, its event, the rows of its assignment, the mails and whatever must still hold. */
  function applyStep(
    actor: Actor,
    before: ParcelRecord,
    step: Step,
    facts: { between?: Between; guards?: readonly Write[] } = {},
  ): Outcome<Parcel> {
    const { parcel } = step;
    return commit(view(actor.id, parcel, facts.between), [
      parcels.save(parcel, (current) => conflictRefusal(actor, current, before.title)),
      ...stepWrites(deps, actor.id, before, step),
      ...(facts.guards ?? []),
    ]);
  }

  /** The two people of a handshake and whether they have spoken about the parcel. */
  async function meet(actor: Actor, otherId: string, parcelId: string) {
    const topic = { a: actor.id, b: otherId, parcelId };
    const [people, thread] = await Promise.all([profiles.people([actor.id, otherId]), threads.head(topic)]);
    const me = people.get(actor.id);
    const other = people.get(otherId);
    if (!me || !other) throw new Refusal('NOT_FOUND');
    // Who has written to them knows that they exist.
    if (!isReachable(other.profile)) throw new Refusal(thread ? 'RECIPIENT_UNAVAILABLE' : 'NOT_FOUND');
    const between: Between = {
      otherId,
      hasWritten: thread !== undefined,
      bothApproved: actor.profile.status === 'approved' && other.profile.status === 'approved',
      isReachable: true,
    };
    return { me, other, between, topic };
  }
  type Meeting = Awaited<ReturnType<typeof meet>>;

  /** A handshake needs a conversation and two verified people, now and when the transaction runs (rule 37). */
  function shakeHands(actor: Actor, before: ParcelRecord, step: Step, { between, topic, other }: Meeting) {
    if (!between.hasWritten) throw writeFirstRefusal();
    if (other.profile.status !== 'approved') throw new Refusal('OTHER_NOT_APPROVED');
    const guards = [
      table.check(
        keys.profile(actor.id),
        all(recordHaving('status', 'approved'), staying),
        () => new Refusal('PROFILE_NOT_APPROVED'),
      ),
      profiles.mustBeApproved(other.profile.id),
      threads.mustHaveWritten(topic),
    ];
    return applyStep(actor, before, step, { between, guards });
  }

  const advance =
    (act: CarrierAct): Handler<(typeof deliveryRoutes)[CarrierAct]> =>
    async ({ actor, resource, version }) => {
      const step = decide(actor, resource, { version }, () => carry(act, resource, actor.id, deps.now()));
      const stage = proofStageOf[act];
      if (!stage) return applyStep(actor, resource, step);
      const proof = proofFor(await deliveries.proofs(resource.id), resource, stage);
      if (!proof) throw new Refusal('PHOTO_REQUIRED');
      return applyStep(actor, resource, step, { guards: [deliveries.proofMustStand(resource.id, proof)] });
    };

  return {
    acceptDelivery: async ({ actor, resource, version }) => {
      const meeting = await meet(actor, resource.ownerId, resource.id);
      const sees = isVisibleTo(actor.id, resource, { now: deps.now(), isOwnerHidden: false });
      const knownTitle = sees ? resource.title : await threads.writtenTitle(meeting.topic);
      const step = decide(actor, resource, { version, knownTitle }, () =>
        acceptDelivery(resource, card(meeting.me), deps.now()),
      );
      return shakeHands(actor, resource, step, meeting);
    },

    chooseCarrier: async ({ actor, resource, version, body }) => {
      const { carrierId } = body;
      if (carrierId === actor.id) throw new Refusal('SELF_ACTION');
      const meeting = await meet(actor, carrierId, resource.id);
      const step = decide(actor, resource, { version }, () =>
        chooseCarrier(resource, actor.id, card(meeting.other), deps.now()),
      );
      if (lacksSubscription(meeting.other.profile, subscriptionFrom(), deps.now()))
        throw new Refusal('OTHER_NOT_APPROVED', {
          title: 'Abonnement nécessaire',
          detail: "Ce membre n'a pas d'abonnement en cours : il peut livrer un colis dès que le sien est actif.",
        });
      return shakeHands(actor, resource, step, meeting);
    },

    releaseCarrier: async ({ actor, resource, version, body }) =>
      applyStep(
        actor,
        resource,
        decide(actor, resource, { version }, () => releaseCarrier(resource, actor.id, body.reason)),
      ),

    returnParcel: async ({ actor, resource, version, body }) =>
      applyStep(
        actor,
        resource,
        decide(actor, resource, { version }, () => returnParcel(resource, actor.id, body.reason)),
      ),

    confirmReturn: async ({ actor, resource, version }) =>
      applyStep(
        actor,
        resource,
        decide(actor, resource, { version }, () => confirmReturn(resource, actor.id, deps.now())),
      ),

    /** Changes nothing in the parcel itself, so it makes no other act outdated. */
    recordPosition: async ({ actor, resource, body }) => {
      const { version } = resource;
      const refuse = (current: ParcelRecord | undefined) => conflictRefusal(actor, current);
      atSeenVersion(resource, version, () => requirePosition(resource, actor.id), refuse);
      const { city, note } = body;
      const at = new Date(deps.now()).toISOString();
      const event: TrackingEvent = { version, type: 'position', at, by: actor.id, city, ...(note ? { note } : {}) };
      return commit(event, [
        table.check(keys.parcel(resource.id), atVersion(version), (old) => refuse(old && parseParcel(old))),
        ...deliveries.addPosition(resource, actor.id, event),
      ]);
    },

    validatePickup: advance('validatePickup'),
    startDelivery: advance('startDelivery'),
    validateDelivery: advance('validateDelivery'),

    addProof: async ({ actor, resource, body }) => {
      const taken = await uploads.take(body.uploadId, actor.id, 'proof', { now: deps.now(), target: resource.id });
      if (taken === 'scanning') return accepted({ state: 'scanning' as const });
      const { upload, attach } = taken;
      const stage = openProofStage(resource);
      if (!stage || stage !== upload.stage || !resource.assignedAt) throw conflictRefusal(actor, resource);
      const { id, key, contentType, sha256 } = upload;
      const at = new Date(deps.now()).toISOString();
      const proof = { id, stage, by: actor.id, at, key, contentType, sha256, assignedAt: resource.assignedAt };
      // Without a link: the answer is stored with the key for a day, and a reader of the table could open the photo.
      return commit({ id, stage, by: actor.id, at }, [
        attach,
        table.check(keys.parcel(resource.id), atVersion(resource.version), () => new Refusal('STATE_CHANGED')),
        ...deliveries.addProof(resource.id, proof),
      ]);
    },

    proofs: async ({ actor, resource }) => {
      const all = await deliveries.proofs(resource.id);
      // A carrier sees the photos of their own assignment, the owner those of former ones too.
      const shown = all.filter((proof) => actor.id === resource.ownerId || proof.assignedAt === resource.assignedAt);
      return answer({ items: await Promise.all(shown.map((proof) => toProof(deps, proof))) });
    },

    tracking: async ({ actor, resource }) => {
      const events = await eventsOf(table, resource.id);
      const items = events.flatMap((event) => toEvent(actor.id, resource, event) ?? []);
      const carriers = new Set(items.flatMap(({ carrierId }) => carrierId ?? []));
      const former = [...carriers].filter((id) => id !== resource.carrierId);
      const otherId = actor.id === resource.ownerId ? resource.carrierId : resource.ownerId;
      const [people, other] = await Promise.all([
        profiles.people(former),
        otherId && isInHand(resource) ? profiles.read(otherId) : undefined,
      ]);
      return answer({
        items,
        ...(former.length > 0 ? { formerCarriers: former.map((id) => partnerCard(id, people.get(id))) } : {}),
        ...(other && isReachable(other) && other.phone ? { phone: other.phone } : {}),
      });
    },

    ...deliveryListHandlers(deps),
  };
}

const unlistedMeanwhile = {
  title: 'Annonce modifiée entre-temps',
  detail: "L'expéditeur vient de modifier ou de retirer cette annonce. Elle n'est pas disponible pour le moment.",
};

const card = ({ profile, stats }: Person) => cardOf(profile, stats);
