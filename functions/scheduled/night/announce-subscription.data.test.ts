import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { dayMs } from '#shared/values/time.ts';
import { subscriptionFrom } from '#test/support/scenes/subscription-from.ts';
import { aProfile } from '#test/support/stream.ts';
import { aWorld } from '#test/support/world/world.ts';
import { announceSubscription } from './announce-subscription.ts';

const from = '2027-03-01';
const idOf = (number: number) => `a0000000-0000-4000-8000-00000000000${number}`;

/** These members, and the nights of the job. */
async function members(...facts: Partial<ProfileRecord>[]) {
  subscriptionFrom(from);
  const world = await aWorld({ people: facts.map((one, at) => aProfile(idOf(at), one)) });
  /** Runs the job in the night that begins the day `left` days before the first of March. */
  const night = (left: number, hasTime = () => true) =>
    announceSubscription(world.table, Date.parse(`${from}T03:15:00.000Z`) - left * dayMs, { hasTime });
  const mails = async () =>
    (await world.mails())
      .map(({ mail, memberId, data }) => {
        expect(mail).toBe('subscriptionStarting');
        return `${memberId.slice(-1)}: ${data['day']}, ${data['left']}`;
      })
      .toSorted();
  return { ...world, night, mails };
}

const told = (member: number, ...lefts: number[]) =>
  lefts.map((left) => `${member}: lundi 1er mars 2027, ${left}`).toSorted();

test('a member is told 30, 7 and 0 days before the day, each time once', async () => {
  const { night, mails } = await members({});
  for (const left of [40, 31, 30, 29, 8, 7, 6, 1, 0, -1, -2, -10]) {
    await night(left);
    await night(left);
  }
  expect(await mails()).toEqual(told(0, 30, 7, 0));
});

test('without a day nobody is told', async () => {
  const { night, mails } = await members({});
  subscriptionFrom();
  for (const left of [30, 7, 0]) expect(await night(left)).toBe(0);
  expect(await mails()).toEqual([]);
});

test('a missed night is made up for; of mails that are due together only the last is sent', async () => {
  const late = await members({});
  for (const left of [31, 28, 5, -2]) await late.night(left);
  expect(await late.mails()).toEqual(told(0, 28, 5, -2));
  const long = await members({});
  for (const left of [31, 3, -8]) await long.night(left);
  expect(await long.mails()).toEqual(told(0, 3));
});

test('a day that is moved is told anew', async () => {
  const { night, mails } = await members({});
  await night(30);
  subscriptionFrom('2027-03-31');
  await night(20);
  expect(await mails()).toEqual(told(0, 30));
  await night(0);
  expect(await mails()).toEqual([...told(0, 30), '0: mercredi 31 mars 2027, 30']);
});

test('members whose subscription runs on that day, and those whom no mail may reach, are not told', async () => {
  const { night, mails } = await members(
    { subscriptionEnd: '2027-03-01T10:00:00.000Z' },
    { subscriptionEnd: '2027-02-28T10:00:00.000Z' },
    { status: 'blocked' },
    { leavesOn: '2027-02-01' },
    { emailConfirmedAt: undefined },
    { status: 'pending' },
  );
  expect(await night(30)).toBe(2);
  expect(await mails()).toEqual([...told(1, 30), ...told(5, 30)]);
});

test('a night that ends too early goes on where it stopped, and runs at once send one mail', async () => {
  const { table, night, mails } = await members(
    { createdAt: '2026-11-20T10:00:00.000Z' },
    { createdAt: '2026-06-20T10:00:00.000Z' },
  );
  // Time for the months from January back to November.
  let pages = 0;
  await night(30, () => ++pages <= 3);
  expect(await mails()).toEqual(told(0, 30));
  expect(await table.get(keys.done(`subscription-${from}-30`))).toMatchObject({ record: { month: '2026-10' } });
  await Promise.all([night(29), night(29), night(29)]);
  expect(await mails()).toEqual([...told(0, 30), ...told(1, 29)].toSorted());
});
