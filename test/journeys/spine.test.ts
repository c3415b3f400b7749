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
  photo,
  until,
} from '../support/journey.ts';

const site = openTestSite();

test('a parcel travels from sign-up to delivered, and the sender sees each step', async () => {
  const admin = await administrator(site);
  const sender = await joined(site, 'Amel', admin);
  const carrier = await joined(site, 'Karim', admin);
  await mailTo(site, sender.email, /vérifié|approuvé/i);

  const published = await sender.caller.ok('publishParcel', { body: aParcelToPublish('Dossier de mariage') });
  expect(published).toMatchObject({
    situation: { stage: 'review', waitsFor: 'us' },
    weightGrams: 1500,
    pickup: { city: 'Paris', country: 'France' },
  });
  const params = { parcelId: published.id };
  expect((await carrier.caller.call('readParcel', { params })).status).toBe(404);

  await admin.ok('approveParcel', { params, version: published.version });
  await mailTo(site, sender.email, /Dossier de mariage/);
  const found = await until('the parcel is found', async () => {
    const { items } = await site.visitor.ok('searchParcels', { query: { fromPlace: '2988507', toPlace: '2507480' } });
    return items.find(({ id }) => id === published.id);
  });
  expect(found).toMatchObject({ title: 'Dossier de mariage', owner: { firstName: 'Amel', verified: true } });
  expect(JSON.stringify(found)).not.toContain(sender.userId);

  const [senderLive, carrierLive] = await Promise.all([listen(site, sender.caller), listen(site, carrier.caller)]);
  const say = (from: typeof sender, to: typeof sender, content: string) =>
    from.caller.ok('sendMessage', { body: { recipientId: to.userId, parcelId: published.id, content } });
  const hello = await say(carrier, sender, 'Bonjour, je pars samedi pour Alger.');
  expect(hello).toMatchObject({ seq: 1, content: 'Bonjour, je pars samedi pour Alger.' });
  await until('the message arrives live', async () =>
    senderLive.events.some((event) => event.type === 'message.created' && event.data.message.id === hello.id),
  );
  expect(
    await until('the unread message counts', async () => {
      const me = await sender.caller.ok('readMe');
      return 'unread' in me && me.unread.messages === 1;
    }),
  ).toBe(true);
  await say(sender, carrier, 'Merci ! Je vous attends à la gare.');
  const thread = await carrier.caller.ok('conversation', {
    params: { userId: sender.userId },
    query: { parcel: published.id },
  });
  expect(thread.messages.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(thread.parcel?.situation?.acts).toContainEqual({ name: 'acceptDelivery' });

  const offered = await carrier.caller.ok('acceptDelivery', { params, version: 2, body: {} });
  expect(offered.situation).toMatchObject({ stage: 'proposed', waitsFor: 'other' });
  // Its mail waits two minutes, in case the yes is taken back.
  await until('the sender is notified', async () =>
    (await sender.caller.ok('myNotices')).items.some(({ title }) => /^Un voyageur se propose\s: Karim/.test(title)),
  );
  const agreed = await sender.caller.ok('chooseCarrier', {
    params,
    version: offered.version,
    body: { carrierId: carrier.userId },
  });
  expect(agreed).toMatchObject({
    situation: { stage: 'agreed' },
    carrierId: carrier.userId,
    carrier: { firstName: 'Karim' },
  });
  await mailTo(site, carrier.email, /Dossier de mariage/);
  expect(await sender.caller.ok('readMember', { params: { userId: carrier.userId } })).toMatchObject({
    phoneNumber: '+33612345678',
  });

  const withoutPhoto = await carrier.caller.call('validatePickup', {
    params,
    version: agreed.version,
    body: { contentsSeen: true },
  });
  expect(withoutPhoto).toMatchObject({
    status: 409,
    body: { code: 'PHOTO_REQUIRED', title: 'Photo requise', detail: 'Veuillez prendre une photo avant de valider' },
  });
  const prove = async (stage: 'pickup' | 'delivery') => {
    const uploadId = await site.upload(photo(), (announced) =>
      carrier.caller.ok('requestProofUpload', { params, body: { stage, ...announced } }),
    );
    return carrier.caller.ok('addProof', { params, body: { uploadId } });
  };
  await prove('pickup');
  const heard = senderLive.events.length;
  const onItsWay = await carrier.caller.ok('validatePickup', {
    params,
    version: agreed.version,
    body: { contentsSeen: true },
  });
  expect(onItsWay.situation?.stage).toBe('collected');
  await until('the sender is told live', async () =>
    senderLive.events.slice(heard).some((event) => event.type === 'parcel.changed'),
  );
  expect((await sender.caller.ok('readParcel', { params })).situation?.stage).toBe('collected');
  const arriving = await carrier.caller.ok('startDelivery', { params, version: onItsWay.version });
  await prove('delivery');
  const delivered = await carrier.caller.ok('validateDelivery', { params, version: arriving.version, body: {} });
  expect(delivered.situation?.stage).toBe('delivered');

  const { items: steps } = await sender.caller.ok('tracking', { params });
  expect(steps.map(({ type }) => type)).toEqual([
    'published',
    'approved',
    'acceptDelivery',
    'handshake',
    'validatePickup',
    'startDelivery',
    'validateDelivery',
  ]);
  expect(steps.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  const { items: photos } = await sender.caller.ok('proofs', { params });
  expect(photos.map(({ stage }) => stage)).toEqual(['pickup', 'delivery']);
  const shown = await fetch(photos[0]?.url ?? '');
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  await until(
    'the delivered parcel counts',
    async () => (await carrier.caller.ok('readMember', { params: { userId: sender.userId } })).parcelCount === 1,
  );
  expect((await sender.caller.ok('readMember', { params: { userId: carrier.userId } })).phoneNumber).toBe(
    'Non renseigné',
  );
  senderLive.close();
  carrierLive.close();
});

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
