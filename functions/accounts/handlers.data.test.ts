import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import type { Refusal } from '#shared/refusal.ts';
import { dayMs, hourMs } from '#shared/values/time.ts';
import { amina, unavailable } from '#test/support/accounts.ts';
import { aSignedUpMember } from '#test/support/scenes/signed-up.ts';
import { accountRepository } from './repository.ts';

const { email } = amina;

async function aResetLink() {
  const backend = await aSignedUpMember();
  await backend.call('forgotPassword', { email });
  await backend.deliverWaiting();
  return { ...backend, token: backend.linkToken() };
}

const password = 'Nouveau7-mot';

test('the link of the mail confirms the address, and again when it is opened twice', async () => {
  const { confirm, profiles, userId, clock } = await aSignedUpMember({ isConfirmed: false });
  expect(await confirm()).toEqual({ email, state: 'confirmed' });
  const confirmed = await profiles.read(userId);
  expect(confirmed).toMatchObject({ emailConfirmedAt: new Date(clock.now).toISOString(), version: 2 });
  clock.now += 2 * dayMs;
  expect(await confirm()).toEqual({ email, state: 'confirmed' });
  expect(await profiles.read(userId)).toEqual(confirmed);
});

test('opened many times at once, the link still confirms', async () => {
  const { confirm, profiles, userId } = await aSignedUpMember({ isConfirmed: false });
  const answers = await Promise.allSettled(Array.from({ length: 5 }, () => confirm()));
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect((await profiles.read(userId))?.emailConfirmedAt).toBeDefined();
});

test('a confirmation link expires after 24 hours, and an unknown one is invalid', async () => {
  const { call, confirm, clock } = await aSignedUpMember({ isConfirmed: false });
  clock.now += dayMs;
  await expect(confirm()).rejects.toMatchObject({ code: 'EXPIRED_LINK' });
  await expect(call('confirmEmail', { token: 'A'.repeat(43) })).rejects.toMatchObject({ code: 'INVALID_LINK' });
});

test('while Cognito does not answer, a confirmation link stays valid', async () => {
  const { confirm, trouble } = await aSignedUpMember({ isConfirmed: false });
  trouble.before = () => {
    throw unavailable();
  };
  await expect(confirm()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  delete trouble.before;
  expect(await confirm()).toEqual({ email, state: 'confirmed' });
});

test('a confirmation link resets no password, and a reset link confirms no address', async () => {
  const { call, confirmation, token } = await aResetLink();
  await expect(call('resetPassword', { token: confirmation, password })).rejects.toMatchObject({
    code: 'INVALID_LINK',
  });
  await expect(call('confirmEmail', { token })).rejects.toMatchObject({ code: 'INVALID_LINK' });
});

test('a confirmation is sent again only to an address that is not confirmed yet', async () => {
  const backend = await aSignedUpMember({ isConfirmed: false });
  await backend.call('resendConfirmation', { email });
  await backend.deliverWaiting();
  expect(backend.sent).toHaveLength(2);
  await backend.confirm(backend.linkToken());
  await backend.call('resendConfirmation', { email });
  await backend.call('resendConfirmation', { email: 'nobody@example.org' });
  await backend.deliverWaiting();
  expect(backend.sent).toHaveLength(2);
});

test('a request for a reset gets the same answer and the same amount of writing for every address', async () => {
  const backend = await aSignedUpMember();
  const known = await backend.call('forgotPassword', { email });
  const unknown = await backend.call('forgotPassword', { email: 'nobody@example.org' });
  expect(unknown).toEqual(known);
  expect(await backend.waiting()).toMatchObject([{ mail: 'resetPassword' }, { mail: 'resetPassword' }]);
  await backend.deliverWaiting();
  expect(backend.sent.slice(1)).toMatchObject([{ to: email, subject: 'Réinitialisez votre mot de passe' }]);
});

test('a member with an unconfirmed address gets the confirmation link instead of a reset link', async () => {
  const backend = await aSignedUpMember({ isConfirmed: false });
  await backend.call('forgotPassword', { email });
  await backend.deliverWaiting();
  expect(backend.sent.at(-1)?.subject).toBe('Confirmez votre adresse email');
});

test('a blocked member gets no link, and their older link is invalid', async () => {
  const backend = await aResetLink();
  const profile = await backend.profiles.read(backend.userId);
  if (!profile) throw new Error('no profile');
  await backend.table.transact([
    backend.profiles.save({ ...profile, status: 'blocked', version: profile.version + 1 }),
  ]);
  const before = backend.sent.length;
  await backend.call('forgotPassword', { email });
  await backend.deliverWaiting();
  expect(backend.sent).toHaveLength(before);
  expect(await backend.call('checkResetToken', { token: backend.token })).toEqual({ state: 'invalid' });
  await expect(backend.call('resetPassword', { token: backend.token, password })).rejects.toMatchObject({
    code: 'INVALID_LINK',
  });
});

test('a reset sets the password, ends every session and a mail tells the member', async () => {
  const backend = await aResetLink();
  const { call, token, passwords, profiles, userId, signedOut, clock } = backend;
  expect(await call('checkResetToken', { token })).toEqual({ state: 'valid' });
  await call('resetPassword', { token, password });
  expect(passwords.get(userId)).toBe(password);
  expect(signedOut).toEqual([userId]);
  expect(await profiles.read(userId)).toMatchObject({ tokensValidAfter: clock.now / 1000 + 1 });
  expect(await backend.waiting()).toMatchObject([{ mail: 'passwordChanged', memberId: userId }]);
  expect(await call('checkResetToken', { token })).toEqual({ state: 'invalid' });
});

test('in a pool that replaces a lost one a reset gives the member a user, also after a try that broke off', async () => {
  const { call, token, users, passwords, profiles, userId, deps } = await aResetLink();
  users.clear();
  passwords.clear();
  const transact = deps.table.transact;
  deps.table.transact = async (writes) => {
    if (passwords.size === 0) return transact(writes);
    deps.table.transact = transact;
    throw unavailable();
  };
  await expect(call('resetPassword', { token, password })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await call('resetPassword', { token, password });
  const user = String(users.get(email));
  expect(user).not.toBe(userId);
  expect(passwords.get(user)).toBe(password);
  expect(await profiles.ofUser(user)).toMatchObject({ id: userId, poolUser: user });
  const lock = { claim: 'another', facts: '', attempt: '1', at: 0, mailId: '' };
  await expect(deps.table.transact(accountRepository(deps.table).disown(email, lock, user))).rejects.toThrow();
});

test("another person's request changes neither the profile nor the links that were sent before", async () => {
  const backend = await aResetLink();
  const before = await backend.table.get(keys.profile(backend.userId), { consistent: true });
  await backend.call('forgotPassword', { email });
  await backend.deliverWaiting();
  expect(await backend.table.get(keys.profile(backend.userId), { consistent: true })).toEqual(before);
  expect(await backend.call('checkResetToken', { token: backend.token })).toEqual({ state: 'valid' });
  await backend.call('resetPassword', { token: backend.token, password });
  expect(backend.passwords.get(backend.userId)).toBe(password);
});

test('the first link that is used invalidates the others', async () => {
  const backend = await aResetLink();
  await backend.call('forgotPassword', { email });
  await backend.deliverWaiting();
  const newer = backend.linkToken();
  await backend.call('resetPassword', { token: newer, password });
  expect(await backend.call('checkResetToken', { token: backend.token })).toEqual({ state: 'invalid' });
  await expect(backend.call('resetPassword', { token: backend.token, password: 'Autre-7788' })).rejects.toMatchObject({
    code: 'INVALID_LINK',
  });
  expect(backend.passwords.get(backend.userId)).toBe(password);
});

test('a new password and the end of sessions do not change the version of the profile, and a save keeps them', async () => {
  const { profiles, table, userId, call, token } = await aResetLink();
  const before = await profiles.read(userId);
  if (!before) throw new Error('no profile');
  await call('resetPassword', { token, password });
  const after = await profiles.read(userId);
  expect(after).toMatchObject({ version: before.version, resetEpoch: 1, tokensValidAfter: expect.any(Number) });
  await table.transact([profiles.save({ ...before, status: 'approved', version: before.version + 1 })]);
  expect(await profiles.read(userId)).toEqual({ ...after, status: 'approved', version: before.version + 1 });
});

test('a reset link expires after 24 hours', async () => {
  const { call, token, clock, passwords, userId } = await aResetLink();
  clock.now += 24 * hourMs;
  expect(await call('checkResetToken', { token })).toEqual({ state: 'expired' });
  await expect(call('resetPassword', { token, password })).rejects.toMatchObject({ code: 'EXPIRED_LINK' });
  expect(passwords.get(userId)).toBe(amina.password);
});

test('a refused password does not use up the link', async () => {
  const { call, token } = await aResetLink();
  await expect(call('resetPassword', { token, password: 'Password1' })).rejects.toMatchObject({ code: 'INVALID' });
  await expect(call('resetPassword', { token, password: 'Benali77' })).rejects.toMatchObject({ code: 'INVALID' });
  await call('resetPassword', { token, password });
});

test.each(['before', 'after'] as const)('a link stays usable when Cognito fails %s its effect', async (when) => {
  const { call, token, trouble, passwords, userId, waiting } = await aResetLink();
  trouble[when] = () => {
    throw unavailable();
  };
  await expect(call('resetPassword', { token, password })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  delete trouble[when];
  await call('resetPassword', { token, password });
  expect(passwords.get(userId)).toBe(password);
  expect(await waiting()).toHaveLength(1);
});

test('a reset whose sessions could not be ended is not finished, and can be repeated with the same link', async () => {
  const { call, token, trouble, profiles, userId, signedOut, waiting } = await aResetLink();
  trouble.before = (step) => {
    if (step === 'signOut') throw unavailable();
  };
  await expect(call('resetPassword', { token, password })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect((await profiles.read(userId))?.tokensValidAfter).toBeUndefined();
  expect(await waiting()).toEqual([]);
  delete trouble.before;
  await call('resetPassword', { token, password });
  expect(signedOut).toEqual([userId]);
  expect((await profiles.read(userId))?.tokensValidAfter).toBeDefined();
});

test('an interrupted reset is finished with the same key, and takes effect once', async () => {
  const { call, token, table, waiting, passwords, userId } = await aResetLink();
  const key = randomUUID();
  await call('resetPassword', { token, password }, key);
  await call('resetPassword', { token, password }, key);
  const other = { token, password: 'Encore-un-7' };
  await expect(call('resetPassword', other, key)).rejects.toMatchObject({ code: 'KEY_REUSED' });
  expect(passwords.get(userId)).toBe(password);
  expect(await waiting()).toHaveLength(1);
  expect(await table.get(keys.token(token))).toMatchObject({ usedAt: expect.any(Number), doneAt: expect.any(Number) });
});

test('of two hundred concurrent uses of one link, one sets a password', async () => {
  const { call, token, passwords, userId, waiting } = await aResetLink();
  const tries = Array.from({ length: 200 }, (_, index) => `Nouveau7-${String(index)}`);
  const results = await Promise.allSettled(tries.map((each) => call('resetPassword', { token, password: each })));
  const winners = results.flatMap(({ status }, index) => (status === 'fulfilled' ? [tries[index]] : []));
  const codes = new Set(
    results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as Refusal).code] : [])),
  );
  expect(winners).toHaveLength(1);
  expect(passwords.get(userId)).toBe(winners[0]);
  expect([...codes].filter((code) => code !== 'INVALID_LINK' && code !== 'UNAVAILABLE')).toEqual([]);
  expect(await waiting()).toHaveLength(1);
});
