import { expect, test } from 'vitest';
import {
  administrator,
  aParcelToPublish,
  joined,
  listen,
  mailTo,
  openTestSite,
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
