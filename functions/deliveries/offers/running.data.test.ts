import { expect, test } from 'vitest';
import { settleDue } from '#functions/platform/due.ts';
import { keys } from '#functions/platform/keys.ts';
import { dueKinds } from '#functions/scheduled/reminders.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { sectionOf } from '#shared/situation/stages.ts';
import { dayMs, dayOf, hourMs, startOfDay } from '#shared/values/time.ts';
import { type aProfile, aTrip } from '#test/access/people.ts';
import { carrier, other, owner, prove } from '#test/support/scenes/delivery-market.ts';
import { euros, type OfferMarket, offerMarket } from '#test/support/scenes/offer-market.ts';

const trip = aTrip(201, 'C', { transport: 'plane', travelDate: '2030-12-12' });

/** The number of the home page and the tab bar, the requests that wait for the member, and all of them. */
async function waitingFor({ as, call }: OfferMarket, memberId: string) {
  const { unread } = (await as(memberId).readMe({})).body as { unread: { requests: number } };
  const { items } = (await call('myRequests', memberId, { query: { direction: 'received' } })).body;
  const rows = items as { situation: Situation }[];
  return [unread.requests, rows.filter(({ situation }) => situation.waitsFor === 'me').length, rows.length];
}

async function ownCard({ as, call }: OfferMarket) {
  const { items, counts } = (await call('myParcels', owner)).body;
  const [{ situation } = { situation: {} as Situation }] = items as { situation: Situation }[];
  const { stage, waitsFor, offers } = situation;
  // The number beside « Mes colis » is that of « À faire ».
  const { unread } = (await as(owner).readMe({})).body as { unread: { toDo: number; toRevise: number } };
  expect(unread.toDo).toBe((counts as { todo: number }).todo);
  return { stage, waitsFor, offers: offers?.received ?? 0, section: sectionOf(situation), counts, unread };
}

const countersOf = async ({ table }: OfferMarket) => (await table.get(keys.stats(owner))) ?? {};

test.each([
  ['a traveller', carrier, owner],
  ['the owner', owner, carrier],
])('an offer by %s ends with the last day of its parcel, in every place', async (_by, by, to) => {
  const market = await offerMarket();
  const { clock, offered, followNew, read, seed, current } = market;
  const lastDay = dayOf(clock.now + dayMs);
  await seed({ ...(await current()), deadline: lastDay });
  const id = await offered(by, to);
  await followNew();
  const end = startOfDay(lastDay) + dayMs;
  expect((await read(to, by)).parcel?.situation?.until).toBe(new Date(end).toISOString());
  clock.now = end - 1000;
  expect(await waitingFor(market, to)).toEqual([1, 1, 1]);
  clock.now = end;
  expect(await waitingFor(market, to)).toEqual([0, 0, 0]);
  expect(await ownCard(market)).toMatchObject({ stage: 'overdue', waitsFor: 'nobody', offers: 0, section: 'going' });
  for (const [me, them] of [
    [owner, carrier],
    [carrier, owner],
  ] as const)
    expect((await read(me, them)).messages.find((message) => message.id === id)?.offer?.ended).toBe('expired');
  expect(await market.take(to, by, id)).toMatchObject({ status: 409 });
});

/** The number of « Mes colis » for the carrier. */
async function askedOfCarrier({ as, followNew }: OfferMarket) {
  await followNew();
  return ((await as(carrier).readMe({})).body as { unread: { carriedToAnswer: number } }).unread.carriedToAnswer;
}

test('the number of « Mes colis » counts half an agreement and a change that wait for the carrier, until they run out', async () => {
  const market = await offerMarket();
  const { act, clock, offered, take } = market;
  expect(await askedOfCarrier(market)).toBe(0);
  await act('chooseCarrier', owner, { carrierId: carrier });
  expect(await askedOfCarrier(market)).toBe(1);
  clock.now += 48 * hourMs;
  expect(await askedOfCarrier(market)).toBe(0);
  clock.now -= 48 * hourMs;
  await act('acceptDelivery', carrier);
  expect(await askedOfCarrier(market)).toBe(0);
  await take(carrier, owner, await offered(owner, carrier, { price: euros(32) }));
  expect(await askedOfCarrier(market)).toBe(0);
  // An own change waits for the owner.
  const own = await offered(carrier, owner, { price: euros(40) });
  expect(await askedOfCarrier(market)).toBe(0);
  await market.end(carrier, owner, own);
  await offered(owner, carrier, { price: euros(35) });
  expect(await askedOfCarrier(market)).toBe(1);
  clock.now += 48 * hourMs;
  expect(await askedOfCarrier(market)).toBe(0);
});

test('the number of « Mes colis » counts a carried problem while it waits for the carrier, and not once it waits for us', async () => {
  const market = await offerMarket();
  const { act, agree, clock } = market;
  await agree();
  await prove(market, 'pickup');
  await act('validatePickup', carrier);
  await act('reportProblem', carrier, { kind: 'lost', text: 'Valise volée' });
  expect(await askedOfCarrier(market)).toBe(0);
  await act('settleProblem', carrier);
  await act('reportProblem', owner, { kind: 'damaged', text: 'Abîmé' });
  expect(await askedOfCarrier(market)).toBe(1);
  clock.now += 3 * dayMs;
  expect(await askedOfCarrier(market)).toBe(0);
  await act('settleProblem', owner);
  expect(await askedOfCarrier(market)).toBe(0);
});

test('a refused trip is to correct until its day is over', async () => {
  const market = await offerMarket();
  const { as, clock, followNew, seed } = market;
  const toCorrect = async () =>
    ((await as(carrier).readMe({})).body as { unread: { tripsToCorrect: number } }).unread.tripsToCorrect;
  const travelDate = dayOf(clock.now + dayMs);
  await seed({ ...trip, travelDate, adminStatus: 'rejected' });
  await followNew();
  expect(await toCorrect()).toBe(1);
  clock.now += 2 * dayMs;
  expect(await toCorrect()).toBe(0);
});

const cuts: readonly (readonly [string, (market: OfferMarket) => Promise<unknown>])[] = [
  ['has blocked the other one', ({ as }) => as(carrier).blockMember({ params: { userId: owner } })],
  ['is blocked by the other one', ({ as }) => as(owner).blockMember({ params: { userId: carrier } })],
  [
    'is blocked by administrators',
    async ({ table, seed }) => {
      const item = await table.get(keys.profile(carrier));
      return seed({ ...(item?.['record'] as ReturnType<typeof aProfile>), status: 'blocked' });
    },
  ],
];
test.each(cuts)('an offer whose author %s waits for nobody and is counted nowhere', async (_what, cut) => {
  const market = await offerMarket();
  await market.offered(carrier, owner);
  await market.followNew();
  expect(await waitingFor(market, owner)).toEqual([1, 1, 1]);
  expect(await ownCard(market)).toMatchObject({ stage: 'offered', offers: 1, section: 'todo' });
  await cut(market);
  await market.followNew();
  expect(await waitingFor(market, owner)).toEqual([0, 0, 1]);
  expect(await ownCard(market)).toMatchObject({ stage: 'offered', waitsFor: 'nobody', offers: 0, section: 'going' });
  expect(await countersOf(market)).toMatchObject({ requests: 0, parcelsTodo: 0, parcelsGoing: 1 });
});

test.each([
  ['resumed', [1, 1, 1], [1, 1, 1]],
  ['paused', [1, 1, 1], [0, 0, 1]],
  ['not verified', [1, 1, 1], [0, 0, 1]],
  ['run out', [0, 0, 0], [0, 0, 0]],
] as const)(
  'the number of « Reçues » and of the home page is that of the rows that wait: %s',
  async (what, asOwner, asTraveller) => {
    const market = await offerMarket();
    const { as, clock, current, followNew, offered, params, profile, seed } = market;
    await offered(carrier, owner);
    await offered(owner, other);
    if (what === 'not verified') await seed({ ...(await profile(owner)), status: 'pending' });
    if (what === 'paused') await as(owner).pauseParcel({ params, version: (await current()).version });
    if (what === 'run out') clock.now += 2 * dayMs + 1000;
    await followNew();
    expect(await waitingFor(market, owner)).toEqual(asOwner);
    expect(await waitingFor(market, other)).toEqual(asTraveller);
  },
);

test('an invitation whose owner is blocked waits for no traveller', async () => {
  const market = await offerMarket();
  await market.offered(owner, carrier);
  await market.followNew();
  await market.as(owner).blockMember({ params: { userId: carrier } });
  await market.followNew();
  expect(await waitingFor(market, carrier)).toEqual([0, 0, 1]);
});

test.each([
  ['waits for its validation', { adminStatus: 'pending' }],
  ['is full', { bookedGrams: 4000 }],
] as const)('half an agreement whose trip %s is not to do until it can be completed', async (_what, change) => {
  const market = await offerMarket({}, [trip]);
  await market.act('acceptDelivery', carrier, { tripId: trip.id });
  await market.followNew();
  expect(await waitingFor(market, owner)).toEqual([1, 1, 1]);
  await market.seed({ ...trip, ...change });
  await market.followNew();
  expect(await waitingFor(market, owner)).toEqual([0, 0, 1]);
  expect(await ownCard(market)).toMatchObject({ stage: 'proposed', waitsFor: 'nobody', section: 'going' });
  expect(await countersOf(market)).toMatchObject({ requests: 0, parcelsTodo: 0, parcelsGoing: 1 });
  // The place in the owner's list is that of its section.
  expect(await market.table.get(keys.parcel(market.parcel.id))).toMatchObject({
    gs1sk: expect.stringMatching(/^B#/),
  });

  await market.seed(trip);
  await market.followNew();
  expect(await waitingFor(market, owner)).toEqual([1, 1, 1]);
  expect(await countersOf(market)).toMatchObject({ requests: 1, parcelsTodo: 1, parcelsGoing: 0 });
});

test('half an agreement whose owner administrators have blocked waits for no carrier, until they are back', async () => {
  const market = await offerMarket();
  const { act, table, seed, followNew, current } = market;
  await market.offered(carrier, owner);
  await act('chooseCarrier', owner, { carrierId: carrier });
  await followNew();
  expect(await waitingFor(market, carrier)).toEqual([1, 1, 1]);
  const profile = (await table.get(keys.profile(owner)))?.['record'] as ReturnType<typeof aProfile>;
  await seed({ ...profile, status: 'blocked' });
  await followNew();
  expect(await waitingFor(market, carrier)).toEqual([0, 0, 1]);
  await seed(profile);
  await followNew();
  expect(await waitingFor(market, carrier)).toEqual([1, 1, 1]);
  expect(await current()).not.toHaveProperty('ownerAway');
});

test('an agreement whose carrier administrators have blocked is to do for its owner, who reads why, until they are back', async () => {
  const market = await offerMarket();
  const { act, call, params, table, seed, followNew } = market;
  await act('acceptDelivery', carrier);
  await act('chooseCarrier', owner, { carrierId: carrier });
  await followNew();
  expect(await ownCard(market)).toMatchObject({ stage: 'agreed', waitsFor: 'other', section: 'going' });
  const profile = (await table.get(keys.profile(carrier)))?.['record'] as ReturnType<typeof aProfile>;
  await seed({ ...profile, status: 'blocked' });
  await followNew();
  expect(await ownCard(market)).toMatchObject({
    stage: 'agreed',
    waitsFor: 'me',
    section: 'todo',
    counts: { todo: 1 },
    unread: { toRevise: 1 },
  });
  // Nothing prepares a delivery that this carrier cannot make.
  expect((await call('tracking', owner, { params })).body).not.toHaveProperty('link');
  expect(await act('setCode', owner, { on: true })).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED' } });
  await seed(profile);
  await followNew();
  expect((await call('tracking', owner, { params })).body).toHaveProperty('link');
  const calm = { waitsFor: 'other', section: 'going', counts: { todo: 0 }, unread: { toRevise: 0 } };
  expect(await ownCard(market)).toMatchObject(calm);
});

test('a choice of a carrier whom administrators have blocked since is to do for its owner, until it is taken back', async () => {
  const market = await offerMarket();
  const { act, table, seed, followNew } = market;
  await act('chooseCarrier', owner, { carrierId: carrier });
  await followNew();
  const calm = { waitsFor: 'other', section: 'going', counts: { todo: 0 }, unread: { toRevise: 0 } };
  expect(await ownCard(market)).toMatchObject({ stage: 'chosen', ...calm });
  const profile = (await table.get(keys.profile(carrier)))?.['record'] as ReturnType<typeof aProfile>;
  await seed({ ...profile, status: 'blocked' });
  await followNew();
  const asked = { waitsFor: 'me', section: 'todo', counts: { todo: 1 }, unread: { toRevise: 1 } };
  expect(await ownCard(market)).toMatchObject({ stage: 'chosen', ...asked });
  expect(await countersOf(market)).toMatchObject({ parcelsTodo: 1 });
  await act('releaseCarrier', owner);
  await followNew();
  expect(await countersOf(market)).toMatchObject({ parcelsTodo: 0 });
});

test('an agreement whose owner administrators have blocked is to do for its carrier in every number, until they are back', async () => {
  const market = await offerMarket();
  const { agree, as, call, table, seed } = market;
  await agree();
  const told = async () => {
    const carriedToAnswer = await askedOfCarrier(market);
    const { toRevise } = ((await as(carrier).readMe({})).body as { unread: { toRevise: number } }).unread;
    const [{ situation } = { situation: {} as Situation }] = (await call('myDeliveries', carrier)).body['items'] as {
      situation: Situation;
    }[];
    return { carriedToAnswer, toRevise, main: situation.main };
  };
  const calm = { carriedToAnswer: 0, toRevise: 0, main: 'validatePickup' };
  expect(await told()).toEqual(calm);
  const profile = (await table.get(keys.profile(owner)))?.['record'] as ReturnType<typeof aProfile>;
  for (const [status, expected] of [
    ['pending', calm],
    ['blocked', { carriedToAnswer: 1, toRevise: 1, main: 'releaseCarrier' }],
    ['approved', calm],
    ['blocked', { carriedToAnswer: 1, toRevise: 1, main: 'releaseCarrier' }],
  ] as const) {
    await seed({ ...profile, status });
    expect(await told()).toEqual(expected);
  }
  await market.act('releaseCarrier', carrier, { reason: 'Sans nouvelles' });
  expect(await askedOfCarrier(market)).toBe(0);
});

test('a change of a carrier who is no longer verified is in no number of its owner, until they are again', async () => {
  const market = await offerMarket();
  const { agree, table, seed, followNew, offered } = market;
  await agree();
  await offered(carrier, owner, { price: euros(35) });
  await followNew();
  const profile = (await table.get(keys.profile(carrier)))?.['record'] as ReturnType<typeof aProfile>;
  for (const [status, todo] of [
    ['approved', 1],
    ['blocked', 1],
    ['pending', 0],
    ['approved', 1],
  ] as const) {
    await seed({ ...profile, status });
    await followNew();
    expect(await ownCard(market)).toMatchObject({
      counts: { todo },
      unread: { toRevise: status === 'blocked' ? 1 : 0 },
    });
    expect(await countersOf(market)).toMatchObject({ parcelsTodo: todo });
  }
});

test('half an agreement that a block stops is not to do, and is not taken off twice', async () => {
  const market = await offerMarket();
  await market.offered(other, owner, { price: euros(20) });
  market.clock.now += dayMs / 24;
  await market.act('acceptDelivery', carrier);
  await market.as(carrier).blockMember({ params: { userId: owner } });
  await market.followNew();
  expect(await waitingFor(market, owner)).toEqual([1, 1, 2]);
  // The offer of the third member has run out, and the half agreement not yet.
  market.clock.now += 2 * dayMs - 1800_000;
  expect(await waitingFor(market, owner)).toEqual([0, 0, 1]);
});

test('an own parcel whose problem waits for our team is no longer to do', async () => {
  const market = await offerMarket();
  const { clock, current, seed, followNew } = market;
  const problem = { reportId: 'report', kind: 'lost' as const, by: carrier, at: new Date(clock.now).toISOString() };
  await seed({ ...(await current()), status: 'in_transit', carrierId: carrier, problem });
  await followNew();
  expect(await ownCard(market)).toMatchObject({ waitsFor: 'me', section: 'todo', counts: { todo: 1 } });
  clock.now += 3 * dayMs;
  expect(await ownCard(market)).toMatchObject({ waitsFor: 'us', section: 'going', counts: { todo: 0 } });
});

test('a paused listing is no longer to do once its propositions have run out, before the job removes them', async () => {
  const market = await offerMarket();
  const { clock, offered, followNew, as, params, current } = market;
  await offered(carrier, owner);
  await followNew();
  const { version } = await current();
  await as(owner).pauseParcel({ params, version });
  await followNew();
  expect(await ownCard(market)).toMatchObject({ stage: 'paused', waitsFor: 'me', counts: { todo: 1 } });
  clock.now += 2 * dayMs + 1000;
  expect(await ownCard(market)).toMatchObject({ stage: 'paused', waitsFor: 'nobody', counts: { todo: 0 } });
});

test("what no longer fits its trip is its author's to free: an own invitation is to do until it runs out", async () => {
  const market = await offerMarket({}, [trip]);
  const { clock, offered, followNew, seed } = market;
  await offered(carrier, owner, { price: euros(25), tripId: trip.id });
  await offered(owner, other);
  await followNew();
  expect(await ownCard(market)).toMatchObject({ waitsFor: 'me', counts: { todo: 1 } });
  await seed({ ...trip, bookedGrams: 4000 });
  await followNew();
  expect(await waitingFor(market, owner)).toEqual([0, 0, 1]);
  expect(await ownCard(market)).toMatchObject({ waitsFor: 'other', counts: { todo: 0 } });
  const { items } = (await market.call('myRequests', carrier, { query: { direction: 'sent' } })).body;
  expect(items).toMatchObject([{ situation: { waitsFor: 'me', main: 'makeOffer', obstacle: 'tripFull' } }]);
  expect(await market.mailsNamed('tripFull')).toMatchObject([{ memberId: carrier, data: { offered: 'offer' } }]);
  clock.now += 2 * dayMs + 1000;
  expect(await ownCard(market)).toMatchObject({ waitsFor: 'nobody' });
});

test.each([
  [owner, 'me', 1],
  [carrier, 'other', 0],
])('a heavier change that no longer fits the agreed trip is told to its author', async (author, waitsFor, todo) => {
  const market = await offerMarket({}, [{ ...trip, maxWeightKg: 8 }]);
  const { agree, make, followNew, table } = market;
  await agree(trip.id);
  await followNew();
  expect(await make(author, author === owner ? carrier : owner, { weight: '4,5' })).toMatchObject({ status: 201 });
  await followNew();
  const record = (await table.get(keys.trip(trip.id)))?.['record'] as typeof trip;
  await market.seed({ ...record, bookedGrams: record.maxWeightKg * 1000 });
  await followNew();
  expect((await market.mailsNamed('tripFull')).map(({ memberId }) => memberId)).toEqual([author]);
  expect(await ownCard(market)).toMatchObject({ stage: 'agreed', waitsFor, counts: { todo } });
  market.clock.now += 2 * dayMs + 1000;
  expect(await ownCard(market)).toMatchObject({ waitsFor: 'other', counts: { todo: 0 } });
  market.clock.now += hourMs;
  await settleDue(table, market.clock.now, dueKinds);
  const over = await market.mailsNamed('offerOver');
  expect(over.map(({ data }) => [data['why'], data['isStuck']])).toEqual([0, 1].map(() => ['expired', 'yes']));
});

test('half an agreement that its trip has no room for any more is told to both', async () => {
  const market = await offerMarket({}, [trip]);
  await market.act('acceptDelivery', carrier, { tripId: trip.id });
  await market.followNew();
  await market.seed({ ...trip, bookedGrams: 4000 });
  await market.followNew();
  const mails = await market.mailsNamed('tripFull');
  expect(mails.map(({ memberId }) => memberId).toSorted()).toEqual([owner, carrier].toSorted());
});
