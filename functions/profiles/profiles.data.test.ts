import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import type { MemberTrip } from '#shared/profiles/contract.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { aProfile, aReview, aTrip, memberIds } from '#test/access/people.ts';
import { aWorld, type WorldOptions } from '#test/support/world/world.ts';

const { O: owner, M: member } = memberIds;
const start = Date.parse('2026-11-20T10:00:00.000Z');

async function house(items: WorldOptions['items'] = [], me: Partial<ProfileRecord> = {}) {
  const world = await aWorld({ people: [aProfile('M', me), 'O'], items, start });
  const profile = async () => ({
    ...(await world.profile(member)),
    queue: (await world.stored(keys.profile(member)))['gs2pk'],
  });
  return { ...world, profile };
}

test('a new telephone is stored without separators and keeps the badge', async () => {
  const { call, profile } = await house();
  const body = { firstName: 'M', lastName: 'Membre', phone: '+213 550-12 34 56' };
  const answer = await call('updateMyProfile', member, { version: 1, body });
  expect(answer).toMatchObject({ status: 200, body: { phone: '+213550123456', version: 2 } });
  expect(await profile()).toMatchObject({ phone: '+213550123456', queue: 'Q#PROFILE#approved' });
});

test('a change of an older version of the profile is refused', async () => {
  const { call } = await house();
  const body = { firstName: 'M', lastName: 'Membre', phone: '+33612345679' };
  await call('updateMyProfile', member, { version: 1, body });
  expect(await call('updateMyProfile', member, { version: 1, body })).toMatchObject({
    status: 412,
    body: { code: 'STALE' },
  });
});

test('the telephone is shown to others exactly while its owner allows it', async () => {
  const { call } = await house();
  const shown = async () => (await call('readMember', owner, { params: { userId: member } })).body['phoneNumber'];
  expect(await shown()).toBe('Non renseigné');
  const open = { phonePublic: true, emailNotifications: false };
  const answer = await call('updateMySettings', member, { body: open });
  expect(answer.body['settings']).toEqual({ ...open, messageNotices: true, messageSound: true });
  expect(await shown()).toBe('+33612345678');
  await call('updateMySettings', member, { body: { ...open, phonePublic: false } });
  expect(await shown()).toBe('Non renseigné');
});

test('notice and sound of messages are on by default, and stay where a change leaves them out', async () => {
  const { call } = await house();
  const before = { phonePublic: false, emailNotifications: true };
  const save = async (body: object) => (await call('updateMySettings', member, { body })).body['settings'];
  expect(await save(before)).toMatchObject({ messageNotices: true, messageSound: true });
  expect(await save({ ...before, messageNotices: true, messageSound: false })).toMatchObject({ messageSound: false });
  expect(await save(before)).toEqual({ ...before, messageNotices: true, messageSound: false });
});

test('choices by group are replaced as a whole, and stay where a change leaves them out', async () => {
  const { call } = await house();
  const before = { phonePublic: false, emailNotifications: true };
  const save = async (body: object) => (await call('updateMySettings', member, { body })).body['settings'];
  const choices = { mail: { alerts: false }, push: { messages: false } };
  expect(await save({ ...before, noticeChoices: choices })).toMatchObject({ noticeChoices: choices });
  expect(await save(before)).toMatchObject({ noticeChoices: choices });
  expect(await save({ ...before, noticeChoices: { push: { account: false } } })).toMatchObject({
    noticeChoices: { push: { account: false } },
  });
  for (const wrong of [{ mail: { alerts: 'no' } }, { mail: true }, 'none'])
    expect(await call('updateMySettings', member, { body: { ...before, noticeChoices: wrong } })).toMatchObject({
      status: 400,
    });
});

const upload = (change: Item = {}): Item => ({
  ...keys.upload(uploadId),
  id: uploadId,
  kind: 'avatar',
  ownerId: member,
  contentType: 'image/png',
  sha256: 'x',
  state: 'clean',
  key: `media/${uploadId}`,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...change,
});
const uploadId = '00000000-0000-4000-8000-0000000000aa';

test('a clean picture becomes the avatar, once for all repeated calls, until it is removed', async () => {
  const { call, profile } = await house([upload()]);
  const set = () => call('setAvatar', member, { body: { uploadId } });
  expect(await set()).toMatchObject({ status: 200, body: { avatarUrl: `/media/${uploadId}`, version: 2 } });
  expect(await set()).toMatchObject({ status: 200, body: { version: 2 } });
  expect(await call('deleteAvatar', member)).toMatchObject({ status: 204 });
  expect(await call('deleteAvatar', member)).toMatchObject({ status: 204 });
  expect(await profile()).not.toHaveProperty('avatarKey');
  expect(await set()).toMatchObject({ status: 422, body: { code: 'FILE_REFUSED' } });
});

test.each([
  [
    { state: 'scanning', key: undefined },
    { status: 202, body: { state: 'scanning' } },
  ],
  [
    { state: 'rejected', reason: 'Type de fichier non supporté' },
    { status: 422, body: { code: 'FILE_REFUSED' } },
  ],
  [{ ownerId: owner }, { status: 422, body: { title: 'Fichier introuvable' } }],
  [
    { kind: 'id_document', key: 'documents/x' },
    { status: 422, body: { title: 'Fichier introuvable' } },
  ],
])('an upload %j cannot be an avatar', async (change, expected) => {
  const { call, profile } = await house([upload(change)]);
  expect(await call('setAvatar', member, { body: { uploadId } })).toMatchObject(expected);
  expect(await profile()).not.toHaveProperty('avatarKey');
});

test('five trips at most: upcoming ones by date, then the latest past ones; other members see only listed ones', async () => {
  const day = (offset: number) => dayOf(start + offset * dayMs);
  const trips = [-9, -5, -2, 1, 3, 8].map((offset, index) => aTrip(300 + index, 'O', { travelDate: day(offset) }));
  const hidden = [
    aTrip(310, 'O', { travelDate: day(2), adminStatus: 'pending' }),
    aTrip(311, 'O', { travelDate: day(2), status: 'cancelled' }),
    aTrip(312, 'O', { travelDate: day(-1), adminStatus: 'rejected' }),
  ];
  const { call } = await house([...trips, ...hidden]);
  const seenBy = async (id: string) =>
    ((await call('memberTrips', id, { params: { userId: owner } })).body['items'] as MemberTrip[]).map(
      ({ travelDate }) => travelDate,
    );
  expect(await seenBy(member)).toEqual([day(1), day(3), day(8), day(-2), day(-5)]);
  expect(await seenBy(owner)).toEqual([day(1), day(2), day(2), day(3), day(8)]);
});

test('a member page shows the distribution of stars, whether we are friends and my review', async () => {
  const { call, seed } = await house([aReview('O', 'M', { comment: 'Ponctuelle', rating: 4 })]);
  await seed({ ...keys.stats(owner), ratingSum: 9, ratingCount: 2, stars4: 1, stars5: 1 });
  await seed({ ...keys.friend(member, owner), kind: 'friend', record: { friendId: owner } });
  const read = async (id: string) => (await call('readMember', id, { params: { userId: owner } })).body;
  expect(await read(member)).toMatchObject({
    rating: 4.5,
    reviewCount: 2,
    distribution: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 1 },
    isFriend: true,
    myReview: { id: `${owner}.${member}`, rating: 4, comment: 'Ponctuelle', version: 1 },
  });
  const own = await read(owner);
  expect(own).toMatchObject({ isFriend: false, phoneNumber: '+33612345678' });
  expect(own).not.toHaveProperty('myReview');
});
