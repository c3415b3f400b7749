import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { friendRoutes } from '#shared/friends/contract.ts';
import type { Card } from '#shared/values/fields.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { pipelineOf, put, tableWith } from '#test/support/pipeline.ts';
import { friendHandlers } from './handlers.ts';

const { O: amel, M: karim, C: lina, B: blocked } = memberIds;

async function friendship() {
  const table = await tableWith((['O', 'M', 'C', 'B'] as const).map((role) => profileItem(aProfile(role))));
  let clock = Date.parse('2026-11-20T10:00:00.000Z');
  const deps = { table, now: () => clock++, newId: randomUUID };
  const call = pipelineOf(friendRoutes, friendHandlers(deps), deps);
  const act = (name: 'addFriend' | 'removeFriend', me: string, userId: string) =>
    call(name, me, { params: { userId } });
  /** Repeats the call as the browser does after UNAVAILABLE. */
  const insist = async (...given: Parameters<typeof act>) => {
    for (;;) {
      const answer = await act(...given);
      if (answer.status !== 503) return answer;
    }
  };
  const friendsOf = async (me: string) => ((await call('myFriends', me)).body['items'] as Card[]).map(({ id }) => id);
  const isFriend = async (me: string, userId: string) => (await call('isFriend', me, { params: { userId } })).body;
  return { table, act, insist, friendsOf, isFriend };
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
  const { table, act, friendsOf } = await friendship();
  await act('addFriend', amel, karim);
  await act('addFriend', amel, lina);
  await put(table, profileItem(aProfile('M', { status: 'blocked' })));
  expect(await friendsOf(amel)).toEqual([lina]);
  expect(await act('removeFriend', amel, karim)).toMatchObject({ status: 204 });
  expect(await table.get(keys.friend(karim, amel), { consistent: true })).toBeUndefined();
});
