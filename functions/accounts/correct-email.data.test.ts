import { expect, test } from 'vitest';
import { accountHandlers } from '#functions/accounts/handlers.ts';
import { accountRepository } from '#functions/accounts/repository.ts';
import { administratorRepository } from '#functions/admin/administrators/repository.ts';
import { accountRoutes } from '#shared/accounts/contract.ts';
import { amina, unavailable } from '#test/support/accounts.ts';
import { pipelineOf } from '#test/support/pipeline.ts';
import { aSignedUpMember } from '#test/support/scenes/signed-up.ts';

const email = 'amina.b@example.org';
const { password } = amina;

/** A member whose confirmed address rejects mails. */
async function aMember({ isRefused = true } = {}) {
  const member = await aSignedUpMember();
  const { table, clock, profiles, deps, sent, userId } = member;
  const at = new Date(clock.now).toISOString();
  if (isRefused) await table.transact([profiles.refuseMails(userId, amina.email, { since: at, why: 'bounce' })]);
  sent.length = 0;
  const request = pipelineOf(accountRoutes, accountHandlers(deps), deps);
  const ask = (body: Record<string, unknown> = {}) =>
    request('correctEmail', userId, { body: { email, password, ...body } });
  /** Sends the waiting mails, and opens the link of the last one. */
  const link = async () => {
    await member.deliverWaiting('correctEmail');
    return member.linkToken();
  };
  const open = (token: string, by = userId) => request('confirmCorrectedEmail', by, { body: { token } });
  return { ...member, ask, link, open };
}

test('the link goes to the new address, and opened in a session it makes the change', async () => {
  const { ask, link, open, profile, sent, users, userId, table } = await aMember();
  const before = await profile();
  expect((await ask()).status).toBe(204);
  expect(await profile()).toEqual(before);
  const token = await link();
  expect(sent).toMatchObject([{ to: email, subject: 'Confirmez votre nouvelle adresse email' }]);
  expect((await open(token)).status).toBe(204);
  const after = await profile();
  expect(after).toMatchObject({ email, version: before.version + 1, resetEpoch: before.resetEpoch + 1 });
  expect(after.mailRefused).toBeUndefined();
  expect([...users]).toEqual([[email, userId]]);
  const accounts = accountRepository(table);
  expect(await accounts.lockOf(amina.email)).toBeUndefined();
  expect((await accounts.ofEmail(email))?.id).toBe(userId);
  expect((await open(token)).status, 'again').toBe(204);
});

test('the link opened five times at once makes one change, and nobody reads that it was used', async () => {
  const { ask, link, open, profile } = await aMember();
  await ask();
  const token = await link();
  const { version } = await profile();
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => open(token)))).map(({ status }) => status);
  expect(statuses).toContain(204);
  expect(statuses.filter((status) => status !== 204 && status !== 409)).toEqual([]);
  expect(await profile()).toMatchObject({ email, version: version + 1 });
});

test('while mails arrive the address stays', async () => {
  const { ask, waiting } = await aMember({ isRefused: false });
  expect(await ask()).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } });
  expect((await waiting()).map(({ mail }) => mail)).not.toContain('correctEmail');
});

test.each([
  [{ email: amina.email }, { email: "C'est l'adresse qui refuse nos emails" }],
  [{ password: 'wrong' }, { password: 'Le mot de passe est incorrect' }],
])('%j is refused at its field', async (body, fields) => {
  const { ask, waiting } = await aMember();
  expect(await ask(body)).toMatchObject({ status: 400, body: { code: 'INVALID', fields } });
  expect((await waiting()).map(({ mail }) => mail)).not.toContain('correctEmail');
});

test('the address of another member is refused, also when they confirm it while the link is on its way', async () => {
  const { ask, link, open, profile, call, table } = await aMember();
  await ask();
  const token = await link();
  const { userId: other } = await call('signUp', { ...amina, email, password: 'other-7x' });
  await table.transact(accountRepository(table).confirm({ id: other, email, status: 'pending' }, '2026-03-01'));
  expect(await open(token)).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
  expect((await profile()).email).toBe(amina.email);
});

test('an unconfirmed sign-up with the address gives way', async () => {
  const { ask, link, open, profile, call, users, userId, profiles } = await aMember();
  const { userId: other } = await call('signUp', { ...amina, email, password: 'other-7x' });
  await ask();
  expect((await open(await link())).status).toBe(204);
  expect((await profile()).email).toBe(email);
  expect(await profiles.read(other)).toBeUndefined();
  expect(users.get(email)).toBe(userId);
});

test('the link is worth nothing to a stranger who gets it', async () => {
  const { ask, link, open, call, profile, table } = await aMember();
  await ask();
  const token = await link();
  const stranger = await call('signUp', { ...amina, email: 'zoe@example.org' });
  const account = { id: stranger.userId, email: 'zoe@example.org', status: 'pending' } as const;
  await table.transact(accountRepository(table).confirm(account, '2026-03-01'));
  expect(await open(token, stranger.userId)).toMatchObject({ status: 410, body: { code: 'INVALID_LINK' } });
  expect((await profile()).email).toBe(amina.email);
});

test('after a day the link has expired', async () => {
  const { ask, link, open, clock } = await aMember();
  await ask();
  const token = await link();
  clock.now += 86_400_000;
  expect(await open(token)).toMatchObject({ status: 410, body: { code: 'EXPIRED_LINK' } });
});

test('a change that Cognito interrupted continues with the same link', async () => {
  const { ask, link, open, profile, trouble } = await aMember();
  await ask();
  const token = await link();
  trouble.after = (call) => {
    if (call === 'changeEmail') throw unavailable();
  };
  expect(await open(token)).toMatchObject({ status: 503 });
  expect((await profile()).email).toBe(amina.email);
  delete trouble.after;
  expect((await open(token)).status).toBe(204);
  expect((await profile()).email).toBe(email);
});

test('an administrator, also an inactive one, keeps the address to which the rights were given', async () => {
  const { ask, link, open, profile, table, userId } = await aMember();
  await ask();
  const token = await link();
  const rows = administratorRepository(table);
  await table.transact([rows.add({ id: userId, email: amina.email, createdAt: '2026-03-01' })]);
  await table.transact([rows.setStatus(userId, 'active')]);
  expect(await open(token)).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } });
  expect(await ask()).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } });
  expect((await profile()).email).toBe(amina.email);
});

test('a link of a mail that was opened says that mails arrive', async () => {
  const { profile, call, deliverWaiting, linkToken } = await aMember();
  await call('forgotPassword', { email: amina.email });
  await deliverWaiting();
  const token = linkToken();
  expect((await profile()).mailRefused).toBeDefined();
  await call('resetPassword', { token, password: 'Traversee-42' });
  expect((await profile()).mailRefused).toBeUndefined();
});
