import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { Situation } from '#shared/situation/contract.ts';
import { labelOf } from '#shared/situation/label-words.ts';
import { plainText, sentenceOf } from '#shared/situation/words.ts';
import { aProfile, aTrip, memberIds } from '#test/access/people.ts';
import { sampleBodies } from '#test/access/samples.ts';
import { carrier, type Marketplace, marketplace, owner, prove } from '#test/support/scenes/delivery-market.ts';

const { A: administrator } = memberIds;
const trip = aTrip(201, 'C', { maxWeightKg: 4 });
const reason = 'Trois téléphones de plus';
const refusal = { reason, contentsRefused: true };

/** Both have agreed, and the carrier is at the door. */
async function atTheDoor(): Promise<Marketplace> {
  const market = await marketplace({ weightGrams: 3500 }, [trip]);
  await market.seed(aProfile('A'), { ...keys.administrator(administrator), status: 'active' });
  await market.act('acceptDelivery', carrier, { tripId: trip.id });
  expect(await market.act('chooseCarrier', owner, { carrierId: carrier })).toMatchObject({ status: 200 });
  return market;
}

async function refused(): Promise<Marketplace> {
  const market = await atTheDoor();
  expect(await market.act('releaseCarrier', carrier, refusal)).toMatchObject({ status: 200 });
  return market;
}

const readBy = async ({ call, params }: Marketplace, memberId: string) => {
  const { body } = await call('readParcel', memberId, { params });
  const situation = Situation.parse(body['situation']);
  return { body, situation, sentence: plainText(sentenceOf(situation)).replaceAll(/[\u2066-\u2069]/g, '') };
};
const edit = async ({ call, params, current }: Marketplace) =>
  call('editParcel', owner, { params, version: (await current()).version, body: sampleBodies.editParcel });
const decide = async ({ call, params, current }: Marketplace, row: 'approveParcel' | 'rejectParcel') =>
  call(row, administrator, {
    params,
    version: (await current()).version,
    asAdmin: true,
    ...(row === 'rejectParcel' ? { body: sampleBodies.rejectParcel } : {}),
  });
const cardOf = async ({ call }: Marketplace, status = 'pending') => {
  const { body } = await call('adminParcels', administrator, { query: { status }, asAdmin: true });
  return (body['items'] as object[])[0];
};

test('refused at the door, the parcel waits for its owner, who reads why and corrects the list', async () => {
  const market = await refused();
  const { body, situation, sentence } = await readBy(market, owner);
  expect(situation).toMatchObject({ stage: 'contentsRefused', waitsFor: 'me', main: 'editParcel' });
  expect(labelOf('editParcel', situation)).toBe('Corriger la liste');
  expect(sentence).toMatch(
    /^\S+ n'a pas pris le colis : « Trois téléphones de plus »\. Corrigez la liste, notre équipe la regarde ensuite\.$/,
  );
  expect(body).not.toHaveProperty('contentsRefused');
  const mail = (await market.mails()).find(({ mail: name }) => name === 'carrierWithdrew');
  expect(mail).toMatchObject({ memberId: owner, data: { reason, atTheDoor: 'yes' } });
  const list = await market.call('myParcels', owner, {});
  expect(list.body).toMatchObject({
    counts: { todo: 1, going: 0 },
    items: [{ situation: { stage: 'contentsRefused' } }],
  });
});

test('its carrier has no consequence: the kilos are free, and the listing is seen by nobody else', async () => {
  const market = await refused();
  expect((await market.table.get(keys.trip(trip.id)))?.['record']).toMatchObject({ bookedGrams: 0 });
  expect(await market.call('readParcel', carrier, { params: market.params })).toMatchObject({ status: 404 });
  expect(await market.current()).not.toHaveProperty('validatedAt');
  expect(await market.act('acceptDelivery', carrier, {})).toMatchObject({ status: 409 });
  const { body } = await market.call('tracking', owner, { params: market.params });
  expect((body['items'] as object[]).at(-1)).toMatchObject({ type: 'contentsRefused', reason, by: carrier });
});

test('both still read in their conversation what they had agreed on', async () => {
  const { call, parcel } = await refused();
  const agreed = { terms: expect.objectContaining({ grams: 3500, trip: expect.objectContaining({ id: trip.id }) }) };
  for (const [reader, userId] of [
    [carrier, owner],
    [owner, carrier],
  ] as const) {
    const { body } = await call('conversation', reader, { params: { userId }, query: { parcel: parcel.id } });
    expect(body['events']).toEqual([
      expect.objectContaining({ type: 'acceptDelivery', ...agreed }),
      expect.objectContaining({ type: 'handshake', ...agreed }),
      expect.objectContaining({ type: 'contentsRefused', reason }),
    ]);
  }
});

test('the corrected listing waits for administrators, whose card keeps the reason until they decide', async () => {
  const market = await refused();
  expect(await cardOf(market)).toMatchObject({ stage: 'contentsRefused', contentsRefused: { reason } });
  expect(await edit(market)).toMatchObject({ status: 200, body: { situation: { stage: 'review', waitsFor: 'us' } } });
  expect(await cardOf(market)).toMatchObject({ contentsRefused: { reason, correctedAt: expect.any(String) } });
  expect(await decide(market, 'approveParcel')).toMatchObject({ status: 200 });
  expect(await market.current()).not.toHaveProperty('contentsRefused');
  expect((await readBy(market, owner)).situation.stage).toBe('listed');
});

test.each([
  ['approveParcel', 'listed'],
  ['rejectParcel', 'refused'],
] as const)('%s without a correction is told as any other', async (row, stage) => {
  const market = await refused();
  expect(await decide(market, row)).toMatchObject({ status: 200 });
  expect((await readBy(market, owner)).situation).toMatchObject({ stage });
});

test('a rejected listing keeps on its card why a carrier did not take the parcel, until it is approved', async () => {
  const market = await refused();
  await decide(market, 'rejectParcel');
  expect(await cardOf(market, 'rejected')).toMatchObject({ stage: 'refused', contentsRefused: { reason } });
  expect((await readBy(market, owner)).situation).not.toHaveProperty('contentsRefused');
  expect(await edit(market)).toMatchObject({ status: 200, body: { situation: { stage: 'review' } } });
  expect(await cardOf(market)).toMatchObject({ contentsRefused: { reason, correctedAt: expect.any(String) } });
  await decide(market, 'approveParcel');
  expect(await market.current()).not.toHaveProperty('contentsRefused');
});

test('a list that waits for its correction is not paused, so its owner keeps the reason', async () => {
  const market = await refused();
  const { version } = await market.current();
  const told = await readBy(market, owner);
  expect(told.situation?.acts.map(({ name }) => name)).not.toContain('pauseParcel');
  const paused = await market.call('pauseParcel', owner, { params: market.params, version });
  expect(paused).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED' } });
  expect((await readBy(market, owner)).situation).toMatchObject({ stage: 'contentsRefused', waitsFor: 'me' });
});

test('only the carrier refuses the contents, before the pickup, with a reason', async () => {
  const market = await atTheDoor();
  expect(await market.act('releaseCarrier', owner, refusal)).toMatchObject({
    status: 403,
    body: { code: 'NOT_ALLOWED' },
  });
  expect(await market.act('releaseCarrier', carrier, { contentsRefused: true })).toMatchObject({
    status: 400,
    body: { fields: { reason: 'Indiquez pourquoi vous ne prenez pas le colis.' } },
  });
  await prove(market, 'pickup');
  expect(await market.act('validatePickup', carrier, {})).toMatchObject({
    status: 400,
    body: { fields: { contentsSeen: expect.stringContaining('Ouvrez le colis') } },
  });
  expect((await market.current()).status).toBe('pickup');
  expect(await market.act('validatePickup', carrier)).toMatchObject({ status: 200 });
  expect(await market.act('releaseCarrier', carrier, refusal)).toMatchObject({
    status: 409,
    body: { code: 'STATE_CHANGED' },
  });
});
