import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { Refusal } from '#shared/refusal.ts';
import { amina, anAccountsBackend, unavailable } from '#test/support/accounts.ts';
import { ensureRootAdmin } from './root-admin.ts';

const email = 'admin@example.org';
const first = { email, transfer: false };

async function aProduct() {
  const backend = await anAccountsBackend();
  const groups: [string, string][] = [];
  const identity = {
    ...backend.identity,
    addToGroup: async (id: string, group: string) => void groups.push([id, group]),
  };
  const deps = { ...backend.deps, identity };
  const row = (id: string) => backend.table.get(keys.administrator(id), { consistent: true });
  return { ...backend, deps, groups, row };
}

test('the first deploy makes the root administrator, with an unknown password', async () => {
  const { deps, users, passwords, groups, profiles, row } = await aProduct();
  const id = await ensureRootAdmin(deps, first);
  expect(users.get(email)).toBe(id);
  expect(passwords.get(id)).toMatch(/^[\w-]{43}aA1$/);
  expect(groups).toEqual([[id, 'admin']]);
  expect(await row(id)).toMatchObject({ status: 'active', rootAdmin: true, email });
  expect(await profiles.read(id)).toMatchObject({
    status: 'approved',
    isAdmin: true,
    emailConfirmedAt: expect.any(String),
  });
});

test('a later deploy changes nothing', async () => {
  const { deps, passwords, profiles, row } = await aProduct();
  const id = await ensureRootAdmin(deps, first);
  const before = [passwords.get(id), await profiles.read(id), await row(id)];
  expect(await ensureRootAdmin(deps, first)).toBe(id);
  expect([passwords.get(id), await profiles.read(id), await row(id)]).toEqual(before);
});

test('a root administrator whose row was deleted by hand is put back by the next deploy', async () => {
  const { deps, table, passwords, row } = await aProduct();
  const id = await ensureRootAdmin(deps, first);
  const password = passwords.get(id);
  await table.transact([table.remove(keys.administrator(id))]);
  expect(await ensureRootAdmin(deps, first)).toBe(id);
  expect(await row(id)).toMatchObject({ status: 'active', rootAdmin: true, email });
  expect(passwords.get(id)).toBe(password);
});

test('a root administrator whose user is no longer in the pool gets another one, and stays the same member', async () => {
  const { deps, users, groups, profiles, row } = await aProduct();
  const id = await ensureRootAdmin(deps, first);
  users.clear();
  const addToGroup = async (user: string, group: string) => {
    if (![...users.values()].includes(user)) throw new Refusal('STATE_CHANGED');
    groups.push([user, group]);
  };
  const emptied = { ...deps, identity: { ...deps.identity, addToGroup } };
  for (let deploy = 0; deploy < 2; deploy++) expect(await ensureRootAdmin(emptied, first)).toBe(id);
  const user = users.get(email);
  expect(user).not.toBe(id);
  expect(groups.at(-1)).toEqual([user, 'admin']);
  expect(await profiles.ofUser(String(user))).toMatchObject({ id, poolUser: user, isAdmin: true });
  expect(await row(id)).toMatchObject({ rootAdmin: true });
});

test('an interrupted deploy is finished by the next', async () => {
  const { deps, trouble, row } = await aProduct();
  trouble.before = (call) => {
    if (call === 'setPassword') throw unavailable();
  };
  await expect(ensureRootAdmin(deps, first)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  delete trouble.before;
  expect(await row(await ensureRootAdmin(deps, first))).toMatchObject({ rootAdmin: true });
});

test('no visitor can sign up with the address of the root administrator, who resets their password like any member', async () => {
  const { deps, call, waiting } = await aProduct();
  const id = await ensureRootAdmin(deps, first);
  await expect(call('signUp', { ...amina, email })).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
  await call('forgotPassword', { email });
  expect(await waiting()).toMatchObject([{ mail: 'resetPassword', memberId: id }]);
});

test('another address does not become root administrator without `transfer`', async () => {
  const { deps, users } = await aProduct();
  await ensureRootAdmin(deps, first);
  await expect(ensureRootAdmin(deps, { email: 'other@example.org', transfer: false })).rejects.toThrow('adminTransfer');
  expect(users.has('other@example.org')).toBe(false);
});

test('the role is handed over when the deploy says so; a member who confirmed by the link keeps the account', async () => {
  const { deps, call, linkToken, passwords, profiles, row } = await aProduct();
  const old = await ensureRootAdmin(deps, first);
  const { userId, proof } = await call('signUp', amina);
  await call('confirmEmail', { token: linkToken(), proof });
  expect(await ensureRootAdmin(deps, { email: amina.email, transfer: true })).toBe(userId);
  expect(await row(old)).toMatchObject({ status: 'active', rootAdmin: false });
  expect(await row(userId)).toMatchObject({ status: 'active', rootAdmin: true });
  expect(await profiles.read(userId)).toMatchObject({ firstName: 'Amina', status: 'approved', isAdmin: true });
  expect(passwords.get(userId)).toBe(amina.password);
});

test('a person who signed up in advance with the address of the next root administrator gets no rights', async () => {
  const { deps, call, linkToken, users, passwords, profiles, row } = await aProduct();
  await ensureRootAdmin(deps, first);
  const { userId: thief, proof } = await call('signUp', amina);
  const token = linkToken();
  const id = await ensureRootAdmin(deps, { email: amina.email, transfer: true });
  expect(id).not.toBe(thief);
  expect(users.get(amina.email)).toBe(id);
  expect([passwords.get(thief), passwords.get(id)]).toEqual([undefined, expect.stringMatching(/^[\w-]{43}aA1$/)]);
  expect([await row(thief), await profiles.read(thief)]).toEqual([undefined, undefined]);
  expect(await row(id)).toMatchObject({ rootAdmin: true });
  expect(await profiles.read(id)).toMatchObject({ firstName: 'Administrateur' });
  // The link in the mailbox gets the answer for a confirmed address, and the attacker's browser token is useless.
  expect(await call('confirmEmail', { token, proof })).toEqual({ email: amina.email, state: 'confirmed' });
  const again = { token, firstName: 'V', lastName: 'V', phone: amina.phone, password: 'Traversee42' };
  await expect(call('signUpByLink', { ...again, acceptedTerms: true })).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
});

test('a sign-up in progress with the address of the root administrator fails', async () => {
  const { deps, call, trouble, users, passwords, profiles } = await aProduct();
  let rootAdmin = '';
  trouble.after = async (step) => {
    if (step !== 'createUser') return;
    delete trouble.after;
    rootAdmin = await ensureRootAdmin(deps, first);
  };
  await expect(call('signUp', { ...amina, email })).rejects.toMatchObject({ code: 'IN_PROGRESS' });
  expect([...users]).toEqual([[email, rootAdmin]]);
  expect(passwords.get(rootAdmin)).toMatch(/aA1$/);
  expect(await profiles.read(rootAdmin)).toMatchObject({ isAdmin: true });
});
