import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { aWorld } from '#test/support/world/world.ts';

const { O: amel, M: karim, C: lina, B: blocked } = memberIds;

async function friendship() {
  const world = await aWorld({ people: ['O', 'M', 'C', 'B'], isTicking: true });
  const { as } = world;
  const act = (name: 'addFriend' | 'removeFriend', me: string, userId: string) => as(me)[name]({ params: { userId } });
  /** Repeats the call as the browser does after UNAVAILABLE. */
  const insist = async (...given: Parameters<typeof act>) => {
    for (;;) {
      const answer = await act(...given);
      if (answer.status !== 503) return answer;
    }
  };
  const friendsOf = async (me: string) => (await as(me).myFriends()).body.items.map(({ id }) => id);
  const isFriend = async (me: string, userId: string) => (await as(me).isFriend({ params: { userId } })).body;
  return { ...world, act, insist, friendsOf, isFriend };
}

test('adding a friend makes both members friends, and adding again changes nothing', async () => {
  const { table, act, friendsOf, isFriend } = await friendship();
  expect(await act('addFriend', amel, karim)).toMatchObject({ status: 200, body: { isFriend: true } });
  const first = await table.get(keys.friend(karim, amel), { consistent: true });
  expect(await act('addFriend', amel, karim)).toMatchObject({ status: 200 });
  expect(await act('addFriend', karim, amel)).toMatchObject({ status: 200 });
  expect(await table.get(keys.friend(karim, amel), { consistent: true })).toEqual(first);
  expect([await friendsOf(amel), await friendsOf(karim)]).toEqual([[karim], [amel]]);
  expect(await isFriend(karim, amel)).toEqual({ isFriend: true });
});

test('either member ends the friendship for both, and ending again changes nothing', async () => {
  const { act, friendsOf, isFriend } = await friendship();
  await act('addFriend', amel, karim);
  expect(await act('removeFriend', karim, amel)).toMatchObject({ status: 204 });
  expect(await act('removeFriend', karim, amel)).toMatchObject({ status: 204 });
  expect([await friendsOf(amel), await friendsOf(karim)]).toEqual([[], []]);
  expect(await isFriend(amel, karim)).toEqual({ isFriend: false });
});

test('after concurrent additions and removals both rows exist or none', async () => {
  const { table, insist } = await friendship();
  for (let round = 0; round < 5; round++) {
    await Promise.all([
      insist('addFriend', amel, karim),
      insist('addFriend', karim, amel),
      insist('removeFriend', amel, karim),
      insist('removeFriend', karim, amel),
    ]);
    const rows = await table.getMany([keys.friend(amel, karim), keys.friend(karim, amel)], { consistent: true });
    expect(new Set(rows.map((row) => row !== undefined)).size).toBe(1);
  }
});

test('a member cannot end a friendship with themselves', async () => {
  const { act } = await friendship();
  expect(await act('removeFriend', amel, amel)).toMatchObject({ status: 403, body: { code: 'SELF_ACTION' } });
});

test('a member cannot befriend themselves, an unknown member or a blocked member', async () => {
  const { act, friendsOf } = await friendship();
  expect(await act('addFriend', amel, amel)).toMatchObject({ status: 403, body: { code: 'SELF_ACTION' } });
  expect(await act('addFriend', amel, blocked)).toMatchObject({ status: 404 });
  expect(await act('addFriend', amel, randomUUID())).toMatchObject({ status: 404 });
  expect(await friendsOf(amel)).toEqual([]);
});

test('a blocked friend is not listed, and can be removed', async () => {
  const { table, seed, act, friendsOf } = await friendship();
  await act('addFriend', amel, karim);
  await act('addFriend', amel, lina);
  await seed(aProfile('M', { status: 'blocked' }));
  expect(await friendsOf(amel)).toEqual([lina]);
  expect(await act('removeFriend', amel, karim)).toMatchObject({ status: 204 });
  expect(await table.get(keys.friend(karim, amel), { consistent: true })).toBeUndefined();
});
