import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { Card, Cursor, pageOf } from '../values/fields.ts';

export const BlockedMember = z.pick(Card, { id: true, firstName: true, lastName: true, avatarUrl: true });
export type BlockedMember = z.infer<typeof BlockedMember>;

const Friendship = z.object({ isFriend: z.boolean() });

/** A friend is added immediately and in both directions. Friendship gives no right (rule 33). */
export const friendRoutes = routes({
  myFriends: {
    method: 'GET',
    path: '/me/friends',
    access: 'member',
    query: z.object({ cursor: Cursor }),
    reply: pageOf(Card),
  },
  isFriend: { method: 'GET', path: '/me/friends/{userId}', access: 'member', reply: Friendship },
  addFriend: {
    method: 'PUT',
    path: '/me/friends/{userId}',
    access: { party: 'openMember', of: 'userId' },
    limits: [{ by: 'member', count: 60, seconds: 3600 }],
    reply: Friendship,
  },
  /** No relation is required: a member may also remove a friend who is now blocked or deleted. */
  removeFriend: { method: 'DELETE', path: '/me/friends/{userId}', access: 'member' },
  myBlocks: {
    method: 'GET',
    path: '/me/blocks',
    access: 'member',
    query: z.object({ cursor: Cursor }),
    reply: pageOf(BlockedMember),
  },
  /** Silent, and no relation is required (rule 183). A repeated call changes nothing. */
  blockMember: {
    method: 'PUT',
    path: '/me/blocks/{userId}',
    access: 'member',
    limits: [{ by: 'member', count: 60, seconds: 3600 }],
    reply: z.object({ isBlocked: z.literal(true) }),
  },
  unblockMember: { method: 'DELETE', path: '/me/blocks/{userId}', access: 'member' },
});
