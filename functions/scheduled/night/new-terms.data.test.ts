import { expect, test } from 'vitest';
import { dayMs } from '#shared/values/time.ts';
import { aProfile } from '#test/support/stream.ts';
import { aWorld } from '#test/support/world/world.ts';
import { announceTerms } from './new-terms.ts';

const terms = { version: 3, from: '2027-03-01', what: 'Le chapitre 7 parle aussi du bateau.' };
const idOf = (number: number) => `a0000000-0000-4000-8000-00000000000${number}`;

/** Members who accepted these versions, and the nights before the day. */
async function members(...versions: number[]) {
  const people = versions.map((acceptedTermsVersion, at) => aProfile(idOf(at), { acceptedTermsVersion }));
  const world = await aWorld({ people });
  const hasTime = () => true;
  const night = (left: number) =>
    announceTerms(world.table, Date.parse(`${terms.from}T03:15:00.000Z`) - left * dayMs, { hasTime }, terms);
  const told = async () => (await world.mails()).map(({ memberId }) => memberId.slice(-1)).toSorted();
  return { ...world, night, told };
}

test('new terms are mailed to each member once, 30 days before, with the day', async () => {
  const { night, told, mails } = await members(2, 2);
  for (const left of [40, 31, 30, 30, 12, 0, -1]) await night(left);
  expect(await told()).toEqual(['0', '1']);
  expect((await mails())[0]).toMatchObject({
    mail: 'termsChanging',
    data: { day: 'lundi 1er mars 2027', what: terms.what },
  });
});

test('who accepted them already is not told, and who accepted a version that no longer exists is', async () => {
  const { night, told } = await members(3, 0, 99);
  await night(30);
  expect(await told()).toEqual(['1', '2']);
});

test('without new terms nobody is told, and a day that has passed is not announced', async () => {
  const { table, night, told } = await members(1);
  expect(await announceTerms(table, Date.now(), { hasTime: () => true })).toBe(0);
  expect(await night(-1)).toBe(0);
  expect(await told()).toEqual([]);
});
