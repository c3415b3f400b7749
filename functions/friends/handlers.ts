import { noProfile } from '#functions/authorize.ts';
import { answer, commit, type Outcome } from '#functions/outcome.ts';
import type { Write } from '#functions/platform/table.ts';
import { profileRepository } from '#functions/profiles/repository.ts';
import type { Deps, Handlers } from '#functions/serve.ts';
import { BlockedMember, type friendRoutes } from '#shared/friends/contract.ts';
import { cardOf, isReachable, partnerCard } from '#shared/profiles/record.ts';
import { Refusal } from '#shared/refusal.ts';
import { blockRepository } from './blocks.ts';
import { friendRepository } from './repository.ts';

export function friendHandlers({ table, now }: Deps): Handlers<typeof friendRoutes> {
  const friends = friendRepository(table);
  const blocks = blockRepository(table);
  const profiles = profileRepository(table);
  const nobody = () => new Refusal('NOT_FOUND', noProfile);

  /** Both members may change what connects them concurrently, and no call is an error. */
  const apply = <Reply>(reply: Reply, writes: readonly Write[]): Outcome<Reply> =>
    commit(reply, writes, async () => apply(reply, writes));

  return {
    /** Blocked or deleted friends are left out, so a page may be short. */
    myFriends: async ({ actor, query }) => {
      const { ids, ...position } = await friends.friendsOf(actor.id, query.cursor);
      const people = await profiles.people(ids);
      const items = [...people.values()]
        .filter(({ profile }) => isReachable(profile))
        .map(({ profile, stats }) => cardOf(profile, stats))
        .sort((a, b) => a.firstName.localeCompare(b.firstName, 'fr') || a.lastName.localeCompare(b.lastName, 'fr'));
      return answer({ items, ...position });
    },

    isFriend: async ({ actor, params }) => answer({ isFriend: await friends.areFriends(actor.id, params.userId) }),

    addFriend: async ({ actor, resource }) => {
      if (resource.id === actor.id) throw new Refusal('SELF_ACTION');
      return apply({ isFriend: true }, [
        ...friends.join(actor.id, resource.id, now()),
        ...blocks.mustBeOpen(actor.id, resource.id, nobody),
      ]);
    },

    removeFriend: async ({ actor, params }) => {
      if (params.userId === actor.id) throw new Refusal('SELF_ACTION');
      return apply(undefined, friends.part(actor.id, params.userId));
    },

    myBlocks: async ({ actor, query }) => {
      const { ids, ...position } = await blocks.blocksOf(actor.id, query.cursor);
      const people = await profiles.people(ids);
      return answer({ items: ids.map((id) => BlockedMember.parse(partnerCard(id, people.get(id)))), ...position });
    },

    /** Hidden members too: an administrator may lift their block later. */
    blockMember: async ({ actor, params }) => {
      const { userId } = params;
      if (userId === actor.id) throw new Refusal('SELF_ACTION');
      return apply({ isBlocked: true as const }, [
        profiles.mustBeConfirmed(userId, nobody),
        ...blocks.block(actor.id, userId, now()),
        ...friends.part(actor.id, userId),
      ]);
    },

    unblockMember: async ({ actor, params }) => apply(undefined, blocks.unblock(actor.id, params.userId)),
  };
}
