import { expect, test } from 'vitest';
import { settleDue } from '#functions/platform/due.ts';
import { dueKinds } from '#functions/scheduled/reminders.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { hourMs, minuteMs } from '#shared/values/time.ts';
import { carrier, other, owner } from '#test/support/scenes/delivery-market.ts';
import { euros, type OfferMarket, offerMarket } from '#test/support/scenes/offer-market.ts';

const blocks = ({ as }: OfferMarket, memberId: string, userId: string) =>
  as(memberId).blockMember({ params: { userId } });
const unblocks = ({ as }: OfferMarket, memberId: string, userId: string) =>
  as(memberId).unblockMember({ params: { userId } });

/** The acts of each of the two on each request between them, with the obstacle. */
async function readBy({ call }: OfferMarket, memberId: string) {
  const lists = await Promise.all(
    ['received', 'sent'].map(async (direction) => (await call('myRequests', memberId, { query: { direction } })).body),
  );
  return lists
    .flatMap(({ items }) => items as { situation: Situation }[])
    .map(({ situation: { obstacle, acts, main } }) => ({ obstacle, main, acts: acts.map(({ name }) => name) }));
}

const ownList = async ({ call }: OfferMarket) =>
  ((await call('myParcels', owner)).body['items'] as { situation: Situation }[])[0]?.situation;

const free = { obstacle: undefined };

test.each([
  [owner, carrier],
  [carrier, owner],
])('a block by one of the two stops their offer, in both lists, until it ends: %#', async (blocker, blocked) => {
  const market = await offerMarket();
  await market.offered(carrier, owner);
  await market.offered(other, owner);
  await blocks(market, blocker, blocked);
  await market.followNew();
  const ending = (memberId: string) => (memberId === owner ? 'declineOffer' : 'withdrawOffer');
  expect(await readBy(market, blocker)).toContainEqual({
    obstacle: 'blocked',
    main: 'unblock',
    acts: ['unblock', ending(blocker)],
  });
  expect(await readBy(market, blocked)).toContainEqual({
    obstacle: 'unavailable',
    main: ending(blocked),
    acts: [ending(blocked)],
  });
  // The offer of a third member is as it was.
  expect(await readBy(market, other)).toMatchObject([free]);
  expect((await market.current()).carrierTie).toBeUndefined();

  await unblocks(market, blocker, blocked);
  await market.followNew();
  for (const memberId of [owner, carrier])
    expect((await readBy(market, memberId)).filter(({ obstacle }) => obstacle)).toEqual([]);
});

test.each([
  [owner, carrier, 'blocked'],
  [carrier, owner, 'hidden'],
] as const)(
  'a block stops half an agreement, also in the own list, until it ends: %#',
  async (blocker, blocked, tie) => {
    const market = await offerMarket();
    const { act, followNew, current } = market;
    await act('acceptDelivery', carrier);
    await blocks(market, blocker, blocked);
    await followNew();
    expect(await current()).toMatchObject({ carrierTie: tie, version: 2 });
    expect(await ownList(market)).toMatchObject(
      tie === 'blocked' ? { obstacle: 'blocked', main: 'unblock' } : { obstacle: 'unavailable' },
    );
    expect(await readBy(market, blocker)).toEqual([
      { obstacle: 'blocked', main: 'unblock', acts: expect.arrayContaining(['unblock', 'releaseCarrier']) },
    ]);
    expect(await readBy(market, blocked)).toEqual([
      { obstacle: 'unavailable', main: 'releaseCarrier', acts: expect.arrayContaining(['releaseCarrier']) },
    ]);
    expect(await act('chooseCarrier', owner, { carrierId: carrier })).toMatchObject({ status: 409 });

    await unblocks(market, blocker, blocked);
    await followNew();
    expect(await current()).not.toHaveProperty('carrierTie');
    expect(await ownList(market)).toMatchObject({ stage: 'proposed', main: 'chooseCarrier' });
    expect(await readBy(market, carrier)).toMatchObject([free]);
    expect(await act('chooseCarrier', owner, { carrierId: carrier })).toMatchObject({ status: 200 });
  },
);

test('of two who blocked each other each reads their own block, and then the other one’s', async () => {
  const market = await offerMarket();
  await market.offered(carrier, owner);
  await blocks(market, owner, carrier);
  await blocks(market, carrier, owner);
  await market.followNew();
  for (const memberId of [owner, carrier])
    expect(await readBy(market, memberId)).toMatchObject([{ obstacle: 'blocked' }]);
  await unblocks(market, owner, carrier);
  await market.followNew();
  expect(await readBy(market, owner)).toMatchObject([{ obstacle: 'unavailable' }]);
  expect(await readBy(market, carrier)).toMatchObject([{ obstacle: 'blocked' }]);
});

test('a block of the carrier says nothing about whom the owner chooses instead', async () => {
  const market = await offerMarket();
  const { act, followNew, current } = market;
  await act('acceptDelivery', carrier);
  await blocks(market, owner, carrier);
  await followNew();
  await act('chooseCarrier', owner, { carrierId: other });
  expect(await current()).not.toHaveProperty('carrierTie');
  expect(await ownList(market)).toMatchObject({ stage: 'chosen', waitsFor: 'other' });
  expect(await ownList(market)).not.toHaveProperty('obstacle');
});

test('an agreement right after the end of a block keeps nothing of it', async () => {
  const market = await offerMarket();
  const { act, followNew } = market;
  await act('acceptDelivery', carrier);
  await blocks(market, owner, carrier);
  await followNew();
  await unblocks(market, owner, carrier);
  // Before the projector has seen the end of the block.
  expect(await act('chooseCarrier', owner, { carrierId: carrier })).toMatchObject({
    body: { situation: { stage: 'agreed', waitsFor: 'other' } },
  });
  await followNew();
  expect(await ownList(market)).toMatchObject({ stage: 'agreed' });
  expect(await ownList(market)).not.toHaveProperty('obstacle');
});

test('a traveller whom a block hides the parcel from is not told that it is offered again', async () => {
  const market = await offerMarket();
  const { act, followNew, clock, table, mailsNamed } = market;
  await act('acceptDelivery', carrier);
  await blocks(market, owner, carrier);
  await followNew();
  clock.now += 48 * hourMs + 20 * minuteMs;
  expect(await settleDue(table, clock.now, dueKinds)).toBe(1);
  const told = (await mailsNamed('agreementExpired')).map(({ memberId, data }) => [memberId, data['isListed']]);
  expect(Object.fromEntries(told)).toEqual({ [owner]: 'yes', [carrier]: '' });
});

test('nobody is reminded of an offer that a block stops, and both learn its end', async () => {
  const market = await offerMarket();
  const { offered, followNew, clock, table, mailsNamed } = market;
  await offered(carrier, owner);
  await blocks(market, carrier, owner);
  await followNew();
  clock.now += 42 * hourMs + 20 * minuteMs;
  await settleDue(table, clock.now, dueKinds);
  expect(await mailsNamed('offerReminder')).toEqual([]);
  clock.now += 6 * hourMs;
  await settleDue(table, clock.now, dueKinds);
  expect(await mailsNamed('offerOver')).toHaveLength(2);
});

test('a block changes nothing about what the two have in hand', async () => {
  const market = await offerMarket();
  await market.agree();
  await market.offered(carrier, owner, { price: euros(35) });
  await blocks(market, owner, carrier);
  await market.followNew();
  expect(await ownList(market)).toMatchObject({ stage: 'agreed', main: 'takeOffer' });
  expect(await ownList(market)).not.toHaveProperty('obstacle');
});
