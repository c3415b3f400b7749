import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { OutboxRecord } from '#functions/mail/outbox.ts';
import { parcelItem } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import type { Item } from '#functions/platform/table.ts';
import { profileItem, profileRepository } from '#functions/profiles/repository.ts';
import { receiptItem } from '#functions/receipts/repository.ts';
import { tripItem } from '#functions/trips/repository.ts';
import { dayMs, hourMs } from '#shared/values/time.ts';
import { aReceiptRecord } from '#test/support/factories.ts';
import { put, tableWith } from '#test/support/pipeline.ts';
import { aParcel, aProfile, aTrip } from '#test/support/stream.ts';
import { mailLateQueues } from './late-queues.ts';

const night = Date.parse('2026-11-21T03:15:00.000Z');
const ago = (hours: number) => new Date(night - hours * hourMs).toISOString();
const owner = 'owner';

/** Two active administrators and others who are not, and these items. */
async function panel(...items: Item[]) {
  const administrator = (id: string, status: 'active' | 'inactive') => ({
    ...keys.administrator(id),
    kind: 'administrator',
    status,
    rootAdmin: false,
    email: `${id}@exemple.fr`,
    createdAt: ago(900),
  });
  const table = await tableWith([
    ...['root', 'second', 'former', 'blocked'].map((id) =>
      profileItem(aProfile(id, { firstName: id, ...(id === 'blocked' ? { status: 'blocked' as const } : {}) })),
    ),
    administrator('root', 'active'),
    administrator('second', 'active'),
    administrator('former', 'inactive'),
    administrator('blocked', 'active'),
    ...items,
  ]);
  const mails = async () =>
    ((await table.documents.send(new ScanCommand({ TableName: table.name }))).Items ?? [])
      .filter(({ kind }) => kind === 'outbox')
      .map(({ record }) => OutboxRecord.parse(record))
      .sort((a, b) => `${a.createdAt} ${a.memberId}`.localeCompare(`${b.createdAt} ${b.memberId}`));
  return { table, mails, run: (now = night) => mailLateQueues(table, now) };
}

const waitingParcel = (id: string, hours: number) =>
  parcelItem(aParcel(id, owner, { adminStatus: 'pending', createdAt: ago(hours) }));
const waitingTrip = (id: string, hours: number) =>
  tripItem(aTrip(id, owner, { adminStatus: 'pending', createdAt: ago(hours) }));
const waitingReceipt = (id: string, hours: number) =>
  receiptItem(aReceiptRecord({ id, memberId: owner, sentAt: ago(hours) }));
const waitingMember = (id: string, hours: number) =>
  profileItem(
    aProfile(id, {
      status: 'pending',
      createdAt: ago(900),
      emailConfirmedAt: ago(900),
      idDocument: { uploadId: 'u', key: 'k', contentType: 'image/png', at: ago(hours) },
    }),
  );

test('each active administrator learns once a day how many of each queue are late, and how long the first one waits', async () => {
  const { run, mails } = await panel(
    waitingMember('late', 290),
    waitingMember('in-time', 47),
    waitingParcel('late', 49),
    waitingParcel('later', 60),
    waitingParcel('in-time', 48),
    // The night is that of a Saturday: 24 working hours before it is the beginning of Thursday.
    waitingReceipt('late', 53),
    waitingReceipt('in-time', 52),
    waitingTrip('in-time', 47),
  );
  expect(await run()).toBe(2);
  expect(await run()).toBe(0);
  expect(await run(night + 10 * hourMs)).toBe(0);
  const facts = {
    count: '4',
    profileCount: '1',
    profileAge: '12 jours',
    tripCount: '',
    tripAge: '',
    parcelCount: '2',
    parcelAge: '60 h',
    receiptCount: '1',
    receiptAge: '53 h',
  };
  expect((await mails()).map(({ mail, memberId, data }) => ({ mail, memberId, data }))).toEqual(
    ['root', 'second'].map((id) => ({ mail: 'queuesLate', memberId: id, data: { firstName: id, ...facts } })),
  );
});

test('while it lasts there is a mail each night, and none once nothing is late', async () => {
  const { table, run, mails } = await panel(waitingTrip('late', 49));
  await Promise.all([run(), run()]);
  await run(night + dayMs);
  expect(await mails()).toHaveLength(4);
  await put(table, tripItem(aTrip('late', owner, { adminStatus: 'approved', createdAt: ago(49) })));
  expect(await run(night + 2 * dayMs)).toBe(0);
  expect(await mails()).toHaveLength(4);
});

test('a new name that waits for too long is late, a member without documents or with a fresh one is not', async () => {
  const idDocument = { uploadId: 'u', key: 'k', contentType: 'image/png', at: ago(50) } as const;
  const newName = { firstName: 'Lina', lastName: 'Cherif', at: ago(50), idDocument };
  const renamed = aProfile('renamed', { newName });
  const { table, run, mails } = await panel(
    profileItem(aProfile('bare', { status: 'pending', createdAt: ago(900), emailConfirmedAt: ago(900) })),
    profileItem(renamed),
    // As an earlier release stored it, sorted by its sign-up.
    { ...waitingMember('fresh', 2), gs2sk: `1#${ago(900)}` },
  );
  await table.transact([profileRepository(table).queueName(renamed)]);
  await run();
  expect((await mails())[0]?.data).toMatchObject({ count: '1', profileCount: '1', profileAge: '50 h' });
});
