import { expect, test } from 'vitest';
import { pushDeviceItem, pushDeviceRepository } from '#functions/notices/push-devices.ts';
import { keys } from '#functions/platform/keys.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { aDevice } from '#test/support/factories.ts';
import { put } from '#test/support/pipeline.ts';
import { aDispatcher } from '#test/support/scenes/dispatcher.ts';

const { M: member, O: owner } = memberIds;
const at = '2026-11-20T10:00:00.000Z';
const began = Math.floor(Date.parse(at) / 1000);
const device = pushDeviceItem(member, aDevice({ authTime: began }));

test('a notice and a message of a member with a device wait for the notifier, the message for half a minute', async () => {
  const { happens, queued, table } = await aDispatcher([]);
  const record = { id: 'n1', mail: 'profileApproved', memberId: member, data: {}, createdAt: at, state: 'pending' };
  const notice = { ...keys.notice(member, `${at}#n1`), kind: 'notice', record };
  const text = { seq: 3, senderId: owner, recipientId: member, content: 'Bonjour', createdAt: at };
  const message = { ...keys.message(owner, member, undefined, 3), kind: 'message', record: { id: 'm3', ...text } };
  await happens(undefined, notice);
  await happens(undefined, message);
  expect(queued).toEqual([]);
  await put(table, device);
  await happens(undefined, notice);
  await happens(undefined, message);
  await happens(notice, { ...notice, record: { ...record, state: 'sent' } });
  await happens(message, undefined);
  expect(queued).toEqual([
    { message: { push: { memberId: member, noticeId: `${at}#n1` } }, delaySeconds: 0 },
    { message: { message: { memberId: member, otherId: owner, seq: 3 } }, delaySeconds: 30 },
  ]);
});

test.each([
  ['a new name', { firstName: 'Amel' }, 1],
  ['the end of all sessions', { tokensValidAfter: began + 1 }, 0],
  ['a block', { status: 'blocked' }, 0],
  ['a request for deletion', { leavesOn: '2026-12-24' }, 0],
] satisfies [string, Partial<ProfileRecord>, number][])(
  'after %s a member has their devices or none',
  async (_what, change, left) => {
    const { happens, table, deps } = await aDispatcher([]);
    await put(table, device);
    await put(table, profileItem(aProfile('M', change)));
    await happens(profileItem(aProfile('M')), profileItem(aProfile('M', change)));
    expect(await pushDeviceRepository(table).of(member, deps.now())).toHaveLength(left);
  },
);

test('a block ends the devices also while Cognito does not answer, and its record comes again', async () => {
  const { happens, table, deps } = await aDispatcher([]);
  const blocked = profileItem(aProfile('M', { status: 'blocked' }));
  await put(table, device);
  await put(table, blocked);
  deps.identity.signOut = () => Promise.reject(new Error('no answer'));
  await expect(happens(profileItem(aProfile('M')), blocked)).rejects.toThrow('no answer');
  expect(await pushDeviceRepository(table).of(member, deps.now())).toEqual([]);
});
