import { friendRoutes } from '#shared/friends/contract.ts';
import { memberIds } from '#test/access/people.ts';
import { examples } from '#test/support/mocked/examples.ts';
import { friendHandlers } from './handlers.ts';

const { O: amel, M: karim } = memberIds;
const at = '2026-11-20T10:00:00.000Z';
const aboutKarim = { params: { userId: karim }, given: ['M'] } as const;

examples(friendRoutes, friendHandlers, {
  myFriends: {
    given: ['M', { pk: `U#${amel}`, sk: `FR#${karim}`, kind: 'friend', record: { friendId: karim, since: at } }],
    reads: [
      `query pk = "U#${amel}" AND begins_with(sk, "FR#"), limit 50`,
      `query pk = "U#${karim}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`,
    ],
    answers: { items: [{ id: karim, firstName: 'M' }] },
  },

  isFriend: [
    { ...aboutKarim, reads: [`get U#${amel} FR#${karim}, consistent`], answers: { isFriend: false } },
    {
      ...aboutKarim,
      when: 'of a friend',
      given: [{ pk: `U#${amel}`, sk: `FR#${karim}` }],
      reads: [`get U#${amel} FR#${karim}, consistent`],
      answers: { isFriend: true },
    },
  ],

  addFriend: {
    ...aboutKarim,
    reads: [
      `query pk = "U#${karim}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`,
      `query pk = "U#${karim}" AND begins_with(sk, "BY#${amel}#")`,
    ],
    writes: [
      `update U#${amel} FR#${karim}: SET kind = "friend", record = if_not_exists(record, {…})`,
      `update U#${karim} FR#${amel}: SET kind = "friend", record = if_not_exists(record, {…})`,
      `check U#${amel} BY#${karim}#BLOCK if attribute_not_exists(pk)`,
      `check U#${karim} BY#${amel}#BLOCK if attribute_not_exists(pk)`,
    ],
    items: {
      [`U#${amel} FR#${karim}`]: { record: { friendId: karim, since: at } },
      [`U#${karim} FR#${amel}`]: { record: { friendId: amel, since: at } },
    },
    answers: { isFriend: true },
    refused: {
      [`U#${amel} BY#${karim}#BLOCK`]: 'STATE_CHANGED',
      [`U#${karim} BY#${amel}#BLOCK`]: 'NOT_FOUND',
    },
  },

  removeFriend: {
    ...aboutKarim,
    writes: [`delete U#${amel} FR#${karim}`, `delete U#${karim} FR#${amel}`],
  },

  myBlocks: {
    given: [
      'M',
      {
        pk: `U#${amel}`,
        sk: `BY#${karim}#BLOCK`,
        gs1pk: `BLK#${amel}`,
        gs1sk: at,
        record: { otherId: karim, since: at },
      },
    ],
    reads: [
      `query gs1pk = "BLK#${amel}", backwards, limit 20`,
      `query pk = "U#${karim}" AND sk BETWEEN "A#PROFILE" AND "A#STATS"`,
    ],
    answers: { items: [{ id: karim, firstName: 'M', lastName: 'Membre' }] },
  },

  blockMember: {
    ...aboutKarim,
    writes: [
      `check U#${karim} A#PROFILE if attribute_exists(record.emailConfirmedAt)`,
      `update U#${amel} BY#${karim}#BLOCK: SET kind = "block", gs1pk = "BLK#${amel}", gs1sk = if_not_exists(gs1sk, "${at}"), record = if_not_exists(record, {…})`,
      `put U#${karim} BY#${amel}#BLOCKED`,
      `delete U#${amel} FR#${karim}`,
      `delete U#${karim} FR#${amel}`,
    ],
    items: {
      [`U#${amel} BY#${karim}#BLOCK`]: { record: { otherId: karim, since: at } },
      [`U#${karim} BY#${amel}#BLOCKED`]: { gs1pk: `BLKBY#${karim}`, gs1sk: amel, kind: 'blocked' },
    },
    answers: { isBlocked: true },
    refused: { [`U#${karim} A#PROFILE`]: 'NOT_FOUND' },
  },

  unblockMember: {
    ...aboutKarim,
    writes: [`delete U#${amel} BY#${karim}#BLOCK`, `delete U#${karim} BY#${amel}#BLOCKED`],
  },
});
