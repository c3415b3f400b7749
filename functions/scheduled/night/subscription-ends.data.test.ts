import { expect, test } from 'vitest';
import { receiptRepository } from '#functions/receipts/repository.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { dayMs } from '#shared/values/time.ts';
import { subscriptionFrom } from '#test/support/scenes/subscription-from.ts';
import { aProfile } from '#test/support/stream.ts';
import { aWorld } from '#test/support/world/world.ts';
import { remindOfEnds } from './subscription-ends.ts';

const amel = 'a0000000-0000-4000-8000-000000000001';
const bought = Date.parse('2026-11-20T10:00:00.000Z');
const end = new Date(bought + 365 * dayMs).toISOString();

/** Amel, who has just subscribed, and the nights of the job. */
async function aSubscriber(facts: Partial<ProfileRecord> = {}) {
  subscriptionFrom('2026-11-01');
  const world = await aWorld({ people: [aProfile(amel, facts)] });
  const { table } = world;
  const subscribe = (until: string, now: number) => table.transact([receiptRepository(table).putEnd(amel, until, now)]);
  await subscribe(end, bought);
  /** Runs the job in the night that begins the day `left` days before the end. */
  const night = (left: number) => remindOfEnds(table, Date.parse('2027-11-20T03:15:00.000Z') - left * dayMs);
  const mails = async () =>
    (await world.mails()).map(({ mail, memberId, data }) => {
      expect([mail, memberId]).toEqual(['subscriptionEnding', amel]);
      return Number(data['left']);
    });
  return { ...world, subscribe, night, mails };
}

test('a member is reminded 30, 7 and 0 days before the end, each time once', async () => {
  const { night, mails } = await aSubscriber();
  for (const left of [40, 31, 30, 29, 8, 7, 6, 1, 0, -1, -2, -10]) {
    await night(left);
    await night(left);
  }
  expect(await mails()).toEqual([30, 7, 0]);
});

test('a missed night is made up for; of reminders that are due together only the last is sent', async () => {
  const late = await aSubscriber();
  for (const left of [31, 29, 28, 8, 6, 5, 1, -1, -2]) await late.night(left);
  expect(await late.mails()).toEqual([29, 6, -1]);

  const long = await aSubscriber();
  for (const left of [31, 3, 2, 1, 0]) await long.night(left);
  expect(await long.mails()).toEqual([3, 0]);
});

test('two jobs at once send one mail', async () => {
  const { night, mails } = await aSubscriber();
  await Promise.all([night(30), night(30), night(30)]);
  expect(await mails()).toEqual([30]);
});

test('a renewal ends the reminders of the old end', async () => {
  const { subscribe, night, mails } = await aSubscriber();
  await night(30);
  await subscribe(new Date(Date.parse(end) + 365 * dayMs).toISOString(), Date.parse(end) - 20 * dayMs);
  for (const left of [19, 7, 6, 1, 0, -1, -2, -20]) await night(left);
  // The new end is a day earlier in its year: there is a 29th of February between.
  await night(-334);
  expect(await mails()).toEqual([30]);
  await night(-335);
  expect(await mails()).toEqual([30, 30]);
});

test('nobody is reminded while the service is free, and afterwards what is still due is sent', async () => {
  const { night, mails } = await aSubscriber();
  subscriptionFrom();
  for (let left = 31; left >= 10; left--) await night(left);
  expect(await mails()).toEqual([]);
  subscriptionFrom('2026-11-01');
  for (let left = 9; left >= 0; left--) await night(left);
  expect(await mails()).toEqual([9, 7, 0]);
});

test('of an end before the day from which a subscription is needed nobody is reminded', async () => {
  const { night, mails } = await aSubscriber();
  subscriptionFrom('2027-11-21');
  for (const left of [30, 8]) await night(left);
  expect(await mails()).toEqual([]);
  // The day is postponed, and the end changes something again.
  subscriptionFrom('2027-11-20');
  for (const left of [7, 6, 0]) await night(left);
  expect(await mails()).toEqual([7, 0]);
});

test('a blocked member is not reminded, and is again after the block', async () => {
  const { seed, night, mails } = await aSubscriber({ status: 'blocked' });
  await night(30);
  await seed(aProfile(amel));
  for (let left = 29; left >= 7; left--) await night(left);
  expect(await mails()).toEqual([7]);
});
