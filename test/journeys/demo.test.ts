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
