import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { Card, Cursor, pageOf } from '../values/fields.ts';

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
    access: { party: 'visibleMember', of: 'userId' },
    limits: [{ by: 'member', count: 60, seconds: 3600 }],
    reply: Friendship,
  },
  /** No relation is required: a member may also remove a friend who is now blocked or deleted. */
  removeFriend: { method: 'DELETE', path: '/me/friends/{userId}', access: 'member' },
});
