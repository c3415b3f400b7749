import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { MailName, Mails } from '#functions/mail/mails.ts';
import { mail, parseMail } from '#functions/mail/outbox.ts';
import { linkToken } from '#functions/platform/derived.ts';
import { type Key, keys } from '#functions/platform/keys.ts';
import { keyOf } from '#functions/platform/table.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { amina, anAccountsBackend } from '#test/support/accounts.ts';
import { aSignedUpMember } from '#test/support/scenes/signed-up.ts';
import { deliverMail } from './deliver.ts';
import { AddressRefused, MailRefused } from './ses.ts';

async function anOutbox({ emailNotifications = true } = {}) {
  const backend = await aSignedUpMember();
  const { table, profiles, clock, userId } = backend;
  await table.transact([profiles.set(userId, { phonePublic: false, emailNotifications })]);
  backend.sent.length = 0;

  const read = async ({ pk, sk }: Key) => parseMail((await table.get({ pk, sk }, { consistent: true })) ?? {});
  async function post<Name extends MailName>(name: Name, data: Mails[Name], memberId = userId) {
    const id = randomUUID();
    const write = mail(table, name, { memberId }, data, { id, now: clock.now });
    await table.transact([write]);
    return read(keyOf(write.item.Put?.Item ?? {}));
  }
  return { ...backend, read, post };
}

const parcel = { firstName: 'Amina', title: 'Livres', parcelId: randomUUID() };

test('of ten concurrent senders one sends, and all answer that it is sent', async () => {
  const { mails, post, sent } = await anOutbox();
  const row = await post('parcelApproved', parcel);
  const results = await Promise.all(Array.from({ length: 10 }, () => deliverMail(mails, row)));
  expect(new Set(results)).toEqual(new Set(['sent']));
  expect(sent).toHaveLength(1);
});

test('answers to a mail reach the operator', async () => {
  const { mails, post, sent } = await anOutbox();
  await deliverMail(mails, await post('parcelApproved', parcel));
  expect(sent).toMatchObject([{ replyTo: mails.replyTo }]);
});

test('a mail that could not be sent stays, and its next sender does not wait', async () => {
  const { mails, post, read, sent } = await anOutbox();
  const row = await post('parcelApproved', parcel);
  const broken = { ...mails, send: () => Promise.reject(new Error('SES is down')) };
  await expect(deliverMail(broken, row)).rejects.toThrow('SES is down');
  expect(await read(row)).toMatchObject({ state: 'pending' });
  expect(await deliverMail(mails, row)).toBe('sent');
  expect(sent).toHaveLength(1);
});

test('a mail that the provider refuses for good is not tried again', async () => {
  const { mails, post, read, sent } = await anOutbox();
  const row = await post('parcelApproved', parcel);
  const refusing = { ...mails, send: () => Promise.reject(new MailRefused('Email address is not verified')) };
  expect(await deliverMail(refusing, row)).toBe('refused');
  expect(await read(row)).toMatchObject({ state: 'refused' });
  expect(await deliverMail(mails, row)).toBe('refused');
  expect(sent).toHaveLength(0);
});

test('an address that the provider does not take is noted, and only mails about the account go on', async () => {
  const { mails, post, profiles, sent, table } = await anOutbox();
  const refusing = { ...mails, send: () => Promise.reject(new AddressRefused('Domain contains illegal character')) };
  const row = await post('parcelApproved', parcel);
  expect(await deliverMail(refusing, row)).toBe('refused');
  expect((await profiles.read(row.memberId))?.mailRefused).toMatchObject({ why: 'address' });
  expect(await deliverMail(mails, await post('parcelApproved', parcel))).toBe('skipped');
  expect(await deliverMail(mails, await post('passwordChanged', { firstName: 'Amina' }))).toBe('sent');
  await table.transact([profiles.takeMails(row.memberId)]);
  expect(await deliverMail(mails, await post('parcelApproved', parcel))).toBe('sent');
  expect(sent).toHaveLength(2);
});

test('a mail that SES rejects is no reason to stop others', async () => {
  const { mails, post, profiles } = await anOutbox();
  const refusing = { ...mails, send: () => Promise.reject(new MailRefused('Email address is not verified')) };
  const row = await post('parcelApproved', parcel);
  await deliverMail(refusing, row);
  expect((await profiles.read(row.memberId))?.mailRefused).toBeUndefined();
});

test('a sender that finds the lease of a dead sender waits until it ends', async () => {
  const { mails, post, table, clock, sent } = await anOutbox();
  const row = await post('parcelApproved', parcel);
  const leased = { ...row, leaseUntil: clock.now + 10_000 };
  await table.transact([table.put({ pk: row.pk, sk: row.sk, kind: 'notice', record: leased })]);
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => {
    pauses.push(milliseconds);
    clock.now += 2500;
  };
  expect(await deliverMail({ ...mails, pause }, row)).toBe('sent');
  expect(pauses).toHaveLength(4);
  expect(sent).toHaveLength(1);
});

test('a member who turned mails off gets only mails about their account', async () => {
  const { mails, post, read, sent } = await anOutbox({ emailNotifications: false });
  const news = await post('parcelApproved', parcel);
  expect(await deliverMail(mails, news)).toBe('skipped');
  expect(await read(news)).toMatchObject({ state: 'skipped' });
  expect(await deliverMail(mails, await post('passwordChanged', { firstName: 'Amina' }))).toBe('sent');
  expect(sent).toMatchObject([{ subject: 'Votre mot de passe a été modifié' }]);
});

test('a blocked member, who can answer nothing, gets no mail about a proposition', async () => {
  const { mails, post, sent, table, profiles, userId } = await anOutbox();
  const profile = await profiles.read(userId);
  if (!profile) throw new Error('No member');
  await table.transact([table.put(profileItem({ ...profile, status: 'blocked' }))]);
  const ids = { parcelId: randomUUID(), otherId: randomUUID() };
  const about = { ...ids, firstName: 'Amina', otherName: 'Karim', title: 'Livres' };
  const offer = { ...about, offer: '25 €', until: '2026-12-01T10:00:00.000Z', isChange: 'yes', offerId: randomUUID() };
  expect(await deliverMail(mails, await post('offerReminder', offer))).toBe('skipped');
  expect(await deliverMail(mails, await post('offerMade', offer))).toBe('skipped');
  expect(await deliverMail(mails, await post('passwordChanged', { firstName: 'Amina' }))).toBe('sent');
  expect(sent).toHaveLength(1);
});

test('an unconfirmed mailbox gets only the confirmation mail, without any text of the person who signed up', async () => {
  const { mails, sent, call, table, clock, waiting } = await anAccountsBackend();
  const firstName = 'Gagnez-un-iPhone';
  const { userId } = await call('signUp', { ...amina, firstName });
  expect(sent).toHaveLength(1);
  expect(JSON.stringify(sent[0])).not.toContain(firstName);
  expect(sent[0]?.text).toMatch(/^Bonjour,\n/);
  for (const name of ['profileApproved', 'resetPassword', 'passwordChanged'] as const) {
    const id = randomUUID();
    await table.transact([mail(table, name, { memberId: userId }, { firstName }, { id, now: clock.now })]);
    const rows = (await waiting()).filter((row) => row.id === id);
    expect(await Promise.all(rows.map((row) => deliverMail(mails, row)))).toEqual(['skipped']);
  }
  expect(sent).toHaveLength(1);
});

test('a mail to a deleted member is skipped', async () => {
  const { mails, post, sent } = await anOutbox();
  expect(await deliverMail(mails, await post('parcelApproved', parcel, randomUUID()))).toBe('skipped');
  expect(sent).toEqual([]);
});

test('without a sender a mail is simulated', async () => {
  const { mails, post, read } = await anOutbox();
  const row = await post('parcelApproved', parcel);
  expect(await deliverMail({ ...mails, send: undefined }, row)).toBe('simulated');
  expect(await read(row)).toMatchObject({ state: 'skipped' });
});

test('a row holds no secret: its link is made for the sending', async () => {
  const { mails, post, read, sent, table } = await anOutbox();
  const row = await post('resetPassword', { firstName: 'Amina' });
  await deliverMail(mails, row);
  const token = /token=([\w-]{43})/.exec(sent[0]?.text ?? '')?.[1] ?? '';
  expect(JSON.stringify(await read(row))).not.toContain(token);
  expect(await table.get(keys.token(token))).toMatchObject({ purpose: 'reset', epoch: 0, memberId: row.memberId });
});

test('a decision can be contested by a link that only its mail contains', async () => {
  process.env['DERIVED_SECRET'] = 'derived';
  const { mails, post, read, sent, userId } = await anOutbox();
  const about = `parcel.${parcel.parcelId}`;
  const decision = { reason: 'Photo floue', origin: 'check', about } as const;
  const row = await post('parcelRejected', { ...parcel, ...decision });
  await deliverMail(mails, row);
  const link = linkToken('objection', `${about}.${userId}`);
  expect(sent[0]?.text).toContain(`/contact?topic=decision#token=${link}`);
  expect(JSON.stringify(await read(row))).not.toContain(link.slice(-22));
  await deliverMail(mails, await post('parcelRejected', { ...parcel, reason: 'Date passée' }));
  expect(sent[1]?.text).not.toContain('contester');
});

test('a row of an unknown mail is an error, not silence', async () => {
  const { mails, post } = await anOutbox();
  const row = await post('parcelApproved', parcel);
  await expect(deliverMail(mails, { ...row, mail: 'toString' })).rejects.toThrow('toString');
});

test('a mail of a group that its member does not want is skipped', async () => {
  const { mails, post, profiles, sent, table, userId } = await anOutbox();
  await table.transact([profiles.chooseNotices(userId, { mail: { alerts: false } })]);
  expect(await deliverMail(mails, await post('parcelApproved', parcel))).toBe('sent');
  await table.transact([profiles.chooseNotices(userId, { mail: { account: false } })]);
  expect(await deliverMail(mails, await post('parcelApproved', parcel))).toBe('skipped');
  expect(await deliverMail(mails, await post('passwordChanged', { firstName: 'Amina' }))).toBe('sent');
  // A refusal by the night is news; one by a person leads to an objection (rule 179).
  const refused = { ...parcel, reason: 'Photo floue' };
  expect(await deliverMail(mails, await post('parcelRejected', refused))).toBe('skipped');
  const decided = { ...refused, origin: 'check', about: `parcel.${parcel.parcelId}` } as const;
  expect(await deliverMail(mails, await post('parcelRejected', decided))).toBe('sent');
  expect(sent).toHaveLength(3);
  expect(sent.at(-1)?.text).toContain('Contester cette décision');
});
