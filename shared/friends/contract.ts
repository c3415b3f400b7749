import * as z from 'zod/mini';
import { routes } from '../route.ts';
import { Card, Cursor, pageOf } from '../values/fields.ts';

const Friendship = z.object({ isFriend: z.boolean() });

/** Friends are added at once, both ways, and gain no right by it (rule 33). */
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
  /** Of whomever: a friend who is blocked or gone by now can be let go as well. */
  removeFriend: { method: 'DELETE', path: '/me/friends/{userId}', access: 'member' },
});
