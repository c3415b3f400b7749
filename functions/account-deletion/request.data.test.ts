import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { accountHandlers } from '#functions/accounts/handlers.ts';
import { accountRepository } from '#functions/accounts/repository.ts';
import type { FileStore } from '#functions/platform/aws/object-store.ts';
import { keys } from '#functions/platform/keys.ts';
import { deletionTime } from '#shared/account-deletion/rules.ts';
import { accountRoutes } from '#shared/accounts/contract.ts';
import { isReachable } from '#shared/profiles/record.ts';
import { dayMs, minuteMs } from '#shared/values/time.ts';
import { amina } from '#test/support/accounts.ts';
import { authTime, pipelineOf, type Request } from '#test/support/pipeline.ts';
import { aSignedUpMember } from '#test/support/scenes/signed-up.ts';
import { runDueDeletions } from './run.ts';

const password = amina.password;
const noFiles: FileStore = { delete: async () => undefined, async *under() {} };

/** A confirmed member behind the pipeline, and the job that deletes. */
async function aMember() {
  const member = await aSignedUpMember({ start: authTime * 1000 });
  const { table, clock, deps, identity, userId } = member;
  const ask = pipelineOf(accountRoutes, accountHandlers(deps), deps);
  const files = { quarantine: noFiles, identity: noFiles, private: noFiles, media: noFiles };
  const runJob = () =>
    runDueDeletions({ table, now: () => clock.now, newId: randomUUID, identity, files, budgetMs: 60_000 });
  const leave = (request: Request = {}) => ask('deleteMe', userId, { body: { password }, ...request });
  return { ...member, stored: member.profile, ask, leave, runJob };
}

test('the member is hidden at once, every session ends, and a mail says until when', async () => {
  const { leave, stored, clock, signedOut, userId, waiting } = await aMember();
  const { day } = deletionTime(clock.now);
  expect(await leave()).toMatchObject({ status: 200, body: { status: 'leaving', leavesOn: day } });
  const profile = await stored();
  expect(isReachable(profile)).toBe(false);
  expect(profile.leavesOn).toBe(day);
  expect(signedOut).toEqual([userId]);
  // The session that asked has ended as well.
  expect((await leave()).body).toMatchObject({ code: 'SESSION_REVOKED' });
  expect((await waiting()).map(({ mail }) => mail)).toContain('deletionRequested');
});

test('a wrong password changes nothing, and the member may guess five times an hour in all', async () => {
  const { ask, leave, stored, userId } = await aMember();
  process.env['RATE_LIMITS'] = 'on';
  try {
    for (let guess = 0; guess < 3; guess++)
      expect((await leave({ body: { password: 'faux' } })).body).toMatchObject({
        code: 'INVALID',
        fields: { password: 'Le mot de passe est incorrect' },
      });
    const change = { body: { current: 'faux', password: 'Traversee42' } };
    for (let guess = 0; guess < 2; guess++)
      expect((await ask('changePassword', userId, change)).body).toMatchObject({ code: 'INVALID' });
    expect((await leave()).body).toMatchObject({ code: 'TOO_MANY' });
    expect((await stored()).leavesOn).toBeUndefined();
  } finally {
    process.env['RATE_LIMITS'] = 'off';
  }
});

test.each([
  ['a parcel in hand', { ...keys.inHand('', 'other', 'parcel'), kind: 'inHand' }, 'PARCEL_IN_HAND'],
  ['active rights', { ...keys.administrator(''), kind: 'administrator', status: 'active' }, 'STILL_ADMINISTRATOR'],
  [
    'the root administrator’s rights',
    { ...keys.administrator(''), kind: 'administrator', status: 'active', rootAdmin: true },
    'ROOT_ADMIN_PROTECTED',
  ],
] as const)('a member with %s is refused, in words', async (_, { pk, sk, ...item }, code) => {
  const { leave, table, userId, stored } = await aMember();
  await table.transact([
    table.put({ ...item, pk: pk === 'U#' ? `U#${userId}` : pk, sk: sk === '' ? userId : sk } as never),
  ]);
  const { body } = await leave();
  expect(body).toMatchObject({ code, title: 'Suppression impossible' });
  expect((await stored()).leavesOn).toBeUndefined();
});

test('rights that were taken away do not keep a member', async () => {
  const { leave, table, userId } = await aMember();
  await table.transact([table.put({ ...keys.administrator(userId), kind: 'administrator', status: 'inactive' })]);
  expect((await leave()).status).toBe(200);
});

/** A session that starts after the deletion ended earlier ones. */
async function signInLater({ table, userId }: Awaited<ReturnType<typeof aMember>>) {
  await table.transact([
    table.update(keys.profile(userId), { expression: 'SET tokensValidAfter = :then', values: { ':then': authTime } }),
  ]);
}

test('while leaving, a new session may read that and take it back, and then all is as before', async () => {
  const member = await aMember();
  const { ask, leave, stored, userId, table, clock, runJob } = member;
  const before = await stored();
  await leave();
  await signInLater(member);
  expect((await ask('readMe', userId)).body).toEqual({
    status: 'leaving',
    leavesOn: deletionTime(clock.now).day,
    email: expect.any(String),
  });
  expect((await ask('issueSocketTicket', userId)).body).toMatchObject({ code: 'PROFILE_LEAVING' });
  expect((await leave()).body).toMatchObject({ code: 'PROFILE_LEAVING' });
  expect((await ask('cancelDeletion', userId)).status).toBe(204);
  const { version, ...after } = await stored();
  expect({ ...after, tokensValidAfter: undefined }).toEqual({
    ...before,
    version: undefined,
    tokensValidAfter: undefined,
  });
  expect(version).toBe(before.version + 2);
  expect(await table.get(keys.deletion(userId))).toBeUndefined();
  // A second call changes nothing, and the day passes without a deletion.
  expect((await ask('cancelDeletion', userId)).status).toBe(204);
  clock.now += 20 * dayMs;
  expect(await runJob()).toBe(0);
  expect((await stored()).email).toBe(amina.email);
});

test('after 14 days the account goes for good, and its address opens a new one', async () => {
  const member = await aMember();
  const { leave, runJob, table, clock, users, userId, call, profiles, waiting, ask } = member;
  await leave();
  clock.now += 13 * dayMs;
  expect(await runJob()).toBe(0);
  await expect(call('signUp', { ...amina, password: 'autre-mot-7' })).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
  clock.now += dayMs + minuteMs;
  await runJob();
  expect(await profiles.read(userId)).toBeUndefined();
  expect(await table.get(keys.tombstone(userId))).toMatchObject({ day: deletionTime(authTime * 1000).day });
  expect((await ask('readMe', userId)).body).toMatchObject({ code: 'SIGNED_OUT' });
  expect((await waiting()).find(({ mail }) => mail === 'accountDeleted')).toMatchObject({
    memberId: 'former',
    data: { email: amina.email, reason: '' },
  });
  clock.now += 5 * minuteMs;
  await runJob();
  expect(users.has(amina.email)).toBe(false);
  const { userId: fresh } = await call('signUp', { ...amina, password: 'autre-mot-7' });
  expect(fresh).not.toBe(userId);
  // The cancelled deletion no longer affects the account.
  clock.now += 4 * dayMs;
  await runJob();
  expect(await profiles.read(fresh)).toMatchObject({ email: amina.email });
  expect(await accountRepository(table).lockOf(amina.email)).toMatchObject({ memberId: fresh });
  expect(users.get(amina.email)).toBe(fresh);
});

test('a parcel that came into their hands meanwhile keeps the account until it is over', async () => {
  const { leave, runJob, table, clock, userId, stored, profiles } = await aMember();
  await leave();
  const hand = keys.inHand(userId, 'other', 'parcel');
  await table.transact([table.put({ ...hand, kind: 'inHand' })]);
  clock.now += 14 * dayMs + minuteMs;
  await expect(runJob()).rejects.toThrow('1 accounts could not be erased');
  expect((await stored()).leavesOn).toBeDefined();
  // It rings once a day, not at every run.
  clock.now += 5 * minuteMs;
  expect(await runJob()).toBe(0);
  await table.transact([table.remove(hand)]);
  clock.now += dayMs + minuteMs;
  await runJob();
  expect(await profiles.read(userId)).toBeUndefined();
});
