import { expect, test } from 'vitest';
import type { AdminProfile } from '#shared/admin/contract.ts';
import {
  administrator,
  aParcelToPublish,
  aTripToPublish,
  joined,
  listedParcel,
  listen,
  mailTo,
  openTestSite,
  password,
  until,
} from '../support/journey.ts';

const site = openTestSite();

test('a trip is listed once it is approved, and shows to visitors without its owner', async () => {
  const admin = await administrator(site);
  const traveller = await joined(site, 'Yacine', admin);
  const trip = await traveller.caller.ok('publishTrip', { body: aTripToPublish() });
  expect((await traveller.caller.ok('myTrips')).counts).toEqual({ upcoming: 1, past: 0 });
  await admin.ok('approveTrip', { params: { tripId: trip.id }, version: 1 });
  const card = await until('the trip is found', async () => {
    const { items } = await site.visitor.ok('searchTrips', { query: { fromCity: 'pari', toCountry: 'ALGERIE' } });
    return items.find(({ id }) => id === trip.id);
  });
  expect(card).toMatchObject({
    maxWeightKg: 8,
    price: { amount: 800, currency: 'EUR' },
    owner: { firstName: 'Yacine' },
  });
  expect(await traveller.caller.ok('readTrip', { params: { tripId: trip.id } })).toMatchObject({
    adminStatus: 'approved',
    version: 2,
  });
});

test('a rejected listing tells its owner why, on the screen and by mail', async () => {
  const admin = await administrator(site);
  const sender = await joined(site, 'Lina', admin);
  const parcel = await sender.caller.ok('publishParcel', { body: aParcelToPublish('Parfums') });
  const reason = 'Précisez la quantité et la valeur.';
  await admin.ok('rejectParcel', { params: { parcelId: parcel.id }, version: 1, body: { reason } });
  expect((await sender.caller.ok('myParcels')).items[0]).toMatchObject({
    situation: { stage: 'refused', waitsFor: 'me' },
    rejectionReason: reason,
  });
  await mailTo(site, sender.email, /Précisez la quantité/);
  expect(await admin.call('approveParcel', { params: { parcelId: parcel.id }, version: 1 })).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_DECIDED' },
  });
});

test('a blocked member is out at once: calls refused, sockets ended, listings gone, sign-in refused', async () => {
  const admin = await administrator(site);
  const member = await joined(site, 'Mehdi', admin);
  const parcel = await listedParcel(member, admin, 'Colis du membre bloqué');
  const isListed = async () =>
    (await site.visitor.ok('searchParcels', { query: { fromPlace: '2988507' } })).items.some(
      ({ id }) => id === parcel.id,
    );
  await until('it is listed', isListed);
  const live = await listen(site, member.caller);
  const { version } = await admin.ok('adminProfile', { params: { userId: member.userId } });
  await admin.ok('blockProfile', {
    params: { userId: member.userId },
    version,
    body: { reason: 'Annonces frauduleuses' },
  });

  expect(await member.caller.call('myParcels')).toMatchObject({ status: 403, body: { code: 'PROFILE_BLOCKED' } });
  expect(await member.caller.ok('readMe')).toEqual({ status: 'blocked', statusReason: 'Annonces frauduleuses' });
  await live.closed;
  expect(live.ended()).toBe('blocked');
  await until('it left the search', async () => !(await isListed()));
  expect((await admin.call('readMember', { params: { userId: member.userId } })).status).toBe(404);
  await until('the session has ended at Cognito', () =>
    site.refresh(member.caller).then(
      () => false,
      ({ message }: Error) => message === 'Refresh Token has been revoked',
    ),
  );
  const blocked = { message: 'PreTokenGeneration failed with error PROFILE_BLOCKED.' };
  await expect(site.signIn(member.email, password)).rejects.toMatchObject(blocked);
  await expect(site.signIn(member.email, 'Autre-2026')).rejects.toThrow('Incorrect username or password.');

  const { version: now } = await admin.ok('adminProfile', { params: { userId: member.userId } });
  await admin.ok('unblockProfile', { params: { userId: member.userId }, version: now });
  const again = await site.member(member.email, password);
  expect(await again.ok('readMe')).toMatchObject({ status: 'pending' });
});

test('every act of an administrator leaves a line in the log, and each look at a document too', async () => {
  const admin = await administrator(site);
  const member = await joined(site, 'Nadia');
  const params = { userId: member.userId };
  const link = await admin.ok('profileDocument', { params: { ...params, kind: 'face_photo' } });
  expect((await fetch(link.url)).headers.get('content-type')).toBe('image/jpeg');
  const { version } = await admin.ok('adminProfile', { params });
  await admin.ok('rejectProfile', { params, version, body: { reason: 'Photo floue' } });
  const { items } = await admin.ok('adminLogs', { query: { target: member.userId } });
  expect(items.map(({ action }) => action)).toEqual(['rejectProfile', 'viewDocument']);
  expect(items[0]).toMatchObject({
    targetType: 'profile',
    details: { before: 'pending', after: 'rejected' },
  });
  expect(items[0]?.admin.name).toMatch(/\w+ \w+/);
  // Only the decided resource contains the reason.
  expect(JSON.stringify(items)).not.toContain('Photo floue');
  expect(await member.caller.ok('readMe')).toMatchObject({ status: 'rejected', statusReason: 'Photo floue' });
  await mailTo(site, member.email, /Photo floue/);
});

test('a member is found by a part of the name, and members who can be decided about come in the order of their wait', async () => {
  const admin = await administrator(site);
  const member = await joined(site, 'Zoubida');
  const found = await until('the name is known', async () => {
    const { items } = await admin.ok('adminProfiles', { query: { search: 'oubid', by: 'name' } });
    return items.find(({ card }) => card.id === member.userId);
  });
  expect(found).toMatchObject({
    email: member.email,
    status: 'pending',
    documents: { idDocument: 'received', facePhoto: 'received' },
  });
  const items: AdminProfile[] = [];
  const place = () => items.findIndex(({ card }) => card.id === member.userId);
  let cursor: string | undefined;
  do {
    const page = await admin.ok('adminProfiles', { query: { status: 'pending', ...(cursor ? { cursor } : {}) } });
    items.push(...page.items);
    cursor = page.next;
  } while (cursor && place() < 0);
  expect(place()).toBeGreaterThanOrEqual(0);
  // Only items that have waited longer come before them.
  const since = items[place()]?.waitsSince ?? '';
  for (const { waitsSince = '' } of items.slice(0, place())) {
    expect(waitsSince).not.toBe('');
    expect(waitsSince <= since).toBe(true);
  }
  const { oldest } = await admin.ok('adminQueues');
  expect((oldest.profile ?? 'none') <= since).toBe(true);
  const statistics = await admin.ok('adminStatistics');
  expect(statistics.pendingProfilesWithDocuments).toBeGreaterThan(0);
  expect(statistics.totalUsers).toBeGreaterThan(statistics.pendingProfiles);
});
