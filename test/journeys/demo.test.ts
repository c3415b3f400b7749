import { expect, test } from 'vitest';
import { openTestSite, seededPeople } from '../support/journey.ts';

const site = openTestSite();

test("the demo's travellers have made every trip that is over, as the nights since have counted", async () => {
  const { members } = await seededPeople(site);
  const approved = members.filter(({ status }) => status === 'approved');
  const counted = await Promise.all(
    approved.map(async ({ userId, email, password, firstName }) => {
      const caller = await site.member(email, password);
      const [{ tripCount }, past] = await Promise.all([
        caller.ok('readMember', { params: { userId } }),
        caller.ok('myTrips', { query: { when: 'past' } }),
      ]);
      const made = past.items.filter((trip) => trip.status === 'active' && trip.adminStatus === 'approved').length;
      return { firstName, tripCount, made };
    }),
  );
  expect(counted.some(({ made }) => made > 0)).toBe(true);
  for (const { firstName, tripCount, made } of counted) expect(tripCount, firstName).toBe(made);
});

test('the pages for developers show the functions that were called, the shards of the stream and rows by key', async () => {
  const page = async (path: string) => (await site.local(path)).text();
  const first = await page('');
  expect(first).toMatch(/>projector<\/a><\/td><td>\d+ instances?, /);
  expect(first).toMatch(/<td>dispatcher<\/td><td>\d+ · \d+ · \d+ · \d+<\/td>/);
  expect(await page('function?name=projector')).toContain('projector.log');
  const { members } = await seededPeople(site);
  const key = `U#${members[0]?.userId}`;
  expect(await page(`table?${new URLSearchParams({ partition: key, sort: 'A#PROFILE' })}`)).toContain(
    'A#PROFILE</summary>',
  );
});
