import { blockersOf, deletionRepository } from '#functions/account-deletion/repository.ts';
import { deliveryRepository } from '#functions/deliveries/repository.ts';
import { mail } from '#functions/mail/outbox.ts';
import { commit } from '#functions/outcome.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { parseProfile, profileRepository } from '#functions/profiles/repository.ts';
import { reviewRepository } from '#functions/reviews/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { tripRepository } from '#functions/trips/repository.ts';
import { requireDeletableByAdministrator } from '#shared/account-deletion/rules.ts';
import type { adminDeletionRoutes } from '#shared/admin/deletions.ts';
import { requireDeletable } from '#shared/admin/rules.ts';
import { nameOf } from '#shared/messaging/words.ts';
import { partnerCard } from '#shared/profiles/record.ts';
import { reviewIdOf } from '#shared/reviews/record.ts';
import { toOwnReview } from '#shared/reviews/rules.ts';
import { routeText } from '#shared/values/french.ts';
import { changedSince, decisionFacts, requireSeen } from './decisions.ts';
import { adminLog } from './log.ts';
import { toAdminParcel, toAdminProfile, toAdminTrip } from './views.ts';

/**
 * Administrators delete what members published. The reason is in the mail to its author and nowhere else; the stream
 * removes what was derived from it (decision 017).
 */
export function deletionHandlers(deps: Deps): Handlers<typeof adminDeletionRoutes> {
  const { table, now, newId } = deps;
  const stamp = () => ({ id: newId(), now: now() });
  return {
    deleteTrip: async ({ actor, resource, version, body }) => {
      requireSeen(version, resource, toAdminTrip(resource));
      const { id, ownerId, owner, depart, arrival, adminStatus } = resource;
      const target = { type: 'trip', id, line: newId() } as const;
      const data = {
        firstName: owner.firstName,
        route: routeText(depart, arrival),
        reason: body.reason,
        ...(await decisionFacts(deps, target, ownerId, body)),
      };
      return commit(undefined, [
        tripRepository(table).remove(resource, (current) => changedSince(current, toAdminTrip)),
        adminLog(deps, actor, 'deleteTrip', target, { before: adminStatus }),
        mail(table, 'tripDeleted', { memberId: ownerId }, data, stamp()),
      ]);
    },

    deleteParcel: async ({ actor, resource, version, body }) => {
      requireSeen(version, resource, toAdminParcel(resource, deps.now()));
      requireDeletable(resource, actor.id);
      const { id, ownerId, owner, title, status } = resource;
      const target = { type: 'parcel', id, line: newId() } as const;
      const facts = await decisionFacts(deps, target, ownerId, body);
      const data = { firstName: owner.firstName, title, reason: body.reason, ...facts };
      return commit(undefined, [
        parcelRepository(table).remove(resource, (current) =>
          changedSince(current, (parcel) => toAdminParcel(parcel, deps.now())),
        ),
        ...deliveryRepository(table).forget(resource),
        adminLog(deps, actor, 'deleteParcel', target, { statusBefore: status }),
        mail(table, 'parcelDeleted', { memberId: ownerId }, data, stamp()),
      ]);
    },

    removeReview: async ({ actor, resource, version, body }) => {
      requireSeen(version, resource, toOwnReview(resource));
      const { targetId, reviewerId, rating } = resource;
      const target = { type: 'review', id: reviewIdOf(resource), line: newId() } as const;
      const [people, facts] = await Promise.all([
        profileRepository(table).people([targetId, reviewerId]),
        decisionFacts(deps, target, reviewerId, body),
      ]);
      const data = {
        firstName: partnerCard(reviewerId, people.get(reviewerId)).firstName,
        otherName: nameOf(partnerCard(targetId, people.get(targetId))),
        otherId: targetId,
        reason: body.reason,
        ...facts,
      };
      return commit(undefined, [
        reviewRepository(table).remove(resource, (current) => changedSince(current, toOwnReview)),
        adminLog(deps, actor, 'removeReview', target, { rating: String(rating) }),
        mail(table, 'reviewDeleted', { memberId: reviewerId }, data, stamp()),
      ]);
    },

    deleteProfile: async ({ actor, resource, version, body }) => {
      const { id, status } = resource;
      requireSeen(version, resource, toAdminProfile(resource));
      const deletions = deletionRepository(table);
      requireDeletableByAdministrator(await blockersOf(table, id));
      const target = { type: 'profile', id, line: newId() } as const;
      const facts = await decisionFacts(deps, target, id, body);
      return commit(undefined, [
        ...deletions.close(resource, { now: now(), reason: body.reason, ...facts }, (current) =>
          changedSince(current && parseProfile(current), toAdminProfile),
        ),
        adminLog(deps, actor, 'deleteProfile', target, { before: status }),
      ]);
    },
  };
}
