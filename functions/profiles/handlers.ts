import { toMe } from '#functions/accounts/me.ts';
import type { Actor } from '#functions/actor.ts';
import { friendRepository } from '#functions/friends/repository.ts';
import { accepted, answer, commit, type Outcome } from '#functions/outcome.ts';
import { reviewRepository } from '#functions/reviews/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import type { Me } from '#shared/accounts/contract.ts';
import { attachDocuments } from '#shared/accounts/rules.ts';
import type { profileRoutes } from '#shared/profiles/contract.ts';
import { cardOf, documentsOf, type ProfileRecord } from '#shared/profiles/record.ts';
import {
  changeProfile,
  distributionOf,
  proposeName,
  reliabilityOf,
  tripsShown,
  withAvatar,
  withoutAvatar,
  withoutNewName,
} from '#shared/profiles/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { toOwnReview } from '#shared/reviews/rules.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { dayOf } from '#shared/values/time.ts';
import { profileRepository } from './repository.ts';

export function profileHandlers({ table, now }: Deps): Handlers<typeof profileRoutes> {
  const profiles = profileRepository(table);
  const uploads = uploadRepository(table);
  const trips = tripRepository(table);
  const friends = friendRepository(table);
  const reviews = reviewRepository(table);

  async function meWith(actor: Actor, profile: ProfileRecord): Promise<Me> {
    const me = toMe({ ...actor, profile }, await profiles.stats(actor.id), now());
    if (me.status === 'blocked') throw new Refusal('PROFILE_BLOCKED');
    if (me.status === 'leaving') throw new Refusal('PROFILE_LEAVING');
    return me;
  }

  /** Stores the member's change of their profile and returns their new state. */
  const become = async (actor: Actor, profile: ProfileRecord): Promise<Outcome<Me>> =>
    commit(await meWith(actor, profile), [profiles.save(profile, () => new Refusal('STALE'))]);

  /** The document of a withdrawn name is erased in the coming night. */
  const leaving = ({ id, newName }: ProfileRecord) =>
    newName?.idDocument ? uploads.keepDocuments({ id, idDocument: newName.idDocument }, dayOf(now())) : [];

  return {
    attachDocuments: async ({ actor, body }) => {
      const documents = await uploads.documents(actor.id, body, now());
      if (documents === 'scanning') return accepted({ state: 'scanning' });
      const profile = attachDocuments(actor.profile, documents.found);
      return commit(documentsOf(profile), [profiles.save(profile), ...documents.attach]);
    },

    updateMyProfile: async ({ actor, body, version }) =>
      become(actor, changeProfile(actor.profile, body, { seen: version, isRootAdmin: actor.isRootAdmin })),

    proposeName: async ({ actor, body: { idDocument, ...names } }) => {
      const { profile } = actor;
      const sent = idDocument ? await uploads.documents(actor.id, { idDocument }, now()) : { found: {}, attach: [] };
      if (sent === 'scanning') return accepted({ state: 'scanning' as const });
      const waiting = proposeName(profile, names, sent.found.idDocument, now());
      const { reply, writes } = await become(actor, waiting);
      const replaced = idDocument ? leaving(profile) : [];
      return commit(reply, [...writes, profiles.queueName(waiting), ...sent.attach, ...replaced]);
    },

    withdrawName: async ({ actor }) => {
      const { profile } = actor;
      if (!profile.newName && !profile.refusedName) return answer(await meWith(actor, profile));
      const cleared = withoutNewName(profile);
      const { reply, writes } = await become(actor, cleared);
      return commit(reply, [...writes, profiles.queueName(cleared), ...leaving(profile)]);
    },

    updateMySettings: async ({ actor, body }) =>
      commit(await meWith(actor, { ...actor.profile, ...body }), [profiles.set(actor.id, body)]),

    setAvatar: async ({ actor, body }) => {
      // A repeated call, with nothing left to do.
      if (actor.profile.avatarKey === `media/${body.uploadId}`) return answer(await meWith(actor, actor.profile));
      const taken = await uploads.take(body.uploadId, actor.id, 'avatar', { now: now() });
      if (taken === 'scanning') return accepted({ state: 'scanning' as const });
      const { reply, writes } = await become(actor, withAvatar(actor.profile, taken.upload.key));
      return commit(reply, [...writes, taken.attach]);
    },

    deleteAvatar: async ({ actor }) =>
      actor.profile.avatarKey === undefined
        ? answer(undefined)
        : commit(undefined, [profiles.save(withoutAvatar(actor.profile))]),

    readMember: async ({ actor, resource }) => {
      const isMe = actor.id === resource.id;
      const { stats } = resource;
      const [isFriend, { review, isInHand }] = await Promise.all([
        friends.areFriends(actor.id, resource.id, { consistent: false }),
        reviews.tiesBetween(resource.id, actor.id),
      ]);
      return answer({
        ...cardOf(resource, stats),
        // Default of the public profile view (product 1.3).
        phoneNumber: isMe || resource.phonePublic || isInHand ? resource.phone : 'Non renseigné',
        ...reliabilityOf({ profile: resource, stats }),
        parcelCount: stats.parcelCount,
        tripCount: stats.tripCount,
        distribution: distributionOf(stats),
        isFriend,
        ...(review ? { myReview: toOwnReview(review) } : {}),
      });
    },

    memberTrips: async ({ actor, resource }) => {
      const isMine = actor.id === resource.id;
      const isShown = (trip: TripRecord) => isMine || (trip.status === 'active' && trip.adminStatus === 'approved');
      const first = (when: 'upcoming' | 'past', count: number) =>
        trips.firstTripsOf(resource.id, when, now(), { count, isShown });
      const upcoming = await first('upcoming', tripsShown);
      const missing = tripsShown - upcoming.length;
      return answer({ items: [...upcoming, ...(missing > 0 ? await first('past', missing) : [])] });
    },
  };
}
