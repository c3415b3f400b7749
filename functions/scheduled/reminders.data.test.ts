import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { OutboxRecord } from '#functions/mail/outbox.ts';
import { messagingHandlers } from '#functions/messaging/handlers.ts';
import { parcelItem } from '#functions/parcels/repository.ts';
import { profileItem } from '#functions/profiles/repository.ts';
import { messagingRoutes } from '#shared/messaging/contract.ts';
import { minuteMs } from '#shared/values/time.ts';
import { aParcel, aProfile, memberIds } from '#test/access/people.ts';
import { pipelineOf, put, tableWith } from '#test/support/pipeline.ts';
import { remind } from './reminders.ts';

const { O: owner, M: member } = memberIds;
const parcel = aParcel(1, 'O', { title: 'Théière' });

async function twoWhoWrite() {
  const people = (['O', 'M'] as const).map((role) => profileItem(aProfile(role, { emailNotifications: true })));
  const table = await tableWith([...people, parcelItem(parcel)]);
  const clock = { now: Date.parse('2026-11-20T10:07:00.000Z') };
  const deps = { table, now: () => clock.now, newId: randomUUID };
  const call = pipelineOf(messagingRoutes, messagingHandlers(deps), deps);
  const send = (from: string, to: string, about?: string) =>
    call('sendMessage', from, { body: { recipientId: to, content: 'Bonjour', ...(about ? { parcelId: about } : {}) } });
  const read = (upToSeq: number) => call('markRead', owner, { params: { userId: member }, body: { upToSeq } });
  return {
    table,
    send,
    read,
    wait: (minutes: number) => {
      clock.now += minutes * minuteMs;
    },
    run: () => remind(table, clock.now),
    /** The mails to send, by recipient. */
    mails: async () =>
      ((await table.documents.send(new ScanCommand({ TableName: table.name }))).Items ?? [])
        .filter(({ kind }) => kind === 'outbox')
        .map(({ record }) => OutboxRecord.parse(record)),
  };
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
  const { table, send, wait, run, mails } = await twoWhoWrite();
  await send(member, owner);
  await put(table, profileItem(aProfile(role, change)));
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
