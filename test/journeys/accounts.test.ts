import { randomUUID } from 'node:crypto';
import { AdminDeleteUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { expect, test } from 'vitest';
import { operatorKey } from '#infra/local/iam/keys.ts';
import {
  administrator,
  joined,
  listedParcel,
  listen,
  mailTo,
  openTestSite,
  password,
  photo,
  tokenMailedTo,
  until,
} from '../support/journey.ts';

const site = openTestSite();
const anAddress = (name: string) => `${name}.${randomUUID().slice(0, 8)}@example.org`;
const account = (email: string) => ({
  firstName: 'Salim',
  lastName: 'Amrani',
  email,
  phone: '+213550123456',
  password,
  acceptedTerms: true as const,
});

test('nobody signs in before the address is confirmed, by its link and whoever signed up', async () => {
  const email = anAddress('salim');
  const made = await site.visitor.ok('signUp', { body: account(email) });
  expect(made.email).toEqual({ sent: true, simulated: false });
  await expect(site.signIn(email, password)).rejects.toThrow('EMAIL_NOT_CONFIRMED');
  const token = await tokenMailedTo(site, email);
  expect(await site.visitor.ok('confirmEmail', { body: { token } })).toEqual({ email, state: 'unproven' });
  await expect(site.signIn(email, password)).rejects.toThrow('EMAIL_NOT_CONFIRMED');
  const confirm = () => site.visitor.ok('confirmEmail', { body: { token, proof: made.proof } });
  expect(await confirm()).toEqual({ email, state: 'confirmed' });
  expect(await confirm()).toEqual({ email, state: 'confirmed' });
  await site.signIn(email, password);
  const wrong = await site.visitor.call('confirmEmail', { body: { token: 'A'.repeat(43) } });
  expect(wrong).toMatchObject({ status: 410, body: { code: 'INVALID_LINK' } });
});

test('the mail of confirmation is French, has both forms and leads to this site only', async () => {
  const email = anAddress('mail');
  await site.visitor.ok('signUp', { body: account(email) });
  const mail = await mailTo(site, email, /token=/);
  expect(mail.subject).toMatch(/Confirmez/);
  expect(mail.html).toContain('<html lang="fr"');
  for (const [, address] of mail.html.matchAll(/href="([^"]+)"/g)) expect(address?.startsWith(site.origin)).toBe(true);
});

test('a confirmed address is refused in words, however it is spelled', async () => {
  const { email } = await joined(site, 'Double');
  const again = await site.visitor.call('signUp', { body: account(`  ${email.toUpperCase()} `) });
  expect(again).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_TAKEN', detail: 'Cet email est déjà associé à un compte. Veuillez vous connecter.' },
  });
});

test('an address that is too long for an account is refused in words', async () => {
  const email = `${'a'.repeat(117)}@example.org`;
  expect(await site.visitor.call('signUp', { body: account(email) })).toMatchObject({
    status: 400,
    body: { fields: { email: 'Cette adresse est trop longue (128 caractères au maximum)' } },
  });
});

test('an address taken in advance stays its owner’s: the stranger gets neither in, nor a file to anybody', async () => {
  const email = anAddress('avance');
  const strangers = 'Intrus-secret-7';
  const stranger = await site.visitor.ok('signUp', { body: { ...account(email), password: strangers } });
  const own = await site.visitor.ok('signUp', { body: account(email) });
  expect(own.userId).not.toBe(stranger.userId);
  const place = { kind: 'id_document', fileName: 'p.jpg', contentType: 'image/jpeg', size: 9 } as const;
  const late = { ...place, ticket: stranger.uploadTicket, sha256: `${'A'.repeat(43)}=` };
  // Replaced at first, then erased as well.
  expect(await site.visitor.call('requestSignUpUpload', { body: late })).toMatchObject({
    status: 410,
    body: { title: expect.stringMatching(/^(Inscription remplacée|Lien invalide)$/) },
  });
  await expect(site.signIn(email, strangers)).rejects.toThrow();

  const token = await tokenMailedTo(site, email);
  const confirm = (said: object) => site.visitor.call('confirmEmail', { body: { token, ...said } });
  expect(await confirm({ password: strangers })).toMatchObject({ status: 400 });
  expect(await confirm({ password })).toMatchObject({ body: { state: 'confirmed' } });
  await expect(site.signIn(email, strangers)).rejects.toThrow();
  const caller = await site.member(email, password);
  expect(await caller.ok('readMe')).toMatchObject({ id: own.userId });
});

test('whoever reads the mailbox signs up by the link, whatever a stranger made of the address', async () => {
  const email = anAddress('lien');
  const stranger = await site.visitor.ok('signUp', { body: { ...account(email), firstName: 'Intrus' } });
  await site.visitor.ok('forgotPassword', { body: { email } });
  const link = await until('both mails', async () => {
    const mails = (await (await site.local(`mail?to=${encodeURIComponent(email)}`)).json()) as { text: string }[];
    expect(mails.map(({ text }) => text).join()).not.toContain('Intrus');
    return mails.length === 2 && /token=([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1];
  });
  const { email: _typed, ...person } = account(email);
  const body = { ...person, token: link };
  expect(await site.visitor.ok('signUpByLink', { body })).toEqual({ email });
  const me = await (await site.member(email, password)).ok('readMe');
  expect(me).toMatchObject({ firstName: 'Salim', documents: { idDocument: 'none', facePhoto: 'none' } });
  expect(me).not.toMatchObject({ id: stranger.userId });
});

test('the same key with another password is another sign-up', async () => {
  const body = account(anAddress('cle'));
  const key = randomUUID();
  const { userId } = await site.visitor.ok('signUp', { body }, { key });
  expect(await site.visitor.call('signUp', { body: { ...body, password: 'Autre-mot-2026' } }, { key })).toMatchObject({
    status: 422,
    body: { code: 'KEY_REUSED' },
  });
  expect(await site.visitor.ok('signUp', { body }, { key })).toMatchObject({ userId });
});

test.each([
  ['azerty', 'Azerty', /courant|simple|répandu/i],
  ['12345', 'court', /au moins 6 caractères/],
  ['x'.repeat(129), 'long', /128/],
  [' abcdefg9', 'espace', /espace/],
])('the password %s is refused (%s)', async (bad, _why, sentence) => {
  const answer = await site.visitor.call('signUp', { body: { ...account(anAddress('faible')), password: bad } });
  expect(answer).toMatchObject({
    status: 400,
    body: { code: 'INVALID', fields: { password: expect.stringMatching(sentence) } },
  });
});

test('a forgotten password is replaced by a link that works once and ends every session', async () => {
  const member = await joined(site, 'Oubli');
  const live = await listen(site, member.caller);
  await site.visitor.ok('forgotPassword', { body: { email: member.email } });
  const token = await tokenMailedTo(site, member.email, /reset-password/);
  expect(await site.visitor.ok('checkResetToken', { body: { token } })).toEqual({ state: 'valid' });
  const weak = await site.visitor.call('resetPassword', { body: { token, password: 'sansmajuscule1' } });
  expect(weak).toMatchObject({
    status: 400,
    body: { fields: { password: 'Le mot de passe doit contenir au moins une majuscule' } },
  });
  await site.visitor.ok('resetPassword', { body: { token, password: 'Nouveau-mot-2026' } });
  await expect(site.refresh(member.caller)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  await mailTo(site, member.email, /mot de passe.*(modifié|changé)/i);
  await live.closed;
  expect(live.ended()).toBe('signed_out');
  expect(await member.caller.call('readMe')).toMatchObject({ status: 401, body: { code: 'SESSION_REVOKED' } });
  await expect(site.signIn(member.email, password)).rejects.toThrow();
  // Sessions count by whole seconds: one that begins in the second of the reset still looks older.
  await until('the new password opens a session', async () => {
    const caller = await site.member(member.email, 'Nouveau-mot-2026');
    return (await caller.call('readMe')).status === 200;
  });
  expect(await site.visitor.call('resetPassword', { body: { token, password: 'Encore-un-2026' } })).toMatchObject({
    status: 410,
    body: { code: 'INVALID_LINK' },
  });
  expect(await site.visitor.ok('checkResetToken', { body: { token } })).toEqual({ state: 'invalid' });
});

test('a member whom a new pool does not know comes back by « Mot de passe oublié », with all that is theirs', async () => {
  const admin = await administrator(site);
  const member = await joined(site, 'Rescape', admin);
  const parcel = await listedParcel(member, admin, 'Livres gardés');
  const { region, userPoolEndpoint: endpoint, userPoolId: UserPoolId } = await site.config();
  const pool = new CognitoIdentityProviderClient({ region, endpoint, credentials: operatorKey });
  await pool.send(new AdminDeleteUserCommand({ UserPoolId, Username: member.userId }));
  await expect(site.signIn(member.email, password)).rejects.toThrow();
  await site.visitor.ok('forgotPassword', { body: { email: member.email } });
  const token = await tokenMailedTo(site, member.email, /reset-password/);
  await site.visitor.ok('resetPassword', { body: { token, password: 'Retrouve-2026' } });
  const again = await until('the new user opens a session', async () => {
    const caller = await site.member(member.email, 'Retrouve-2026');
    return (await caller.call('readMe')).status === 200 && caller;
  });
  expect(await again.ok('readMe')).toMatchObject({ id: member.userId });
  expect(await again.ok('myParcels')).toMatchObject({ items: [{ id: parcel.id }] });
  const live = await listen(site, again);
  await again.ok('signOutEverywhere');
  await live.closed;
  await expect(site.refresh(again)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
});

test('known and unknown addresses get the same answer', async () => {
  const member = await joined(site, 'Neutre');
  const [known, unknown] = await Promise.all([
    site.visitor.call('forgotPassword', { body: { email: member.email } }),
    site.visitor.call('forgotPassword', { body: { email: anAddress('inconnu') } }),
  ]);
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
});

test('signing out everywhere ends the other sessions at once, at Cognito too', async () => {
  const member = await joined(site, 'Partout');
  const other = await site.member(member.email, password);
  await member.caller.ok('signOutEverywhere');
  for (const ended of [other, member.caller]) {
    await expect(site.refresh(ended)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    expect(await ended.call('readMe')).toMatchObject({ status: 401, body: { code: 'SESSION_REVOKED' } });
  }
});

test("documents of a refused file are named, and a verified member's are closed", async () => {
  const admin = await administrator(site);
  const member = await joined(site, 'Papiers', admin);
  // Their identity document may come again, with a new name; their face is known.
  const body = {
    kind: 'face_photo' as const,
    fileName: 'p.jpg',
    contentType: 'image/jpeg',
    size: 1000,
    sha256: `${'A'.repeat(43)}=`,
  };
  expect(await member.caller.call('requestDocumentUpload', { body })).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_VERIFIED' },
  });

  const email = anAddress('refus');
  const { uploadTicket: ticket } = await site.visitor.ok('signUp', { body: account(email) });
  const bad = { name: 'x.jpg', type: 'image/jpeg', bytes: Buffer.from('pas une image du tout') };
  const send = (kind: 'id_document' | 'face_photo', file: typeof bad) =>
    site.upload(file, (announced) => site.visitor.ok('requestSignUpUpload', { body: { ticket, kind, ...announced } }));
  const [idDocument, facePhoto] = [await send('id_document', bad), await send('face_photo', photo() as typeof bad)];
  const answer = await until('the verdict', async () => {
    const now = await site.visitor.call('attachSignUpDocuments', { body: { ticket, idDocument, facePhoto } });
    return now.status === 200 ? undefined : now;
  });
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'DOCUMENTS_FAILED', fields: { idDocument: expect.any(String) } },
  });
});

test("Cognito's own doors are closed to the public client", async () => {
  const { userPoolClientId: ClientId } = await site.config();
  const email = anAddress('porte');
  await expect(site.cognito('SignUp', { ClientId, Username: email, Password: password })).rejects.toThrow();
  await expect(site.cognito('ForgotPassword', { ClientId, Username: email })).rejects.toThrow();
});

test('a stolen access token opens nothing at Cognito itself, and the account behind it is as it was', async () => {
  const { email, caller } = await joined(site, 'Porte');
  const AccessToken = caller.session?.accessToken;
  const operations = {
    GetUser: {},
    ChangePassword: { PreviousPassword: password, ProposedPassword: 'Voleur-2026' },
    UpdateUserAttributes: { UserAttributes: [{ Name: 'email', Value: 'voleur@example.org' }] },
    GlobalSignOut: {},
    DeleteUser: {},
    AssociateSoftwareToken: {},
    VerifySoftwareToken: { UserCode: '123456' },
    SetUserMFAPreference: { SoftwareTokenMfaSettings: { Enabled: true } },
  };
  for (const [operation, body] of Object.entries(operations)) {
    const opened = site.cognito(operation, { AccessToken, ...body });
    await expect(opened, operation).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Access Token does not have required scopes',
    });
  }
  expect(await caller.ok('readMe')).toMatchObject({ email });
  expect(await (await site.member(email, password)).ok('readMe')).toMatchObject({ email });
});

test('a member whose mail comes back is told at once, takes another address by its link, and signs in with it', async () => {
  const { userId, email, caller } = await joined(site, 'Retour');
  const other = anAddress('retour');
  const live = await listen(site, caller);
  const correct = () => caller.call('correctEmail', { body: { email: other, password } });
  expect((await correct()).status, 'mails arrive').toBe(403);
  await site.local('faults', { service: 'ses', address: email, mode: 'bounce' });
  await until('the event', async () => live.events.some(({ type }) => type === 'profile.changed'));
  expect(await caller.ok('readMe')).toMatchObject({ mailRefused: { why: 'bounce' } });
  const admin = await administrator(site);
  expect(await admin.ok('adminProfile', { params: { userId } })).toMatchObject({ mailRefused: { why: 'bounce' } });
  expect((await correct()).status).toBe(204);
  const link = /address=([\w-]{43})/;
  const [, token = ''] = link.exec((await mailTo(site, other, link)).text) ?? [];
  await caller.ok('confirmCorrectedEmail', { body: { token } });
  const me = await caller.ok('readMe');
  expect(me).toMatchObject({ email: other });
  expect(me).not.toHaveProperty('mailRefused');
  await site.signIn(other, password);
  await expect(site.signIn(email, password)).rejects.toThrow();
  live.close();
});
