import { expect, test } from 'vitest';
import { settleDue } from '#functions/platform/due.ts';
import { keys } from '#functions/platform/keys.ts';
import { dueKinds } from '#functions/scheduled/reminders.ts';
import { hourMs, minuteMs } from '#shared/values/time.ts';
import { sampleBodies } from '#test/access/samples.ts';
import { carrier, other, owner } from '#test/support/scenes/delivery-market.ts';
import { euros, type OfferMarket, offerMarket } from '#test/support/scenes/offer-market.ts';

/** Two offers to the owner, and an invitation, about one parcel. */
async function threeOffers() {
  const market = await offerMarket();
  const mine = await market.offered(carrier, owner);
  const theirs = await market.offered(owner, other, { price: euros(28) });
  return { ...market, mine, theirs };
}

const parcelAct =
  (name: string, body?: object) =>
  ({ act }: OfferMarket) =>
    act(name as never, owner, body);

test.each([
  ['edited', parcelAct('editParcel', sampleBodies.editParcel)],
  ['cancelled', parcelAct('cancelParcel', { reason: 'Envoyé autrement' })],
])('of a parcel that is %s no offer can be taken, and travellers are notified', async (what, act) => {
  const market = await threeOffers();
  expect(await act(market)).toMatchObject({ status: 200 });
  // Before any row is removed.
  expect(await market.rows()).toHaveLength(4);
  expect(await market.take(owner, carrier, market.mine)).toMatchObject({ status: 409, body: { code: 'OFFER_OVER' } });
  expect((await market.read(owner, carrier)).parcel?.situation?.offer).toBeUndefined();
  await market.follow();
  await market.follow();
  expect(await market.rows()).toEqual([]);
  const { parcel } = market;
  const why = what === 'cancelled' ? 'gone' : 'closed';
  const data = { why, title: parcel.title, parcelId: parcel.id, otherId: owner };
  expect(await market.mailsNamed('offerOver')).toMatchObject([{ memberId: carrier, data }]);
});

test('an agreement with another one ends all offers, and each traveller who made one is notified', async () => {
  const { agree, mailsNamed, follow, rows, take, theirs, mine } = await threeOffers();
  await agree();
  expect(await take(other, owner, theirs)).toMatchObject({ status: 409 });
  expect(await take(owner, carrier, mine)).toMatchObject({ status: 409 });
  await follow();
  expect(await rows()).toEqual([]);
  // The button has ended the carrier's own; the invitation was the owner's.
  expect(await mailsNamed('offerOver')).toEqual([]);
});

test('the offer of a traveller who was not chosen ends with a mail', async () => {
  const { offered, take, follow, rows, mailsNamed } = await offerMarket();
  await offered(other, owner);
  const id = await offered(carrier, owner);
  await take(owner, carrier, id);
  await follow();
  await follow();
  expect(await rows()).toEqual([]);
  expect(await mailsNamed('offerOver')).toMatchObject([
    { memberId: other, data: { why: 'overtaken', otherId: owner, search: expect.stringMatching(/fromCountry=FR/) } },
  ]);
});

test('an administrator who sends the parcel back ends its offers', async () => {
  const { seed, current, parcel, take, follow, rows, mine, mailsNamed } = await threeOffers();
  await seed({ ...(await current()), adminStatus: 'rejected', version: parcel.version + 1 });
  expect(await take(owner, carrier, mine)).toMatchObject({ body: { code: 'OFFER_OVER' } });
  await follow();
  expect(await rows()).toEqual([]);
  expect(await mailsNamed('offerOver')).toMatchObject([{ memberId: carrier, data: { why: 'gone' } }]);
});

test('a deleted parcel ends its offers, which until then its members can still end', async () => {
  const { table, parcel, take, end, follow, rows, theirs, mine, mailsNamed } = await threeOffers();
  await table.transact([table.remove(keys.parcel(parcel.id))]);
  expect(await take(owner, carrier, mine)).toMatchObject({ status: 404 });
  expect(await end(other, owner, theirs)).toMatchObject({ status: 204 });
  expect(await rows()).toHaveLength(2);
  await follow();
  expect(await rows()).toEqual([]);
  expect(await mailsNamed('offerOver')).toMatchObject([{ memberId: carrier, data: { why: 'gone' } }]);
});

test('a pause ends no offer, and taking waits until the parcel is resumed', async () => {
  const { act, take, follow, rows, mine } = await threeOffers();
  await act('pauseParcel' as never, owner);
  await follow();
  expect(await rows()).toHaveLength(4);
  expect(await take(owner, carrier, mine)).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED' } });
  await act('resumeParcel' as never, owner);
  expect(await take(owner, carrier, mine)).toMatchObject({ body: { situation: { stage: 'agreed' } } });
});

test('an offer without an answer reminds the other one after 42 hours, and ends after 48 with a mail to both, once', async () => {
  const { table, clock, mine, theirs, take, end, rows, read, call, mailsNamed } = await threeOffers();
  const settle = () => settleDue(table, clock.now, dueKinds);
  const twice = async () => (await Promise.all([settle(), settle()])).reduce((sum, one) => sum + one);
  const readersOf = async (name: string) => (await mailsNamed(name)).map(({ memberId }) => memberId).toSorted();
  clock.now += 41 * hourMs;
  expect(await settle()).toBe(0);
  clock.now += hourMs + 20 * minuteMs;
  expect(await twice()).toBe(2);
  expect(await readersOf('offerReminder')).toEqual([owner, other].toSorted());
  clock.now += 5 * hourMs;
  expect(await settle()).toBe(0);
  clock.now += 40 * minuteMs;
  // Over at its end, also before the job has run.
  for (const answer of [await take(owner, carrier, mine), await end(owner, carrier, mine)])
    expect(answer).toMatchObject({ status: 409, body: { code: 'OFFER_OVER' } });
  expect((await read(other, owner)).parcel?.situation?.offer).toBeUndefined();
  expect((await call('myRequests', other, {})).body['items']).toEqual([]);
  clock.now += 20 * minuteMs;
  expect(await twice()).toBe(2);
  expect(await rows()).toEqual([]);
  expect(await readersOf('offerOver')).toEqual([owner, owner, carrier, other].toSorted());
  for (const { memberId, data } of await mailsNamed('offerOver')) {
    const isAuthor = memberId === carrier || (memberId === owner && data['otherId'] === other);
    expect(data).toMatchObject({ why: 'expired', isAuthor: isAuthor ? 'yes' : '' });
  }
  expect(await take(other, owner, theirs)).toMatchObject({ body: { code: 'OFFER_OVER' } });
});

test('a paused parcel reminds its owner, who can resume it, and not a traveller, who can only refuse', async () => {
  const { act, follow, table, clock, mailsNamed } = await threeOffers();
  await act('pauseParcel' as never, owner);
  await follow();
  clock.now += 42 * hourMs + 20 * minuteMs;
  await settleDue(table, clock.now, dueKinds);
  expect((await mailsNamed('offerReminder')).map(({ memberId }) => memberId)).toEqual([owner]);
});

test('a replaced offer does not end at the time of the first', async () => {
  const { table, clock, offered, rows, mailsNamed } = await offerMarket();
  await offered(carrier, owner);
  clock.now += 30 * hourMs;
  await offered(carrier, owner, { price: euros(20) });
  clock.now += 19 * hourMs;
  expect(await settleDue(table, clock.now, dueKinds)).toBe(0);
  expect(await rows()).toHaveLength(2);
  expect(await mailsNamed('offerOver')).toEqual([]);
});
