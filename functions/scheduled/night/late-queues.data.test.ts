import { expect, test } from 'vitest';
import { profileItem, profileRepository } from '#functions/profiles/repository.ts';
import { tripItem } from '#functions/trips/repository.ts';
import { dayMs, hourMs } from '#shared/values/time.ts';
import { put } from '#test/support/pipeline.ts';
import {
  ago,
  night,
  owner,
  panel,
  waitingMember,
  waitingParcel,
  waitingReceipt,
  waitingTrip,
  withdrawnReceipt,
} from '#test/support/scenes/late-queues.ts';
import { aProfile, aTrip } from '#test/support/stream.ts';

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
    reportCount: '',
    reportAge: '',
    receiptCount: '1',
    receiptAge: '53 h',
    refundCount: '',
    refundAge: '',
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
    waitingMember('fresh', 2),
  );
  await table.transact([profileRepository(table).queueName(renamed)]);
  await run();
  expect((await mails())[0]?.data).toMatchObject({ count: '1', profileCount: '1', profileAge: '50 h' });
});

test('a refund is named each night once half of the legal days have passed', async () => {
  const { run, mails } = await panel(withdrawnReceipt('old', 200), withdrawnReceipt('young', 167));
  await run();
  expect((await mails())[0]?.data).toMatchObject({
    count: '1',
    receiptCount: '',
    refundCount: '1',
    refundAge: '8 jours',
  });
});
