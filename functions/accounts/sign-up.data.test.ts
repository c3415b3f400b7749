import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { accountRoutes } from '#shared/accounts/contract.ts';
import { madeFromAddress } from '#shared/accounts/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { amina, anAccountsBackend, unavailable } from '#test/support/accounts.ts';
import { pipelineOf } from '#test/support/pipeline.ts';
import { aSignedUpMember } from '#test/support/scenes/signed-up.ts';
import { accountHandlers } from './handlers.ts';

const once = (name: string) => {
  let isLeft = true;
  return (call: string) => {
    if (call !== name || !isLeft) return;
    isLeft = false;
    throw unavailable();
  };
};

test('a sign-up makes a pending member, sends the confirmation and gives a ticket', async () => {
  const { call, users, passwords, profiles, sent, waiting } = await anAccountsBackend();
  const reply = await call('signUp', amina);
  expect(reply).toMatchObject({ userId: users.get(amina.email), email: { sent: true, simulated: false } });
  expect(reply.uploadTicket).toMatch(/^[\w-]{43}$/);
  expect(passwords.get(reply.userId)).toBe(amina.password);
  expect(await profiles.read(reply.userId)).toMatchObject({
    email: amina.email,
    status: 'pending',
    version: 1,
    phonePublic: false,
    emailNotifications: true,
    isAdmin: false,
  });
  expect(sent).toMatchObject([{ to: amina.email, subject: 'Confirmez votre adresse email' }]);
  expect(await waiting()).toEqual([]);
});

test.each([
  ['before the user is made', 'before', 'createUser'],
  ['after the user is made', 'after', 'createUser'],
  ['before the password is set', 'before', 'setPassword'],
  ['after the password is set', 'after', 'setPassword'],
] as const)('a sign-up that breaks off %s goes on with the same key', async (_, when, step) => {
  const { call, users, profiles, trouble, sent } = await anAccountsBackend();
  trouble[when] = once(step);
  const key = randomUUID();
  await expect(call('signUp', amina, key)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const { userId } = await call('signUp', amina, key);
  expect(await profiles.read(userId)).toMatchObject({ email: amina.email });
  expect([...users.values()]).toEqual([userId]);
  expect(sent).toHaveLength(1);
});

test('a repeated call after a lost answer gets it again, with a new ticket and no second mail', async () => {
  const { call, sent } = await anAccountsBackend();
  const key = randomUUID();
  const first = await call('signUp', amina, key);
  const second = await call('signUp', amina, key);
  expect(second).toMatchObject({ userId: first.userId, email: { sent: true } });
  expect(second.uploadTicket).not.toBe(first.uploadTicket);
  expect(sent).toHaveLength(1);
});

test('a key belongs to one sign-up', async () => {
  const { call } = await anAccountsBackend();
  const key = randomUUID();
  await call('signUp', amina, key);
  await expect(call('signUp', { ...amina, firstName: 'Nadia' }, key)).rejects.toMatchObject({ code: 'KEY_REUSED' });
});

test('a confirmed address is taken, and its password stays', async () => {
  const { call, passwords, userId } = await aSignedUpMember();
  await expect(call('signUp', { ...amina, password: 'another7' })).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
  expect(passwords.get(userId)).toBe(amina.password);
});

test('a member without a lock of their address stays unchanged', async () => {
  const { call, passwords, profiles, table, userId } = await aSignedUpMember();
  const profile = await profiles.read(userId);
  await table.transact([table.remove(keys.emailLock(amina.email))]);
  await expect(call('signUp', { ...amina, password: 'another7' })).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
  expect(passwords.get(userId)).toBe(amina.password);
  expect(await profiles.read(userId)).toEqual(profile);
});

test('a member whose lock lacks the confirmation stays unchanged', async () => {
  const { call, table, userId, profiles } = await aSignedUpMember();
  await table.transact([table.update(keys.emailLock(amina.email), { expression: 'REMOVE confirmedAt' })]);
  await expect(call('signUp', { ...amina, password: 'another7' })).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
  expect(await profiles.read(userId)).toBeDefined();
});

test('a failed sign-up is taken over after a minute, not before', async () => {
  const { call, clock, trouble, users } = await anAccountsBackend();
  trouble.before = once('setPassword');
  await expect(call('signUp', amina)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  clock.now += 59_000;
  await expect(call('signUp', amina)).rejects.toMatchObject({ code: 'IN_PROGRESS' });
  clock.now += 1000;
  const { userId } = await call('signUp', amina);
  expect([...users.values()]).toEqual([userId]);
});

test('a password that only Cognito refuses leaves the address free', async () => {
  const { call, trouble } = await anAccountsBackend();
  trouble.before = (step) => {
    if (step === 'setPassword') throw new Refusal('INVALID', undefined, { fields: { password: 'non' } });
  };
  await expect(call('signUp', amina)).rejects.toMatchObject({ code: 'INVALID' });
  delete trouble.before;
  await expect(call('signUp', { ...amina, password: 'better-7' })).resolves.toHaveProperty('userId');
});

test('of twenty concurrent sign-ups with one address one is stored, and the others leave nothing', async () => {
  const { call, users, passwords, profiles } = await anAccountsBackend();
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => call('signUp', amina)));
  const lost = results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as Refusal).code] : []));
  expect(lost.filter((code) => !['IN_PROGRESS', 'UNAVAILABLE'].includes(code))).toEqual([]);
  // A sign-up that starts after another has ended replaces it.
  const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.userId] : []));
  const standing = await Promise.all(made.map(async (id) => (await profiles.read(id))?.id));
  const [one, ...others] = standing.filter((id) => id !== undefined);
  expect(others).toEqual([]);
  expect([[...users.values()], [...passwords.keys()]]).toEqual([[one], [one]]);
});

test('a confirmation that cannot be sent waits for the dispatcher', async () => {
  const { call, mails, waiting } = await anAccountsBackend();
  Object.assign(mails, { send: () => Promise.reject(new Error('SES is down')) });
  expect(await call('signUp', amina)).toMatchObject({ email: { sent: false, simulated: false } });
  expect(await waiting()).toMatchObject([{ mail: 'confirmEmail', state: 'pending' }]);
});

test('without a sender the confirmation is simulated', async () => {
  const { call, mails, waiting } = await anAccountsBackend();
  Object.assign(mails, { send: undefined });
  expect(await call('signUp', amina)).toMatchObject({ email: { sent: false, simulated: true } });
  expect(await waiting()).toEqual([]);
});

test('one network address signs up three times a day with one mailbox, and all together ten times', async () => {
  const { deps } = await anAccountsBackend();
  const ask = pipelineOf(accountRoutes, accountHandlers(deps), deps);
  process.env['RATE_LIMITS'] = 'on';
  try {
    const from = async (address: string) =>
      (await ask('signUp', '', { body: { ...amina, password: 'azerty' }, address })).status;
    for (const place of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      expect([await from(place), await from(place), await from(place), await from(place)]).toEqual([
        400, 400, 400, 429,
      ]);
    expect([await from('192.0.2.4'), await from('192.0.2.5')]).toEqual([400, 429]);
  } finally {
    process.env['RATE_LIMITS'] = 'off';
  }
});

test('only accounts that are made count against a network address, tries have a wider limit', async () => {
  const { deps } = await anAccountsBackend();
  const ask = pipelineOf(accountRoutes, accountHandlers(deps), deps);
  process.env['RATE_LIMITS'] = 'on';
  try {
    const from = (email: string, password: string = amina.password) =>
      ask('signUp', '', { body: { ...amina, email, password }, address: '192.0.2.9', key: randomUUID() });
    for (let at = 0; at < madeFromAddress.count; at++) {
      expect((await from(`refused-${at}@example.org`, 'azerty')).status).toBe(400);
      expect((await from(`made-${at}@example.org`)).status).toBe(201);
    }
    expect(await from('one-more@example.org')).toMatchObject({
      status: 429,
      body: {
        title: 'Trop de demandes depuis votre réseau',
        detail: expect.stringMatching(/Réessayez dans \d+ minutes/),
      },
    });
  } finally {
    process.env['RATE_LIMITS'] = 'off';
  }
});

test('an easy password is refused before anything is stored', async () => {
  const { call, users } = await anAccountsBackend();
  await expect(call('signUp', { ...amina, password: 'azerty' })).rejects.toMatchObject({
    details: { fields: { password: 'Ce mot de passe est trop courant. Choisissez-en un autre.' } },
  });
  expect(users.size).toBe(0);
});
