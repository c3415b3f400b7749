import { expect, test } from 'vitest';
import { administrator, joined, listedParcel, listen, mailTo, openTestSite, photo, until } from '../support/journey.ts';

const site = openTestSite();

/** A parcel that its carrier has picked up, and its two participants. */
async function onItsWay(title: string) {
  const admin = await administrator(site);
  const [sender, carrier] = await Promise.all([joined(site, 'Amel', admin), joined(site, 'Karim', admin)]);
  const { id: parcelId } = await listedParcel(sender, admin, title);
  const params = { parcelId };
  await carrier.caller.ok('sendMessage', { body: { recipientId: sender.userId, parcelId, content: 'Bonjour' } });
  let { version } = await carrier.caller.ok('acceptDelivery', { params, version: 2, body: {} });
  const body = { carrierId: carrier.userId };
  version = (await sender.caller.ok('chooseCarrier', { params, version, body })).version;
  const uploadId = await site.upload(photo(), (announced) =>
    carrier.caller.ok('requestProofUpload', { params, body: { stage: 'pickup', ...announced } }),
  );
  await carrier.caller.ok('addProof', { params, body: { uploadId } });
  version = (await carrier.caller.ok('validatePickup', { params, version, body: { contentsSeen: true } })).version;
  return { admin, sender, carrier, params, version };
}

test('a parcel is returned: both follow it, and afterwards all three see the same history', async () => {
  const { admin, sender, carrier, params, version } = await onItsWay('Colis qui revient');
  const senderLive = await listen(site, sender.caller);

  await carrier.caller.ok('recordPosition', { params, body: { city: 'Marseille', note: 'Le bateau part ce soir.' } });
  await until('the sender is told of the position', async () =>
    senderLive.events.some(({ type, data }) => type === 'tracking.changed' && data.parcelId === params.parcelId),
  );
  const given = await sender.caller.call('cancelParcel', { params, version, body: { reason: 'Trop tard' } });
  expect(given).toMatchObject({ status: 409, body: { code: 'USE_RETURN' } });

  const reason = "Le destinataire n'habite plus là.";
  const turned = await carrier.caller.ok('returnParcel', { params, version, body: { reason } });
  expect(turned).toMatchObject({ situation: { stage: 'returning' }, returnReason: reason });
  expect((await mailTo(site, sender.email, /Retour à l'expéditeur : « Colis qui revient/)).text).toContain(
    `Motif : ${reason}`,
  );
  const phoneOf = async () =>
    (await sender.caller.ok('readMember', { params: { userId: carrier.userId } })).phoneNumber;
  expect(await phoneOf()).not.toBe('Non renseigné');
  expect((await carrier.caller.call('confirmReturn', { params, version: turned.version })).status).toBe(403);
  const back = await sender.caller.ok('confirmReturn', { params, version: turned.version });
  await mailTo(site, carrier.email, /Rendu : « Colis qui revient »/);
  expect(await phoneOf()).toBe('Non renseigné');

  const story = ['acceptDelivery', 'handshake', 'validatePickup', 'position', 'returned', 'returnConfirmed'];
  const told = async (events: readonly { type: string }[]) => events.map(({ type }) => type).slice(-story.length);
  for (const { caller } of [sender, carrier])
    expect(await told((await caller.ok('tracking', { params })).items)).toEqual(story);
  const seen = await admin.ok('adminProofs', { params });
  expect(await told(seen.events)).toEqual(story);
  expect((await fetch(seen.items[0]?.url ?? '')).status).toBe(200);
  const { items: lines } = await admin.ok('adminLogs', { query: { target: params.parcelId } });
  expect(lines.map(({ action }) => action)).toContain('viewProofs');
  expect(await sender.caller.ok('readParcel', { params })).toMatchObject({
    version: back.version,
    situation: { stage: 'returned', waitsFor: 'nobody', acts: [{ name: 'reportProblem' }] },
  });
  senderLive.close();
});

test('the root administrator takes a parcel from a blocked carrier, and the parcel gets another carrier', async () => {
  const { admin, sender, carrier, params, version } = await onItsWay('Colis bloqué');
  const { version: known } = await admin.ok('adminProfile', { params: { userId: carrier.userId } });
  await admin.ok('blockProfile', { params: { userId: carrier.userId }, version: known, body: { reason: 'Fraude' } });
  const reason = 'Le transporteur est bloqué ; le colis nous a été remis.';
  const settled = await admin.ok('overrideParcel', { params, version, body: { to: 'active', reason } });
  expect(settled).toMatchObject({ status: 'active' });
  expect((await mailTo(site, sender.email, /Décision de notre équipe/)).text).toContain(`Motif : ${reason}`);
  await until('the parcel is found again', async () => {
    const { items } = await site.visitor.ok('searchParcels', { query: { fromPlace: '2988507', toPlace: '2507480' } });
    return items.some(({ id }) => id === params.parcelId);
  });
});
