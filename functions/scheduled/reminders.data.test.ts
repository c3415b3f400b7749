import { expect, test } from 'vitest';
import { minuteMs } from '#shared/values/time.ts';
import { aParcel, aProfile, memberIds } from '#test/access/people.ts';
import { aWorld } from '#test/support/world/world.ts';
import { remind } from './reminders.ts';

const { O: owner, M: member } = memberIds;
const parcel = aParcel(1, 'O', { title: 'Théière' });

async function twoWhoWrite() {
  const people = (['O', 'M'] as const).map((role) => aProfile(role, { emailNotifications: true }));
  const world = await aWorld({ people, items: [parcel], start: '2026-11-20T10:07:00.000Z' });
  const { table, clock, as } = world;
  const send = (from: string, to: string, about?: string) =>
    as(from).sendMessage({ body: { recipientId: to, content: 'Bonjour', ...(about ? { parcelId: about } : {}) } });
  const read = (upToSeq: number) => as(owner).markRead({ params: { userId: member }, body: { upToSeq } });
  const wait = (minutes: number) => {
    clock.now += minutes * minuteMs;
  };
  return { ...world, send, read, wait, run: () => remind(table, clock.now) };
}

test('messages that are unread for a quarter of an hour cause one mail, until they are read', async () => {
  const { send, read, wait, run, mails } = await twoWhoWrite();
  await send(member, owner);
  await send(member, owner);
  wait(14);
  expect(await run()).toBe(0);
  // At the latest at the end of the quarter in which the message became a quarter of an hour old.
  wait(16);
  expect(await run()).toBe(1);
  expect(await mails()).toMatchObject([
    {
      mail: 'unreadMessages',
      memberId: owner,
      data: { otherName: 'M Membre', count: '2', otherId: member, title: '' },
    },
  ]);
  await send(member, owner);
  wait(60);
  expect(await run()).toBe(0);
  await read(3);
  await send(member, owner);
  wait(35);
  expect(await run()).toBe(1);
  expect(await mails()).toHaveLength(2);
});

test('a job that did not run for three days mails what it has missed, once', async () => {
  const { send, wait, run, mails } = await twoWhoWrite();
  expect(await run()).toBe(0);
  await send(member, owner);
  wait(3 * 24 * 60 + 7);
  expect(await run()).toBe(1);
  wait(5);
  expect(await run()).toBe(0);
  expect(await mails()).toHaveLength(1);
});

test('messages that were read meanwhile cause no mail', async () => {
  const { send, read, wait, run, mails } = await twoWhoWrite();
  await send(member, owner);
  wait(10);
  await read(1);
  wait(60);
  expect(await run()).toBe(0);
  expect(await mails()).toEqual([]);
});

test('messages that arrive during a reading count as unread since that reading', async () => {
  const { send, read, wait, run } = await twoWhoWrite();
  await send(member, owner);
  wait(20);
  await send(member, owner);
  await read(1);
  wait(8);
  expect(await run()).toBe(0);
  wait(25);
  expect(await run()).toBe(1);
});

test('each conversation causes its own mail, which names the parcel with the title that its reader knows', async () => {
  const { send, wait, run, mails } = await twoWhoWrite();
  await send(member, owner);
  await send(member, owner, parcel.id);
  wait(40);
  // Two runs in parallel.
  expect((await Promise.all([run(), run()])).reduce((sum, count) => sum + count)).toBe(2);
  expect(new Set((await mails()).map(({ data }) => data['title']))).toEqual(new Set(['', 'Théière']));
});

test.each([
  ['the reader wants no mails', 'O', { emailNotifications: false }],
  ['the reader is blocked', 'O', { status: 'blocked' }],
  ['the writer is blocked', 'M', { status: 'blocked', emailNotifications: true }],
] as const)('no mail is sent when %s', async (_when, role, change) => {
  const { send, wait, run, mails, seed } = await twoWhoWrite();
  await send(member, owner);
  await seed(aProfile(role, change));
  wait(40);
  expect([await run(), await run()]).toEqual([0, 0]);
  expect(await mails()).toEqual([]);
});

test('a job that did not run for half a day sends the missing mails', async () => {
  const { send, wait, run } = await twoWhoWrite();
  await send(member, owner);
  wait(12 * 60 - 5);
  expect(await run()).toBe(1);
});
