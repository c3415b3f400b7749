import { expect, test } from 'vitest';
import { administrator, openTestSite, seededPeople } from '../support/journey.ts';

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

test("the demo's conversations and deliveries go over days, and nobody has unread what they wrote themselves", async () => {
  const { members } = await seededPeople(site);
  const approved = members.filter(({ status }) => status === 'approved');
  const seen = await Promise.all(
    approved.map(async ({ userId, email, password, firstName }) => {
      const caller = await site.member(email, password);
      const [{ items }, parcels] = await Promise.all([caller.ok('conversations'), caller.ok('myParcels')]);
      const own = items.filter(({ unread, lastMessage }) => unread > 0 && lastMessage?.senderId === userId);
      expect(own, firstName).toEqual([]);
      const delivered = parcels.items.filter(({ situation }) => situation?.stage === 'delivered');
      const days = await Promise.all(
        delivered.map(async ({ id }) => {
          const tracking = await caller.ok('tracking', { params: { parcelId: id } });
          return new Set(tracking.items.map(({ at }) => at.slice(0, 10))).size;
        }),
      );
      return { unread: items.filter(({ unread }) => unread > 0).length, days };
    }),
  );
  expect(Math.max(...seen.map(({ unread }) => unread))).toBeGreaterThan(0);
  const days = seen.flatMap((one) => one.days);
  expect(days.length).toBeGreaterThan(0);
  expect(Math.min(...days)).toBeGreaterThanOrEqual(4);
});

test("the demo's payments, bank accounts and advertisements were made at moments of their own", async () => {
  const admin = await administrator(site);
  const lists = await Promise.all([
    admin.ok('adminReceipts', { query: {} }),
    admin.ok('adminBanks'),
    admin.ok('adminAdvertisements', { query: {} }),
  ]);
  for (const { items } of lists) {
    const minutes = items.map((item) => ('sentAt' in item ? item.sentAt : item.createdAt).slice(0, 16));
    expect(minutes.length).toBeGreaterThan(2);
    expect(new Set(minutes).size).toBe(minutes.length);
  }
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
