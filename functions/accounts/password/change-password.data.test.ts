import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Actor } from '#functions/actor.ts';
import { unavailable } from '#test/support/accounts.ts';
import { aSignedUpMember } from '#test/support/scenes/signed-up.ts';
import { changePassword } from './change-password.ts';

async function aMember() {
  const member = await aSignedUpMember();
  const { userId, profile, identity, table, clock } = member;
  const change = async (current: string, password: string, key: string = randomUUID(), by = identity) => {
    const actor: Actor = { id: userId, profile: await profile(), isAdmin: false, isRootAdmin: false, authTime: 0 };
    const deps = { table, identity: by, now: () => clock.now, newId: randomUUID };
    await table.transact((await changePassword(deps, actor, { current, password }, key)).writes);
  };
  return { ...member, change };
}

test('a new password ends every session and every old reset link, and a mail tells the member', async () => {
  const { change, profile, passwords, signedOut, userId, waiting, clock } = await aMember();
  const before = await profile();
  await change('vq7mzd', 'Traversee42');
  expect(passwords.get(userId)).toBe('Traversee42');
  expect(signedOut).toEqual([userId]);
  const after = await profile();
  expect(after.tokensValidAfter).toBeGreaterThanOrEqual(Math.floor(clock.now / 1000));
  expect(after.resetEpoch).toBe(before.resetEpoch + 1);
  expect((await waiting()).map(({ mail }) => mail)).toContain('passwordChanged');
});

test.each([
  ['wrong', 'Traversee42', 'current', 'Le mot de passe actuel est incorrect'],
  ['vq7mzd', 'Password1', 'password', 'Ce mot de passe est trop courant. Choisissez-en un autre.'],
  ['vq7mzd', 'Benali42', 'password', 'Le mot de passe ne doit pas reprendre votre nom ou votre adresse email'],
  ['vq7mzd', 'vq7mzd', 'password', expect.stringContaining('au moins')],
])('from %s to %s is refused at %s', async (current, password, field, sentence) => {
  const { change, passwords, userId, profile } = await aMember();
  await expect(change(current, password)).rejects.toMatchObject({
    code: 'INVALID',
    details: { fields: { [field]: sentence } },
  });
  expect(passwords.get(userId)).toBe('vq7mzd');
  expect((await profile()).tokensValidAfter).toBeUndefined();
});

test.each(['setPassword', 'signOut'])(
  'a change that Cognito interrupted at %s continues with the same key',
  async (cut) => {
    const { change, profile, passwords, trouble, signedOut, userId, waiting } = await aMember();
    trouble.after = (call) => {
      if (call === cut) throw unavailable();
    };
    await expect(change('vq7mzd', 'Traversee42', 'the-key-of-this-try')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect((await profile()).tokensValidAfter).toBeUndefined();
    delete trouble.after;
    await change('vq7mzd', 'Traversee42', 'the-key-of-this-try');
    expect(passwords.get(userId)).toBe('Traversee42');
    expect(signedOut).toContain(userId);
    expect((await profile()).tokensValidAfter).toBeDefined();
    expect((await waiting()).filter(({ mail }) => mail === 'passwordChanged')).toHaveLength(1);
  },
);

test('the same change sent twice at once is underway for one of the two, and neither is an error', async () => {
  const { change, passwords, userId, trouble } = await aMember();
  // Both have passed the check of the current password before either continues.
  const { promise: bothProven, resolve } = Promise.withResolvers<void>();
  let proven = 0;
  trouble.after = async (call) => {
    if (call !== 'provePassword') return;
    if (++proven === 2) resolve();
    await bothProven;
  };
  const both = await Promise.allSettled([1, 2].map(() => change('vq7mzd', 'Traversee42', 'the-key-of-this-try')));
  const told = both.map((one) => (one.status === 'rejected' ? String(one.reason.code) : 'done'));
  expect(new Set(told)).toEqual(new Set(['done', 'IN_PROGRESS']));
  expect(passwords.get(userId)).toBe('Traversee42');
});

test('the same change sent twice, of which one is done before the other proves its password, is an error for neither', async () => {
  const { change, passwords, userId, identity } = await aMember();
  const behind: typeof identity = {
    ...identity,
    provePassword: async (...proof) => {
      await change('vq7mzd', 'Traversee42', 'the-key-of-this-try');
      return identity.provePassword(...proof);
    },
  };
  await change('vq7mzd', 'Traversee42', 'the-key-of-this-try', behind);
  expect(passwords.get(userId)).toBe('Traversee42');
});

test('the key of a proven change is valid for 15 minutes', async () => {
  const { change, clock, trouble } = await aMember();
  trouble.after = (step) => {
    if (step === 'signOut') throw unavailable();
  };
  await expect(change('vq7mzd', 'Traversee42', 'the-key-of-this-try')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  delete trouble.after;
  clock.now += 15 * 60_000;
  const wrong = { code: 'INVALID', details: { fields: { current: 'Le mot de passe actuel est incorrect' } } };
  await expect(change('vq7mzd', 'Traversee43', 'the-key-of-this-try')).rejects.toMatchObject(wrong);
});
