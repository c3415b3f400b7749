import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { deleteSignUp } from '#functions/account-deletion/sign-up.ts';
import { keys } from '#functions/platform/keys.ts';
import { uploadHandlers } from '#functions/uploads/handlers.ts';
import { hourMs } from '#shared/values/time.ts';
import { amina, anAccountsBackend } from '#test/support/accounts.ts';

const { email } = amina;
const thief = { ...amina, firstName: 'Voleur', phone: '+213660000000', password: 'thief-secret-7' };
const chosen = 'Traversee42';
const { firstName, lastName, phone } = amina;
const byLink = { firstName, lastName, phone, password: chosen, acceptedTerms: true } as const;

/** The accounts slice; only the owner reads the mailbox `email`. */
async function aProduct() {
  const backend = await anAccountsBackend();
  /** The secrets of the links that the owner of the mailbox has, oldest first. */
  const links = () =>
    backend.sent.flatMap(({ text }) => /confirm-email-success\S+token=([\w-]{43})/.exec(text)?.[1] ?? []);
  return { ...backend, links };
}
const last = (links: string[]) => links.at(-1) ?? '';

test('a sign-up with an unconfirmed address replaces the earlier one completely', async () => {
  const { call, users, passwords, profiles } = await aProduct();
  const old = await call('signUp', thief);
  const own = await call('signUp', amina);
  expect(own.userId).not.toBe(old.userId);
  expect(users.get(email)).toBe(own.userId);
  expect([...passwords]).toEqual([[own.userId, amina.password]]);
  expect(await profiles.read(old.userId)).toBeUndefined();
  expect(await profiles.read(own.userId)).toMatchObject({ firstName: 'Amina' });
});

test('the link alone confirms no account: its holder may not know the password', async () => {
  const { call, profiles, links } = await aProduct();
  const { userId } = await call('signUp', thief);
  const token = last(links());
  expect(await call('confirmEmail', { token })).toEqual({ email, state: 'unproven' });
  await expect(call('confirmEmail', { token, password: 'a-guess-7' })).rejects.toMatchObject({
    code: 'INVALID',
    details: { fields: { password: "Ce n'est pas le mot de passe choisi à l'inscription" } },
  });
  expect((await profiles.read(userId))?.emailConfirmedAt).toBeUndefined();
});

test('the browser that signed up confirms at once, and any other one by the password', async () => {
  for (const way of ['proof', 'password'] as const) {
    const { call, profiles, links } = await aProduct();
    const { userId, proof } = await call('signUp', amina);
    const said = way === 'proof' ? { proof } : { password: amina.password };
    expect(await call('confirmEmail', { token: last(links()), ...said })).toEqual({ email, state: 'confirmed' });
    expect((await profiles.read(userId))?.emailConfirmedAt).toBeDefined();
  }
});

test('a proof confirms only with the link of its own sign-up, for a day', async () => {
  const { call, links, clock, deliverWaiting } = await aProduct();
  const { proof } = await call('signUp', thief);
  await call('signUp', amina);
  expect(await call('confirmEmail', { token: last(links()), proof })).toEqual({ email, state: 'unproven' });

  const own = await call('signUp', amina);
  clock.now += 23 * hourMs;
  await call('resendConfirmation', { email });
  await deliverWaiting();
  clock.now += hourMs;
  expect(await call('confirmEmail', { token: last(links()), proof: own.proof })).toEqual({ email, state: 'unproven' });
});

test('a person who does not know the password signs up by the link, and nothing of the other sign-up is kept', async () => {
  const { call, users, passwords, profiles, links, table } = await aProduct();
  const old = await call('signUp', thief);
  const token = last(links());
  expect(await call('signUpByLink', { token, ...byLink })).toEqual({ email });
  const id = users.get(email) ?? '';
  expect(id).not.toBe(old.userId);
  expect([...passwords]).toEqual([[id, chosen]]);
  expect(await profiles.read(old.userId)).toBeUndefined();
  const profile = await profiles.read(id);
  expect(profile).toMatchObject({ email, firstName: 'Amina', phone, status: 'pending', documentsVersion: 0 });
  expect(profile?.emailConfirmedAt).toBeDefined();
  expect(await table.get(keys.emailLock(email))).toMatchObject({
    memberId: id,
    confirmedAt: profile?.emailConfirmedAt,
  });
  expect(await call('confirmEmail', { token })).toEqual({ email, state: 'confirmed' });
  await expect(call('signUp', thief)).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
  await expect(call('signUpByLink', { token, ...byLink })).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
});

test('a sign-up by a link is finished with the same key, with the same password only', async () => {
  const { call, trouble, links, users, passwords } = await aProduct();
  await call('signUp', thief);
  const token = last(links());
  const key = randomUUID();
  trouble.before = (step) => {
    if (step !== 'setPassword') return;
    delete trouble.before;
    throw new Error('Cognito is down');
  };
  await expect(call('signUpByLink', { token, ...byLink }, key)).rejects.toThrow('Cognito is down');
  expect(await call('signUpByLink', { token, ...byLink }, key)).toEqual({ email });
  expect(await call('signUpByLink', { token, ...byLink }, key)).toEqual({ email });
  const other = { token, ...byLink, password: 'Autre-mot-7' };
  await expect(call('signUpByLink', other, key)).rejects.toMatchObject({ code: 'KEY_REUSED' });
  expect([...passwords]).toEqual([[users.get(email), chosen]]);
});

test('a try that the same sign-up by a link overtook learns that it is underway, not that its address is taken', async () => {
  const { call, links, passwords, trouble } = await aProduct();
  await call('signUp', thief);
  const token = last(links());
  const key = randomUUID();
  const send = () => call('signUpByLink', { token, ...byLink }, key);
  const { promise: overtaken, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: underway, resolve: reached } = Promise.withResolvers<void>();
  let tries = 0;
  trouble.before = async (step) => {
    if (step !== 'createUser' || ++tries > 1) return;
    reached();
    await overtaken;
  };
  const slow = send();
  await underway;
  expect(await send()).toEqual({ email });
  goOn();
  await expect(slow).rejects.toMatchObject({ code: 'IN_PROGRESS' });
  expect(await send()).toEqual({ email });
  expect([...passwords.values()]).toEqual([chosen]);
});

test('a weak password is refused before anything of the other sign-up is deleted', async () => {
  const { call, links, profiles } = await aProduct();
  const old = await call('signUp', thief);
  const weak = { token: last(links()), ...byLink, password: 'Password1' };
  await expect(call('signUpByLink', weak)).rejects.toMatchObject({ code: 'INVALID' });
  expect(await profiles.read(old.userId)).toBeDefined();
});

test('the link of a replaced sign-up allows a sign-up by link, until it expires', async () => {
  const { call, links, clock, profiles, users } = await aProduct();
  const old = await call('signUp', amina);
  const [token = ''] = links();
  await call('signUp', thief);
  for (const said of [{ proof: old.proof }, { password: amina.password }, {}])
    expect(await call('confirmEmail', { token, ...said })).toEqual({ email, state: 'replaced' });
  clock.now += 23 * hourMs;
  expect(await call('signUpByLink', { token, ...byLink })).toEqual({ email });
  expect(await profiles.read(users.get(email) ?? '')).toMatchObject({ firstName: 'Amina' });

  clock.now += hourMs;
  expect(await call('confirmEmail', { token })).toEqual({ email, state: 'confirmed' });
});

test('an expired link allows no sign-up, and a reset link never does', async () => {
  const { call, links, clock } = await aProduct();
  await call('signUp', amina);
  clock.now += 24 * hourMs;
  await expect(call('signUpByLink', { token: last(links()), ...byLink })).rejects.toMatchObject({
    code: 'EXPIRED_LINK',
  });
  await expect(call('signUpByLink', { token: 'A'.repeat(43), ...byLink })).rejects.toMatchObject({
    code: 'INVALID_LINK',
  });
});

test('a link whose account has lost its user signs up again', async () => {
  const { call, links, identity } = await aProduct();
  const { userId, proof } = await call('signUp', amina);
  await identity.deleteUser(userId);
  const token = last(links());
  expect(await call('confirmEmail', { token, proof })).toEqual({ email, state: 'replaced' });
  expect(await call('signUpByLink', { token, ...byLink })).toEqual({ email });
});

test('a ticket of a replaced sign-up is invalid for files and for documents', async () => {
  const { call, deps } = await aProduct();
  const { uploadTicket: ticket } = await call('signUp', thief);
  await call('signUp', amina);
  const place = async () => ({ url: 'https://quarantine.example', headers: {}, expiresAt: '' });
  const uploads = uploadHandlers({
    ...deps,
    files: { uploadTarget: place, link: () => Promise.reject() },
    quarantine: 'q',
  });
  const file = { fileName: 'a.jpg', contentType: 'image/jpeg', size: 9, sha256: `${'A'.repeat(43)}=` };
  const body = { ticket, kind: 'id_document', ...file } as const;
  const replaced = { code: 'INVALID_LINK', sentence: { title: 'Inscription remplacée' } };
  const asked = { params: {}, query: undefined, actor: undefined, resource: undefined, version: undefined } as const;
  await expect(
    uploads.requestSignUpUpload({ ...asked, body, idempotencyKey: undefined, callId: undefined, address: '192.0.2.1' }),
  ).rejects.toMatchObject(replaced);
  const documents = { ticket, idDocument: randomUUID(), facePhoto: randomUUID() };
  await expect(call('attachSignUpDocuments', documents)).rejects.toMatchObject(replaced);
});

test('the rest of a replaced sign-up is erased, except the links that prove the mailbox', async () => {
  const { call, table, profiles, links, identity, users } = await aProduct();
  const { userId, uploadTicket, proof } = await call('signUp', thief);
  const profile = await profiles.read(userId);
  if (!profile) throw new Error('no profile');
  const clean = {
    ...keys.upload('clean'),
    gs1pk: `UP#${userId}`,
    gs1sk: 'clean',
    kind: 'id_document' as const,
    state: 'clean',
  };
  const scanned = { ...keys.upload('scanned'), gs1pk: `UP#${userId}`, gs1sk: 'scanned', kind: 'face_photo' as const };
  await table.transact([
    table.put({ ...clean, key: `documents/${userId}/1.jpg` }),
    table.put({ ...scanned, state: 'scanning' }),
    table.put({ ...keys.stats(userId), parcelCount: 0 }),
  ]);
  const own = await call('signUp', amina);

  const erased: string[] = [];
  const store = { delete: async (key: string) => void erased.push(key) };
  const stores = { identity, files: { identity: store, private: store, media: store } };
  const attached = { uploadId: 'attached', key: `photos/${userId}/2.jpg`, contentType: 'image/jpeg', at: '' } as const;
  await deleteSignUp(table, { ...profile, facePhoto: attached }, stores);
  await deleteSignUp(table, { ...profile, facePhoto: attached }, stores);

  expect(new Set(erased)).toEqual(new Set([`photos/${userId}/2.jpg`, `documents/${userId}/1.jpg`]));
  const left = await table.getMany(
    [keys.token(uploadTicket), keys.token(proof), keys.upload('clean'), keys.stats(userId), keys.upload('scanned')],
    { consistent: true },
  );
  expect(left.map((item) => item !== undefined)).toEqual([false, false, false, false, true]);
  expect(await call('confirmEmail', { token: links()[0] ?? '' })).toEqual({ email, state: 'replaced' });
  expect(users.get(email)).toBe(own.userId);
  expect(await table.get(keys.token(own.proof))).toBeDefined();
});

test('a forgotten password of an unconfirmed address is answered like any other, with a link that allows a sign-up', async () => {
  const { call, links, sent, deliverWaiting, users, passwords } = await aProduct();
  await call('signUp', thief);
  const unknown = await call('forgotPassword', { email: 'nobody@example.org' });
  expect(await call('forgotPassword', { email })).toEqual(unknown);
  await deliverWaiting();
  expect(sent).toHaveLength(2);
  await call('signUpByLink', { token: last(links()), ...byLink });
  expect([...passwords]).toEqual([[users.get(email), chosen]]);
});

test('a repeated key with another password is another request', async () => {
  const { call, passwords } = await aProduct();
  const key = randomUUID();
  const { userId } = await call('signUp', amina, key);
  await expect(call('signUp', { ...amina, password: 'another-7' }, key)).rejects.toMatchObject({ code: 'KEY_REUSED' });
  expect(await call('signUp', amina, key)).toMatchObject({ userId });
  expect(passwords.get(userId)).toBe(amina.password);
});

test('nothing in the table reveals a password', async () => {
  const { call, table } = await aProduct();
  await call('signUp', amina);
  const other = await aProduct();
  await other.call('signUp', { ...amina, password: 'another-secret-7' });
  const factsOf = async (its: typeof table) => (await its.get(keys.emailLock(email)))?.['facts'];
  expect(await factsOf(other.table)).toBe(await factsOf(table));
});

test('one mailbox gets five confirmation mails a day; past them a sign-up is stored and the mail can be requested later', async () => {
  const { call, sent, clock, deliverWaiting, profiles } = await aProduct();
  for (let time = 0; time < 5; time++) expect((await call('signUp', thief)).email).toMatchObject({ sent: true });
  const own = await call('signUp', amina);
  expect(own.email).toEqual({ sent: false, simulated: false });
  expect(await profiles.read(own.userId)).toMatchObject({ firstName: 'Amina' });
  await expect(call('resendConfirmation', { email })).rejects.toMatchObject({ code: 'TOO_MANY' });
  expect(await call('forgotPassword', { email })).toEqual({});
  await deliverWaiting();
  expect(sent).toHaveLength(5);
  clock.now += 24 * hourMs;
  await call('resendConfirmation', { email });
  await deliverWaiting();
  expect(sent).toHaveLength(6);
});

test('that limit does not reveal an account', async () => {
  const { call } = await aProduct();
  const ask = () => call('resendConfirmation', { email: 'nobody@example.org' });
  for (let time = 0; time < 5; time++) await ask();
  await expect(ask()).rejects.toMatchObject({ code: 'TOO_MANY' });
});

test('five wrong proofs or passwords are allowed an hour with one link', async () => {
  const { call, links, clock, deliverWaiting } = await aProduct();
  await call('signUp', amina);
  const token = last(links());
  await call('confirmEmail', { token, proof: 'B'.repeat(43) });
  for (let time = 0; time < 4; time++)
    await expect(call('confirmEmail', { token, password: 'wrong-7' })).rejects.toMatchObject({ code: 'INVALID' });
  const right = { token, password: amina.password };
  await expect(call('confirmEmail', right)).rejects.toMatchObject({ code: 'TOO_MANY' });
  // Opening the link without proof does not count; another link has its own tries.
  expect(await call('confirmEmail', { token })).toEqual({ email, state: 'unproven' });
  await call('resendConfirmation', { email });
  await deliverWaiting();
  await expect(call('confirmEmail', { token: last(links()), password: 'wrong-7' })).rejects.toMatchObject({
    code: 'INVALID',
  });
  clock.now += hourMs;
  expect(await call('confirmEmail', right)).toEqual({ email, state: 'confirmed' });
});
