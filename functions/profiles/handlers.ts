import { countsOf, toMe } from '#functions/accounts/me.ts';
import type { Actor } from '#functions/actor.ts';
import { friendRepository } from '#functions/friends/repository.ts';
import { accepted, answer, commit, type Outcome } from '#functions/outcome.ts';
import type { Write } from '#functions/platform/table.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { uploadRepository } from '#functions/uploads/repository.ts';
import type { Me } from '#shared/accounts/me.ts';
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

async function meWith({ table, now }: Deps, actor: Actor, profile: ProfileRecord): Promise<Me> {
  const me = toMe({ ...actor, profile }, await countsOf(table, profile, now()), now());
  if (me.status === 'blocked') throw new Refusal('PROFILE_BLOCKED');
  if (me.status === 'leaving') throw new Refusal('PROFILE_LEAVING');
  return me;
}

const become = async (deps: Deps, actor: Actor, profile: ProfileRecord): Promise<Outcome<Me>> =>
  commit(await meWith(deps, actor, profile), [profileRepository(deps.table).save(profile, () => new Refusal('STALE'))]);

function newNameHandlers(deps: Deps): Pick<Handlers<typeof profileRoutes>, 'proposeName' | 'withdrawName'> {
  const { table, now } = deps;
  const profiles = profileRepository(table);
  const uploads = uploadRepository(table);

  /** The nightly job deletes the document of a withdrawn name. */
  const expireDocument = ({ id, newName }: ProfileRecord): Write[] =>
    newName?.idDocument ? uploads.keepDocuments({ id, idDocument: newName.idDocument }, dayOf(now())) : [];

  return {
    proposeName: async ({ actor, body: { idDocument, ...names } }) => {
      const { profile } = actor;
      const sent = idDocument ? await uploads.documents(actor.id, { idDocument }, now()) : { found: {}, attach: [] };
      if (sent === 'scanning') return accepted({ state: 'scanning' as const });
      const proposed = proposeName(profile, names, sent.found.idDocument, now());
      const { reply, writes } = await become(deps, actor, proposed);
      const expired = idDocument ? expireDocument(profile) : [];
      return commit(reply, [...writes, profiles.queueName(proposed), ...sent.attach, ...expired]);
    },

    withdrawName: async ({ actor }) => {
      const { profile } = actor;
      if (!profile.newName && !profile.refusedName) return answer(await meWith(deps, actor, profile));
      const cleared = withoutNewName(profile);
      const { reply, writes } = await become(deps, actor, cleared);
      return commit(reply, [...writes, profiles.queueName(cleared), ...expireDocument(profile)]);
    },
  };
}

export function profileHandlers(deps: Deps): Handlers<typeof profileRoutes> {
  const { table, now } = deps;
  const profiles = profileRepository(table);
  const uploads = uploadRepository(table);
  const trips = tripRepository(table);
  const friends = friendRepository(table);
  return {
    attachDocuments: async ({ actor, body }) => {
      const documents = await uploads.documents(actor.id, body, now());
      if (documents === 'scanning') return accepted({ state: 'scanning' });
      const profile = attachDocuments(actor.profile, documents.found);
      return commit(documentsOf(profile), [profiles.save(profile), ...documents.attach]);
    },

    updateMyProfile: async ({ actor, body, version }) =>
      become(deps, actor, changeProfile(actor.profile, body, { seen: version, isRootAdmin: actor.isRootAdmin })),

    ...newNameHandlers(deps),

    updateMySettings: async ({ actor, body }) =>
      commit(await meWith(deps, actor, { ...actor.profile, ...body }), [profiles.set(actor.id, body)]),

    setAvatar: async ({ actor, body }) => {
      // A repeated call.
      if (actor.profile.avatarKey === `media/${body.uploadId}`) return answer(await meWith(deps, actor, actor.profile));
      const taken = await uploads.take(body.uploadId, actor.id, 'avatar', { now: now() });
      if (taken === 'scanning') return accepted({ state: 'scanning' as const });
      const { reply, writes } = await become(deps, actor, withAvatar(actor.profile, taken.upload.key));
      return commit(reply, [...writes, taken.attach]);
    },

    deleteAvatar: async ({ actor }) =>
      actor.profile.avatarKey === undefined
        ? answer(undefined)
        : commit(undefined, [profiles.save(withoutAvatar(actor.profile))]),

    readMember: async ({ actor, resource }) => {
      const isMe = actor.id === resource.id;
      const { stats, ties } = resource;
      const { review, isInHand, parcelInHand, isBlocked, hasBlocked } = ties;
      const isFriend = await friends.areFriends(actor.id, resource.id, { consistent: false });
      return answer({
        ...cardOf(resource, stats),
        // Default of the public profile view (product 1.3).
        phoneNumber: isMe || resource.phonePublic || isInHand ? resource.phone : 'Non renseigné',
        ...reliabilityOf({ profile: resource, stats }),
        parcelCount: stats.parcelCount,
        tripCount: stats.tripCount,
        distribution: distributionOf(stats),
        isFriend,
        ...(isBlocked ? { isBlocked: true as const } : {}),
        ...(hasBlocked ? { isHidden: true as const } : {}),
        ...(isInHand ? { isInHand: true as const, parcelInHand } : {}),
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
