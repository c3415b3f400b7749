import { expect, test } from 'vitest';
import { deletionRepository, parseDeletion } from '#functions/account-deletion/repository.ts';
import { isMail, parseMail } from '#functions/mail/outbox.ts';
import { keys } from '#functions/platform/keys.ts';
import { profileItem, profileRepository } from '#functions/profiles/repository.ts';
import { AdminLogRecord } from '#shared/admin/contract.ts';
import { aProfile, memberIds, now } from '#test/access/people.ts';
import type { Request } from '#test/support/pipeline.ts';
import { itemsIn } from '#test/support/table.ts';
import { emailLockOf } from '#test/support/world/email-lock.ts';
import { aWorld } from '#test/support/world/world.ts';

const { RA: rootAdmin, M: member } = memberIds;
const reason = 'Ce membre a demandé l’effacement de ses données.';

/** The panel of the root administrator, with one member. */
async function aDesk() {
  const world = await aWorld({ people: ['RA', 'M'], start: now });
  const request = { params: { userId: member }, version: 1, body: { reason } };
  const remove = (change: Request = {}) => world.call('deleteProfile', rootAdmin, { ...request, ...change });
  return { ...world, remove };
}

test('the profile goes at once: a tombstone, the work, a line of ids and the mail to its address remain', async () => {
  const { table, remove } = await aDesk();
  expect((await remove()).status).toBe(204);
  expect(await profileRepository(table).read(member)).toBeUndefined();
  expect(await table.get(keys.tombstone(member))).toMatchObject({ kind: 'tombstone', day: '2027-01-15' });
  const work = await table.get(keys.deletion(member));
  expect(work && parseDeletion(work)).toMatchObject({ memberId: member, profile: { email: 'm@example.org' } });
  const items = await itemsIn(table);
  const [line] = items.filter(({ kind }) => kind === 'log').map(({ record }) => AdminLogRecord.parse(record));
  expect(line).toMatchObject({
    admin: { id: rootAdmin },
    action: 'deleteProfile',
    targetType: 'profile',
    targetId: member,
    details: { before: 'approved' },
  });
  expect(JSON.stringify(line)).not.toContain(reason);
  const [mail] = items.filter(isMail).map(parseMail);
  expect(mail).toMatchObject({
    mail: 'accountDeleted',
    data: { email: 'm@example.org', reason, origin: 'check', about: expect.stringContaining(`profile.${member}@`) },
  });
  expect((await remove()).body).toMatchObject({ code: 'NOT_FOUND', detail: 'Profil non trouvé' });
});

test.each([
  ['has a parcel in hand', { ...keys.inHand(member, 'other', 'p'), kind: 'inHand' }, 'PARCEL_IN_HAND'],
  ['is administrator', { ...keys.administrator(member), status: 'active' }, 'STILL_ADMINISTRATOR'],
  [
    'is another root administrator',
    {
      ...keys.administrator(member),
      status: 'active',
      rootAdmin: true,
      email: 'ra@example.org',
      createdAt: '2026-01-01',
    },
    'ROOT_ADMIN_PROTECTED',
  ],
] as const)('a member who %s is not deleted', async (_, item, code) => {
  const { table, remove, seed } = await aDesk();
  await seed(item);
  expect((await remove()).body).toMatchObject({ status: 409, code });
  expect(await profileRepository(table).read(member)).toBeDefined();
});

test('nobody deletes their own profile, not even the root administrator', async () => {
  const { table, remove } = await aDesk();
  expect(await remove({ params: { userId: rootAdmin } })).toMatchObject({
    status: 403,
    body: { code: 'SELF_ACTION', detail: 'Cette action est impossible sur votre propre compte.' },
  });
  expect(await profileRepository(table).read(rootAdmin)).toBeDefined();
});

test('a profile that changed since it was seen stays, and is shown as it is', async () => {
  const { remove, seed } = await aDesk();
  await seed(profileItem(aProfile('M', { version: 2, firstName: 'Autre' })));
  expect((await remove()).body).toMatchObject({ code: 'CONTENT_CHANGED', current: { card: { firstName: 'Autre' } } });
});

test('no mail goes to an address that nobody confirmed', async () => {
  const { table, remove, seed } = await aDesk();
  await seed(profileItem(aProfile('M', { emailConfirmedAt: undefined })));
  expect((await remove()).status).toBe(204);
  expect((await itemsIn(table)).filter(isMail)).toEqual([]);
});

test('a member who was about to leave is deleted at once, and gets no rights before', async () => {
  const { table, remove, call, seed } = await aDesk();
  await table.transact(deletionRepository(table).schedule({ id: member }, now, 0));
  await seed(emailLockOf(aProfile('M')));
  const added = await call('addAdministrator', rootAdmin, { body: { email: 'm@example.org' }, asAdmin: true });
  expect(added.body).toMatchObject({ detail: 'Ce membre a demandé la suppression de son compte.' });
  expect((await remove({ version: 2 })).status).toBe(204);
  const work = await table.get(keys.deletion(member));
  expect(work && parseDeletion(work).profile).toBeDefined();
});
