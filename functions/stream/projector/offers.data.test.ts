import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import type { Me } from '#shared/accounts/me.ts';
import type { DeliveryRowRecord } from '#shared/deliveries/record.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { sampleBodies } from '#test/access/samples.ts';
import { carrier, other, owner } from '#test/support/scenes/delivery-market.ts';
import { euros, type OfferMarket, offerMarket } from '#test/support/scenes/offer-market.ts';

/** The parcel in its owner's own list, with the counts of the list. */
async function ownList({ call }: OfferMarket) {
  const { items, counts } = (await call('myParcels', owner)).body as {
    items: { situation: Situation }[];
    counts: object;
  };
  return { situation: items[0]?.situation, counts };
}

/** The section of the owner's list in which the index has the parcel. */
const placeOf = async ({ stored, parcel }: OfferMarket) =>
  String((await stored(keys.parcel(parcel.id)))['gs1sk']).split('#')[0];

const requestsOf = async ({ call }: OfferMarket, memberId: string, direction: 'received' | 'sent') =>
  ((await call('myRequests', memberId, { query: { direction } })).body['items'] as { situation: Situation }[]).map(
    ({ situation }) => situation,
  );

const act = (market: OfferMarket, name: string, memberId: string, body?: object) =>
  market.act(name as never, memberId, body);

/** An offer to the owner, and an invitation. */
async function twoOffers() {
  const market = await offerMarket();
  const invited = await market.offered(owner, other, { price: euros(28) });
  market.clock.now += 60_000;
  const received = await market.offered(carrier, owner);
  await market.followNew();
  return { ...market, received, invited };
}

test('a parcel counts its open offers, and waits for its owner while one of them does', async () => {
  const market = await twoOffers();
  const { current, read, end, followNew, received, invited } = market;
  const untilOf = async (id: string) => (await read(owner, id)).parcel?.situation?.offer?.until;
  expect((await current()).version).toBe(1);
  const until = await untilOf(carrier);
  expect((await current()).openOffers).toEqual({
    received: [Date.parse(until ?? '')],
    sent: [Date.parse((await untilOf(other)) ?? '')],
  });
  const todo = await placeOf(market);
  expect(await ownList(market)).toMatchObject({
    situation: { stage: 'offered', waitsFor: 'me', main: 'answer', until, offers: { received: 1 } },
    counts: { todo: 1, going: 0 },
  });

  await end(owner, carrier, received);
  await followNew();
  expect((await current()).openOffers).toEqual({ received: [], sent: [Date.parse((await untilOf(other)) ?? '')] });
  const going = await placeOf(market);
  expect(going).not.toBe(todo);
  expect(await ownList(market)).toMatchObject({
    situation: { stage: 'offered', waitsFor: 'other' },
    counts: { todo: 0, going: 1 },
  });

  await end(owner, other, invited);
  await followNew();
  expect(await current()).not.toHaveProperty('openOffers');
  expect(await placeOf(market)).toBe(going);
  expect(await ownList(market)).toMatchObject({ situation: { stage: 'listed', waitsFor: 'nobody' } });
});

test.each([
  ['taken', ({ take, received }: Awaited<ReturnType<typeof twoOffers>>) => take(owner, carrier, received), 'agreed'],
  ['edited', (market: OfferMarket) => act(market, 'editParcel', owner, sampleBodies.editParcel), 'review'],
  ['cancelled', (market: OfferMarket) => act(market, 'cancelParcel', owner, { reason: 'Autrement' }), 'cancelled'],
] as const)('a parcel that is %s has no open offers any more', async (_what, change, stage) => {
  const market = await twoOffers();
  expect(await change(market)).toMatchObject({ status: 200 });
  await market.followNew();
  expect(await market.current()).not.toHaveProperty('openOffers');
  expect(await ownList(market)).toMatchObject({ situation: { stage }, counts: { todo: 0 } });
  expect((await ownList(market)).situation).not.toHaveProperty('offers');
});

test('a paused parcel keeps its offers, and both members of each read that it waits', async () => {
  const market = await twoOffers();
  const { current, followNew, take, received } = market;
  const before = (await current()).openOffers;
  await act(market, 'pauseParcel', owner);
  await followNew();
  expect((await current()).openOffers).toEqual(before);
  const paused = { stage: 'paused', obstacle: 'paused', main: 'resumeParcel' };
  expect(await ownList(market)).toMatchObject({ situation: { ...paused, waitsFor: 'me' }, counts: { todo: 1 } });
  expect(await requestsOf(market, owner, 'received')).toMatchObject([{ ...paused, waitsFor: 'me' }]);
  const [theirs] = await requestsOf(market, carrier, 'sent');
  expect(theirs).toMatchObject({ stage: 'unavailable', obstacle: 'unlisted', acts: [{ name: 'withdrawOffer' }] });
  await act(market, 'resumeParcel', owner);
  await followNew();
  expect(await requestsOf(market, owner, 'received')).toMatchObject([{ stage: 'offered', main: 'takeOffer' }]);
  expect(await take(owner, carrier, received)).toMatchObject({ body: { situation: { stage: 'agreed' } } });
});

test.each([
  ['its owner pauses the parcel', 'pauseParcel', 'resumeParcel', owner],
  ['another traveller says yes first', 'acceptDelivery', 'releaseCarrier', carrier],
] as const)('an invitation that can only be refused is counted nowhere: %s', async (_why, stop, goOn, memberId) => {
  const market = await twoOffers();
  const counted = async () => {
    const { unread } = (await market.call('readMe', other)).body as unknown as Me;
    const waiting = (await requestsOf(market, other, 'received')).filter(({ waitsFor }) => waitsFor === 'me');
    return { home: unread.requests, list: waiting.length, until: unread.end?.until };
  };
  const [before] = await requestsOf(market, other, 'received');
  expect(await counted()).toEqual({ home: 1, list: 1, until: before?.until });
  await act(market, stop, memberId);
  await market.followNew();
  expect(await counted()).toEqual({ home: 0, list: 0, until: undefined });
  expect(await requestsOf(market, other, 'received')).toMatchObject([
    { stage: 'unavailable', acts: [{ name: 'declineOffer' }] },
  ]);
  await act(market, goOn, memberId);
  await market.followNew();
  expect(await counted()).toEqual({ home: 1, list: 1, until: before?.until });
});

test('half an agreement with another one shows in the offers: its owner may still take one, its traveller waits', async () => {
  const market = await twoOffers();
  await act(market, 'acceptDelivery', other);
  await market.followNew();
  const rows = await requestsOf(market, owner, 'received');
  expect(rows.map(({ stage, main }) => `${stage} ${main}`).toSorted()).toEqual([
    'proposed chooseCarrier',
    'proposed takeOffer',
  ]);
  expect(await requestsOf(market, carrier, 'sent')).toMatchObject([{ stage: 'unavailable', obstacle: 'promised' }]);
  // The yes of the invited one answered the invitation.
  expect((await market.current()).openOffers).toMatchObject({ received: [expect.any(Number)], sent: [] });
  await act(market, 'releaseCarrier', owner);
  await market.followNew();
  const again = await requestsOf(market, carrier, 'sent');
  expect(again).toMatchObject([{ stage: 'offered', waitsFor: 'other' }]);
  expect(again[0]).not.toHaveProperty('obstacle');
});

test('the offer of a chosen carrier whom another one replaces can only be withdrawn', async () => {
  const market = await offerMarket();
  await act(market, 'chooseCarrier', owner, { carrierId: carrier });
  await market.offered(carrier, owner, { price: euros(33) });
  await market.followNew();
  expect(await requestsOf(market, carrier, 'sent')).toMatchObject([{ stage: 'chosen' }]);
  await act(market, 'chooseCarrier', owner, { carrierId: other });
  await market.followNew();
  expect(await requestsOf(market, carrier, 'sent')).toMatchObject([
    { stage: 'unavailable', obstacle: 'promised', acts: [{ name: 'withdrawOffer' }] },
  ]);
  expect((await market.current()).carrierOffer).toBeUndefined();
});

/** The open offer in the parcel and in both rows of its delivery. */
async function carrierOffers({ current, items }: OfferMarket) {
  const rows = (await items()).filter(({ kind }) => kind === 'carry' || kind === 'given');
  const inRows = rows.map(({ record }) => (record as DeliveryRowRecord).carrierOffer?.id);
  return [(await current()).carrierOffer?.id, ...inRows];
}

test('an offer between owner and carrier is in the parcel and in both rows of the delivery until it ends', async () => {
  const market = await offerMarket();
  const { offered, end, take, followNew, call } = market;
  await act(market, 'acceptDelivery', carrier);
  const counter = await offered(owner, carrier, { price: euros(27) });
  await followNew();
  expect(await carrierOffers(market)).toEqual([counter, counter, counter]);
  expect(await requestsOf(market, owner, 'received')).toMatchObject([{ stage: 'proposed', offer: { id: counter } }]);
  await end(carrier, owner, counter);
  await followNew();
  expect(await carrierOffers(market)).toEqual([undefined, undefined, undefined]);

  await act(market, 'chooseCarrier', owner, { carrierId: carrier });
  const change = await offered(carrier, owner, { price: euros(35) });
  await followNew();
  expect(await carrierOffers(market)).toEqual([change, change, change]);
  expect(await ownList(market)).toMatchObject({
    situation: { stage: 'agreed', waitsFor: 'me', main: 'takeOffer', offer: { id: change, isChange: true } },
    counts: { todo: 1 },
  });
  const { body } = await call('myDeliveries', carrier);
  // The next step of the agreement is still the carrier's.
  expect(body['items']).toMatchObject([{ situation: { waitsFor: 'me', offer: { id: change } } }]);
  expect(await take(owner, carrier, change)).toMatchObject({ status: 200 });
  await followNew();
  expect(await carrierOffers(market)).toEqual([undefined, undefined, undefined]);
  expect(await ownList(market)).toMatchObject({ situation: { waitsFor: 'other' }, counts: { todo: 0 } });
});

test('an act that read the counts of before is followed, also where another act has come since', async () => {
  const market = await twoOffers();
  const { current, end, seed, followNew, received } = market;
  await act(market, 'chooseCarrier', owner, { carrierId: other });
  await followNew();
  const counted = (await current()).openOffers;
  expect(counted?.received).toHaveLength(1);
  await end(owner, carrier, received);
  await followNew();
  // Two saves that had read the parcel before the offer ended.
  const { version, ...rest } = await current();
  for (const later of [1, 2]) await seed({ ...rest, openOffers: counted, version: version + later });
  await followNew();
  expect((await current()).version).toBe(version + 2);
  expect(await current()).not.toHaveProperty('openOffers');
});
