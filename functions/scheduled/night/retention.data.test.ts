import { expect, test } from 'vitest';
import { accountRepository } from '#functions/accounts/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { receiptRepository } from '#functions/receipts/repository.ts';
import { receiptDays } from '#shared/receipts/rules.ts';
import { Refusal } from '#shared/refusal.ts';
import { dayMs, dayOf } from '#shared/values/time.ts';
import { amina } from '#test/support/accounts.ts';
import { aReceiptRecord } from '#test/support/factories.ts';
import { aHouse, decide } from '#test/support/scenes/sign-up-files.ts';
import { eraseUnconfirmed } from './retention.ts';

test('an unused file is erased after a day, a used one stays', async () => {
  const { night, aFile, uploads, stored, userId, table, clock } = await aHouse();
  const [unused, used] = [await aFile('avatar'), await aFile('avatar')];
  const taken = await uploads.take(used, userId, 'avatar', { now: clock.now });
  if (taken === 'scanning') throw new Error('Still scanning');
  await table.transact([taken.attach]);
  expect(await night(1)).toBe(0);
  expect(await night(1)).toBe(1);
  expect([...stored]).toEqual([`files/${used}`]);
  await expect(uploads.take(unused, userId, 'avatar', { now: clock.now })).rejects.toThrow('FILE_REFUSED');
  expect(await night(120)).toBe(0);
});

test.each([
  ['approveProfile', 7, 'approved'],
  ['rejectProfile', 30, 'rejected'],
] as const)('after %s the documents stay %i days more, and the decision for good', async (decision, days, status) => {
  const house = await aHouse();
  await house.sendDocuments();
  const at = new Date(house.clock.now).toISOString();
  await house.table.transact(accountRepository(house.table).confirm(await house.member(), at));
  house.clock.now += 3 * dayMs;
  await decide(house, decision);
  expect(await house.night(days)).toBe(0);
  expect(house.stored.size).toBe(2);
  expect(await house.night(1)).toBe(2);
  expect(house.stored.size).toBe(0);
  const profile = await house.member();
  expect(profile).toMatchObject({ status, validatedAt: expect.any(String) });
  expect(profile).not.toHaveProperty('idDocument');
  expect(profile).not.toHaveProperty('facePhoto');
});

test('documents without a decision are erased after 90 days, and the member is asked for them again', async () => {
  const { night, sendDocuments, member, stored } = await aHouse();
  await sendDocuments();
  expect(await night(90)).toBe(0);
  expect(await night(1)).toBe(2);
  expect(stored.size).toBe(0);
  expect(await member()).toMatchObject({ status: 'pending' });
  expect(await member()).not.toHaveProperty('idDocument');
});

test('a replaced document is erased on its day, the newer one stays', async () => {
  const { night, sendDocuments, member, clock, stored } = await aHouse();
  await sendDocuments();
  clock.now += 10 * dayMs;
  const newer = await sendDocuments();
  expect(await night(81)).toBe(2);
  expect([...stored].sort()).toEqual([`files/${newer.idDocument}`, `files/${newer.facePhoto}`].sort());
  expect((await member()).idDocument?.uploadId).toBe(newer.idDocument);
});

test.each([
  ['rejected', 90],
  ['approved', 3653],
] as const)(
  'a receipt that was %s is erased with its file after %i days, one that waits stays',
  async (status, days) => {
    const { table, night, aFile, uploads, stored, userId, clock } = await aHouse();
    const receipts = receiptRepository(table);
    const sent = async (pending: number) => {
      const taken = await uploads.take(await aFile('receipt_file'), userId, 'receipt_file', { now: clock.now });
      if (taken === 'scanning') throw new Error('Still scanning');
      const { id, key, sha256 } = taken.upload;
      const receipt = aReceiptRecord({ id, memberId: userId, key, sha256, sentAt: new Date(clock.now).toISOString() });
      await table.transact([...receipts.add(receipt, pending), taken.attach]);
      return receipt;
    };
    const [waiting, decided] = [await sent(0), await sent(1)];
    const day = dayOf(clock.now + receiptDays[status] * dayMs);
    await table.transact([
      ...receipts.decide({ ...decided, status, version: 2 }, () => new Refusal('NOT_FOUND')),
      uploads.keepUntil(decided.id, day),
    ]);
    expect(await night(days)).toBe(0);
    expect(await night(1)).toBe(1);
    expect([...stored]).toEqual([waiting.key]);
    expect(await receipts.read(decided.id)).toBeUndefined();
    expect(await receipts.read(waiting.id)).toMatchObject({ status: 'pending' });
    // A deleted receipt no longer helps to recognise a file.
    await table.transact(receipts.forget(waiting));
    expect(await receipts.firstWith(decided.sha256)).toBeUndefined();
  },
);

test('a file that cannot be erased does not stop the others, and is erased the next night', async () => {
  const { night, aFile, stored, broken } = await aHouse();
  const [first, second] = [await aFile('avatar'), await aFile('proof')];
  broken.add(`files/${first}`);
  await expect(night(2)).rejects.toThrow('1 could not be erased');
  expect([...stored]).toEqual([`files/${first}`]);
  broken.clear();
  expect(await night(1)).toBe(1);
  expect(stored.has(`files/${second}`)).toBe(false);
});

test('an account that was never confirmed is deleted after 7 days with all its data, and its address is free', async () => {
  const house = await aHouse();
  const { table, clock, profiles, users, userId, member, follow, stored, call } = house;
  await house.sendDocuments();
  const profile = await member();
  const sweep = () => eraseUnconfirmed(table, clock.now, { hasTime: () => true });
  clock.now += 6 * dayMs;
  expect(await sweep()).toBe(0);
  clock.now += 2 * dayMs;
  expect(await sweep()).toBe(1);
  expect(await sweep()).toBe(0);
  expect(await profiles.read(userId)).toBeUndefined();
  expect(await table.get(keys.emailLock(amina.email))).toBeUndefined();
  await follow(profile);
  expect([users.size, stored.size]).toEqual([0, 0]);
  expect((await call('signUp', amina)).userId).not.toBe(userId);
});

test('an account that is confirmed during its deletion stays complete', async () => {
  const { table, clock, profiles, userId, member, users } = await aHouse();
  const profile = await member();
  clock.now += 8 * dayMs;
  const accounts = accountRepository(table);
  const lock = await accounts.lockOf(profile.email);
  await table.transact(accounts.confirm(profile, new Date(clock.now).toISOString()));
  await expect(table.transact(accounts.abandon(profile, lock))).rejects.toMatchObject({ code: 'STATE_CHANGED' });
  expect(await profiles.read(userId)).toMatchObject({ emailConfirmedAt: expect.any(String) });
  expect(users.get(profile.email)).toBe(userId);
});

test('a confirmed account stays', async () => {
  const { table, clock, profiles, userId, member } = await aHouse();
  const profile = await member();
  await table.transact([
    profiles.save({ ...profile, emailConfirmedAt: new Date(clock.now).toISOString(), version: profile.version + 1 }),
  ]);
  clock.now += 8 * dayMs;
  expect(await eraseUnconfirmed(table, clock.now, { hasTime: () => true })).toBe(0);
  expect(await profiles.read(userId)).toBeDefined();
});
