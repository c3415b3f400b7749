import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  administrator,
  joined,
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

test('nobody signs in before the address is confirmed, and the link works once', async () => {
  const email = anAddress('salim');
  const made = await site.visitor.ok('signUp', { body: account(email) });
  expect(made.email).toEqual({ sent: true, simulated: false });
  await expect(site.signIn(email, password)).rejects.toThrow('EMAIL_NOT_CONFIRMED');
  const token = await tokenMailedTo(site, email);
  expect(await site.visitor.ok('confirmEmail', { body: { token } })).toEqual({ email });
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

test('an address that has an account is refused in words, however it is spelled', async () => {
  const email = anAddress('double');
  await site.visitor.ok('signUp', { body: account(email) });
  const again = await site.visitor.call('signUp', { body: account(`  ${email.toUpperCase()} `) });
  expect(again).toMatchObject({
    status: 409,
    body: { code: 'EMAIL_TAKEN', detail: 'Cet email est déjà associé à un compte. Veuillez vous connecter.' },
  });
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

test('known and unknown addresses get the same answer', async () => {
  const member = await joined(site, 'Neutre');
  const [known, unknown] = await Promise.all([
    site.visitor.call('forgotPassword', { body: { email: member.email } }),
    site.visitor.call('forgotPassword', { body: { email: anAddress('inconnu') } }),
  ]);
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
});

test('signing out everywhere ends the other sessions at once', async () => {
  const member = await joined(site, 'Partout');
  const other = await site.member(member.email, password);
  await member.caller.ok('signOutEverywhere');
  expect(await other.call('readMe')).toMatchObject({ status: 401, body: { code: 'SESSION_REVOKED' } });
});

test("documents of a refused file are named, and a verified member's are closed", async () => {
  const admin = await administrator(site);
  const member = await joined(site, 'Papiers', admin);
  const body = {
    kind: 'id_document' as const,
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
  const member = await joined(site, 'Porte');
  await expect(
    site.cognito('UpdateUserAttributes', {
      AccessToken: member.caller.session?.accessToken,
      UserAttributes: [{ Name: 'email', Value: 'admin@example.org' }],
    }),
  ).rejects.toThrow();
});
