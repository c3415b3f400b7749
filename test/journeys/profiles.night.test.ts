import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  administrator,
  joined,
  mailTo,
  openTestSite,
  password,
  photo,
  seededPeople,
  until,
} from '../support/journey.ts';

const site = openTestSite();
const sendAvatar = (caller: Awaited<ReturnType<typeof joined>>['caller'], file = photo()) =>
  site.upload(file, (announced) => caller.ok('requestAvatarUpload', { body: announced }));

test('a review is written, changed and taken back, and the stars follow on every card', async () => {
  const admin = await administrator(site);
  const [amel, karim] = [await joined(site, 'Amelie', admin), await joined(site, 'Karima', admin)];
  const params = { userId: karim.userId };
  const starsAre = (rating: number | undefined, reviewCount: number) =>
    until(`${reviewCount} reviews`, async () => {
      const member = await amel.caller.ok('readMember', { params });
      return member.rating === rating && member.reviewCount === reviewCount && member;
    });

  const review = await amel.caller.ok('leaveReview', { params, body: { rating: 5, comment: 'Parfait' } });
  expect(review).toMatchObject({ rating: 5, verified: false, reviewer: { id: amel.userId, firstName: 'Amelie' } });
  expect(await starsAre(5, 1)).toMatchObject({ distribution: { 5: 1 }, myReview: { id: review.id, version: 1 } });
  const again = await amel.caller.call('leaveReview', { params, body: { rating: 1 } });
  expect(again).toMatchObject({ status: 409, body: { title: 'Avis déjà donné' } });

  const reviewId = { reviewId: review.id };
  const foreign = await karim.caller.call('editReview', { params: reviewId, version: 1, body: { rating: 5 } });
  expect(foreign).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } });
  await amel.caller.ok('editReview', { params: reviewId, version: 1, body: { rating: 2 } });
  expect(await starsAre(2, 1)).toMatchObject({ distribution: { 2: 1, 5: 0 } });
  expect((await karim.caller.ok('memberReviews', { params })).items).toMatchObject([{ rating: 2, version: 2 }]);

  expect((await amel.caller.call('deleteReview', { params: reviewId, version: 2 })).status).toBe(204);
  await starsAre(undefined, 0);
  const self = await karim.caller.call('leaveReview', { params, body: { rating: 5 } });
  expect(self).toMatchObject({ body: { detail: 'Vous ne pouvez pas vous évaluer vous-même' } });
});

test('a friend is added for both and let go by either', async () => {
  const [a, b] = [await joined(site, 'Nora'), await joined(site, 'Samy')];
  await a.caller.ok('addFriend', { params: { userId: b.userId } });
  expect((await b.caller.ok('myFriends')).items).toMatchObject([{ id: a.userId, firstName: 'Nora' }]);
  expect(await a.caller.ok('readMember', { params: { userId: b.userId } })).toMatchObject({ isFriend: true });
  expect((await b.caller.call('removeFriend', { params: { userId: a.userId } })).status).toBe(204);
  expect(await a.caller.ok('isFriend', { params: { userId: b.userId } })).toEqual({ isFriend: false });
});

test('the telephone is seen by others only while its owner says so', async () => {
  const [a, b] = [await joined(site, 'Rym'), await joined(site, 'Ali')];
  const seen = async () => (await b.caller.ok('readMember', { params: { userId: a.userId } })).phoneNumber;
  await a.caller.ok('updateMyProfile', {
    version: await versionOf(a.caller),
    body: { firstName: 'Rym', lastName: 'Voyage', phone: '+213 550 12 34 56' },
  });
  expect(await seen()).toBe('Non renseigné');
  const open = { phonePublic: true, emailNotifications: true };
  await a.caller.ok('updateMySettings', { body: open });
  expect(await seen()).toBe('+213550123456');
  await a.caller.ok('updateMySettings', { body: { ...open, phonePublic: false } });
  expect(await seen()).toBe('Non renseigné');
});

test('an avatar is public once it is clean, and gone once it is taken off', async () => {
  const { caller } = await joined(site, 'Photo');
  const first = await caller.ok('setAvatar', { body: { uploadId: await sendAvatar(caller) } });
  const address = `${site.origin}${first.avatarUrl}`;
  const shown = await fetch(address);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  await caller.ok('setAvatar', { body: { uploadId: await sendAvatar(caller) } });
  // Past the edge, which may keep a copy for a while.
  await until('the first picture is erased', async () => (await fetch(`${address}?${randomUUID()}`)).status !== 200);
  expect((await caller.call('deleteAvatar')).status).toBe(204);
  const me = await caller.ok('readMe');
  expect(me).not.toHaveProperty('avatarUrl');
});

test.each([
  ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['text/html', '<!doctype html><script>alert(1)</script>'],
  ['application/pdf', '%PDF-1.4'],
])('a file that says it is %s gets no place', async (type, text) => {
  const { caller } = await joined(site, 'Refus');
  const sha256 = 'A'.repeat(43);
  const answer = await caller.call('requestAvatarUpload', {
    body: { fileName: 'avatar', contentType: type, size: text.length, sha256: `${sha256}=` },
  });
  expect(answer).toMatchObject({ status: 422, body: { code: 'FILE_REFUSED', detail: 'Type de fichier non supporté' } });
});

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '<!doctype html><script>1</script>',
])('a file that says it is a picture and is %s is refused by what it holds', async (text) => {
  const { caller } = await joined(site, 'Ruse');
  const uploadId = await sendAvatar(caller, { ...photo(), bytes: Buffer.from(text) });
  const refused = await until('the scan', async () => {
    const answer = await caller.call('setAvatar', { body: { uploadId } });
    return answer.status !== 202 && answer;
  });
  expect(refused).toMatchObject({ status: 422, body: { code: 'FILE_REFUSED' } });
});

test('a new password needs the present one and ends every session, at Cognito too', async () => {
  const { caller, email } = await joined(site, 'Secret');
  const fresh = 'Traversee-2027';
  const wrong = await caller.call('changePassword', { body: { current: 'Autre-2026', password: fresh } });
  expect(wrong).toMatchObject({ status: 400, body: { fields: { current: 'Le mot de passe actuel est incorrect' } } });
  expect((await caller.call('changePassword', { body: { current: password, password: fresh } })).status).toBe(204);
  expect(await caller.call('readMe')).toMatchObject({ status: 401, body: { code: 'SESSION_REVOKED' } });
  await expect(site.refresh(caller)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  await expect(site.signIn(email, password)).rejects.toThrow();
  const again = await until('a session of the new password', async () => {
    const member = await site.member(email, fresh);
    return (await member.call('readMe')).status === 200 && member;
  });
  expect(await again.ok('readMe')).toMatchObject({ email });
  await mailTo(site, email, /mot de passe a été modifié/);
});

test('a message reaches our own address with a number', async () => {
  const body = {
    name: 'Visiteur',
    email: `visiteur.${randomUUID().slice(0, 8)}@example.org`,
    topic: 'payment' as const,
    message: 'Comment payer ?',
  };
  const { reference } = await site.visitor.ok('contactUs', { body });
  const { admin } = await seededPeople(site);
  const mail = await mailTo(site, admin.email, new RegExp(reference));
  expect(mail.text).toContain(body.email);
});

test('every position of the seeded site has its advertisement', async () => {
  for (const position of ['home', 'sidebar', 'header', 'footer'] as const) {
    const { items } = await site.visitor.ok('advertisements', { query: { position } });
    expect(items).toMatchObject([{ title: expect.any(String), linkUrl: expect.stringMatching(/^https?:/) }]);
  }
});

async function versionOf(caller: Awaited<ReturnType<typeof joined>>['caller']): Promise<number> {
  const me = await caller.ok('readMe');
  if (!('id' in me)) throw new Error(me.status);
  return me.version;
}
