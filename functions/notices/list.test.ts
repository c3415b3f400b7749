import { expect, test, vi } from 'vitest';
import { type MailName, mails } from '#functions/mail/mails.ts';
import { linkToken } from '#functions/platform/derived.ts';
import { withOrdinarySpaces } from '#test/support/readable.ts';
import { findPage } from '#web/app/pages.ts';
import { noticeOf as lineOf } from './handlers.ts';

const noticeOf: typeof lineOf = (...row) => withOrdinarySpaces(lineOf(...row));

const data = {
  firstName: 'Amel',
  otherName: 'Karim Benali',
  otherId: 'other',
  title: 'Livres',
  parcelId: 'parcel',
  route: 'de Paris à Oran',
  name: 'Amel Cherif',
  email: 'amel@example.org',
  reason: 'Photo floue',
  status: 'delivered',
  end: 'lundi 22 novembre 2027',
  day: 'lundi 1 mars 2027',
  left: '7',
  count: '2',
  change: 'active',
  by: 'rootAdmin',
  kind: 'trip',
  listingId: 'trip',
  alert: 'Trajets de Paris à Oran',
  facts: 'Avion · taille moyenne',
  leg: '',
  terms: '30 €, 3,5 kg',
  offer: '28 €',
  until: '2026-11-22T10:00:00.000Z',
};
const row = (mail: string, facts: object = {}) => ({
  id: 'n1',
  mail,
  memberId: 'me',
  data: { ...data, ...facts },
  createdAt: '2026-11-20T10:00:00.000Z',
  state: 'sent' as const,
});

const listed = (Object.keys(mails) as MailName[]).filter((name) => mails[name].isListed);

test.each(listed)('the notice of %s leads a member to a page without a secret', (name) => {
  const notice = noticeOf(row(name), undefined);
  expect(notice?.title).toMatch(/\p{L}/u);
  expect(notice?.path).toMatch(/^\/(?!\/)[^#]*(#moderation)?$/);
  expect(notice?.path).not.toMatch(/token|archive=|address=|email=/);
  const page = findPage(new URL(notice?.path ?? '', 'https://x.example').pathname);
  expect(page?.access).not.toBe('guest');
  expect(['/', '/contact']).not.toContain(page?.path);
  expect(['/forgot-password', '/confirm-email-success']).not.toContain(page?.path);
});

const decided = (name: string) => noticeOf(row(name, { origin: 'report', about: 'parcel.p1@l1' }), undefined);

test('the notice of a decision has the way to contest it, as its mail; without a page of its own it leads there', () => {
  vi.stubEnv('DERIVED_SECRET', 'secret');
  expect(decided('parcelRejected')).toMatchObject({
    path: '/send-parcel?edit=parcel',
    objection: linkToken('objection', 'parcel.p1@l1.me'),
  });
  for (const name of ['reportDecided', 'memberWarned']) {
    const { path, objection } = decided(name) ?? {};
    expect(path).toBe(`/contact?topic=decision#token=${objection}`);
  }
  for (const name of ['parcelApproved', 'reportDecided'])
    expect(noticeOf(row(name), undefined)).not.toHaveProperty('objection');
});

test('the second line is the reason that a person gave, or the parcel and the terms that the title does not name', () => {
  expect(noticeOf(row('carrierWithdrew'), undefined)?.detail).toBe('Motif : Photo floue');
  expect(noticeOf(row('carrierWithdrew', { reason: '' }), undefined)).not.toHaveProperty('detail');
  expect(noticeOf(row('carrierChosen'), undefined)?.detail).toBe('« Livres » : 30 €, 3,5 kg');
  expect(noticeOf(row('offerMade'), undefined)?.detail).toBe('« Livres » : 28 €');
});

test('the notice of an alert leads to the listing, with its facts in the second line', () => {
  expect(noticeOf(row('alertFound', { title: 'Votre alerte : trajet de Paris à Oran' }), undefined)).toMatchObject({
    group: 'alerts',
    title: 'Votre alerte : trajet de Paris à Oran',
    detail: 'Avion · taille moyenne',
    path: '/find-parcels?tab=trips&trip=trip',
  });
});

test('a notice is read once it was opened, or by a mark that is not older', () => {
  const read = (readAt: string | undefined, upTo: string | undefined) =>
    noticeOf({ ...row('pickupValidated'), ...(readAt ? { readAt } : {}) }, upTo)?.isRead;
  const id = '2026-11-20T10:00:00.000Z#n1';
  expect([read(undefined, undefined), read(undefined, '2026-11-20T09:59:59.999Z#n9')]).toEqual([false, false]);
  expect([read('2026-11-21T10:00:00.000Z', undefined), read(undefined, id)]).toEqual([true, true]);
});

test('what another member wrote is no link in a notice either', () => {
  expect(noticeOf(row('parcelApproved', { title: 'www.exemple.com' }), undefined)?.title).not.toContain('www.exemple');
});

test.each(Object.keys(mails))('the line of %s holds its signs to their words', (mail) => {
  const { title = '', detail = '' } = lineOf(row(mail, { message: '', topic: '' }), undefined) ?? {};
  expect([title, detail].filter((text) => / [:;?!»](?![\p{L}\p{N}])|« /u.test(text))).toEqual([]);
});
