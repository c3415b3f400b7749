import { expect, test } from 'vitest';
import { settleDue } from '#functions/platform/due.ts';
import { keys } from '#functions/platform/keys.ts';
import { dueKinds } from '#functions/scheduled/reminders.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { hourMs, minuteMs } from '#shared/values/time.ts';
import { aTrip } from '#test/access/people.ts';
import { carrier, other, owner, prove } from '#test/support/scenes/delivery-market.ts';
import { euros, offerMarket } from '#test/support/scenes/offer-market.ts';

const trip = aTrip(201, 'C', { transport: 'plane', travelDate: '2030-12-12', maxWeightKg: 5 });
const later = aTrip(202, 'C', { transport: 'plane', travelDate: '2030-12-13', maxWeightKg: 5 });
type Shown = { readonly situation?: Situation } | undefined;
const spaced = (text: unknown) => String(text).replaceAll(/[\u00a0\u202f]/g, ' ');

/** An agreement at 30 € for 1.5 kg with the first trip. */
async function agreed() {
  const market = await offerMarket({}, [trip, later]);
  expect((await market.agree(trip.id)).body).toMatchObject({ situation: { stage: 'agreed' } });
  const booked = async ({ id } = trip) =>
    ((await market.stored(keys.trip(id)))['record'] as { bookedGrams?: number }).bookedGrams;
  return { ...market, booked };
}

test('a change of price and weight, taken, replaces the terms, books the kilos and is in the history', async () => {
  const { offered, take, read, booked, call, params, mailsNamed, rows } = await agreed();
  const id = await offered(carrier, owner, { price: euros(35), weight: '5' });
  const { parcel, messages } = await read(owner, carrier);
  const offer = parcel?.situation?.offer;
  expect(offer).toMatchObject({ id, isChange: true, price: euros(35), grams: 5000 });
  expect(spaced(messages.at(-1)?.content)).toBe('Changement : 35 € au lieu de 30 €, 5 kg au lieu de 1,5 kg.');
  expect(await booked()).toBe(1500);
  const terms = { price: euros(35), grams: 5000, trip: { id: trip.id } };
  expect(await take(owner, carrier, id)).toMatchObject({
    status: 200,
    body: { situation: { stage: 'agreed', terms } },
  });
  expect(await booked()).toBe(5000);
  const { body } = await call('tracking', carrier, { params });
  expect(body['items']).toMatchObject([
    { type: 'acceptDelivery' },
    { type: 'handshake', terms: { grams: 1500 } },
    { type: 'changeAgreed', by: owner, terms },
  ]);
  expect(await mailsNamed('changeAgreed')).toMatchObject([
    { memberId: carrier, data: { terms: expect.stringMatching(/^35.€, 5.kg, trajet/) } },
  ]);
  expect((await call('myDeliveries', carrier, {})).body['items']).toMatchObject([{ situation: { terms } }]);
  expect(await rows()).toEqual([]);
});

test('a change is agreed to with the trip that was read beside it', async () => {
  const { offered, call, params } = await agreed();
  const id = await offered(carrier, owner, { price: euros(35) });
  const take = (travelDate: string) =>
    call('takeOffer', owner, { params: { ...params, userId: carrier }, body: { offerId: id, travelDate } });
  expect(await take('2030-12-11')).toMatchObject({ status: 409, body: { title: 'Trajet modifié' } });
  expect(await take('2030-12-12')).toMatchObject({ status: 200, body: { situation: { terms: { price: euros(35) } } } });
});

test('a change of the trip, by the traveller alone, moves the kilos', async () => {
  const { make, offered, take, booked } = await agreed();
  const refused = { status: 400, body: { fields: { tripId: 'Le voyageur choisit son trajet.' } } };
  expect(await make(owner, carrier, { tripId: later.id })).toMatchObject(refused);
  const id = await offered(carrier, owner, { tripId: later.id });
  expect(await take(owner, carrier, id)).toMatchObject({
    body: { situation: { terms: { price: euros(30), trip: { id: later.id } } } },
  });
  expect([await booked(), await booked(later)]).toEqual([0, 1500]);
});

test.each([
  ['nothing', {}, 400, { fields: { price: 'Indiquez ce qui change.' } }],
  ['to what is agreed', { price: euros(30), weight: '1,5', tripId: trip.id }, 400, { code: 'INVALID' }],
  ['to more than the trip takes', { weight: '6' }, 409, { code: 'TRIP_UNAVAILABLE' }],
  ['to no weight', { weight: '0' }, 400, { code: 'INVALID' }],
  ['to the trip of another', { tripId: owner }, 409, { code: 'TRIP_UNAVAILABLE' }],
])('a change %s is refused', async (_what, facts, status, body) => {
  const { make, rows } = await agreed();
  expect(await make(carrier, owner, facts)).toMatchObject({ status, body });
  expect(await rows()).toEqual([]);
});

test('a change that is declined, withdrawn or not answered leaves the agreement as it was', async () => {
  const { offered, end, current, table, clock, mailsNamed, rows, read } = await agreed();
  const before = await current();
  await end(carrier, owner, await offered(owner, carrier, { price: euros(20) }), 'Trop peu');
  expect(spaced((await read(owner, carrier)).messages.at(-1)?.content)).toBe(
    "Je n'accepte pas ce changement.\nMotif : Trop peu",
  );
  await end(owner, carrier, await offered(owner, carrier, { price: euros(21) }));
  await offered(owner, carrier, { price: euros(22) });
  clock.now += 20 * minuteMs;
  for (const hours of [42, 6]) {
    clock.now += hours * hourMs;
    expect(await settleDue(table, clock.now, dueKinds)).toBe(1);
  }
  expect(await mailsNamed('offerReminder')).toMatchObject([{ memberId: carrier, data: { isChange: 'yes' } }]);
  expect(await mailsNamed('offerOver')).toMatchObject([
    { memberId: owner, data: { why: 'expired', isAuthor: 'yes', isChange: 'yes' } },
    { memberId: carrier, data: { why: 'expired', isAuthor: '', isChange: 'yes' } },
  ]);
  expect((await read(owner, carrier)).messages.at(-1)?.offer).toMatchObject({ isChange: true, ended: 'expired' });
  expect(await current()).toEqual(before);
  expect(await rows()).toEqual([]);
});

test('a change is answered before the other one proposes another, and its author may replace it', async () => {
  const { make, offered, take } = await agreed();
  await offered(carrier, owner, { price: euros(35) });
  expect(await make(owner, carrier, { price: euros(33) })).toMatchObject({
    status: 403,
    body: { code: 'NOT_ALLOWED', title: 'Changement en attente' },
  });
  const id = await offered(carrier, owner, { price: euros(34) });
  expect(await take(owner, carrier, id)).toMatchObject({ body: { situation: { terms: { price: euros(34) } } } });
});

test('the pickup ends the change, and the terms are final', async () => {
  const { offered, take, make, follow, rows, mailsNamed, current, ...market } = await agreed();
  const id = await offered(owner, carrier, { price: euros(20) });
  await prove(market as never, 'pickup');
  expect(await market.act('validatePickup', carrier)).toMatchObject({ status: 200 });
  expect(await take(carrier, owner, id)).toMatchObject({ status: 409, body: { code: 'OFFER_OVER' } });
  expect((await market.read(carrier, owner)).parcel?.situation?.offer).toBeUndefined();
  for (const [by, to] of [
    [carrier, owner],
    [owner, carrier],
  ] as const)
    expect(await make(by, to, { price: euros(50) })).toMatchObject({
      status: 403,
      body: { title: 'Accord définitif' },
    });
  await follow();
  await follow();
  expect(await rows()).toEqual([]);
  expect(await mailsNamed('offerOver')).toMatchObject([{ memberId: owner, data: { why: 'closed' } }]);
  expect(await current()).toMatchObject({ terms: { price: euros(30), grams: 1500 } });
});

test('the end of the agreement ends its change without another mail, also where the two agree again', async () => {
  const { offered, act, agree, take, follow, rows, mailsNamed } = await agreed();
  const id = await offered(carrier, owner, { price: euros(35) });
  await act('releaseCarrier', owner);
  // The button of the second agreement removes the rows, so the offer is seen before it.
  expect(await take(owner, carrier, id)).toMatchObject({ body: { code: 'OFFER_OVER' } });
  await agree();
  expect(await take(owner, carrier, id)).toMatchObject({ body: { code: 'OFFER_OVER' } });
  await follow();
  expect(await rows()).toEqual([]);
  expect(await mailsNamed('offerOver')).toEqual([]);
});

test('no third member changes an agreement', async () => {
  const { make, offered, take, end } = await agreed();
  expect(await make(owner, other, { price: euros(20) })).toMatchObject({
    status: 409,
    body: { code: 'STATE_CHANGED' },
  });
  expect(await make(other, owner, { price: euros(20) })).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_ASSIGNED' },
  });
  const id = await offered(carrier, owner, { price: euros(35) });
  for (const answer of [await take(other, owner, id), await end(other, owner, id)])
    expect(answer).toMatchObject({ body: { code: 'OFFER_OVER' } });
});

test('of the pickup and the taking of a change at once one wins', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const { offered, take, follow, rows, current, ...market } = await agreed();
    const id = await offered(carrier, owner, { price: euros(35) });
    await prove(market as never, 'pickup');
    const [taken, picked] = await Promise.all([take(owner, carrier, id), market.act('validatePickup', carrier)]);
    expect([taken.status, picked.status].every((status) => status < 500)).toBe(true);
    expect([taken.status, picked.status].filter((status) => status === 200)).toHaveLength(1);
    await follow();
    const amount = taken.status === 200 ? euros(35) : euros(30);
    expect(await current()).toMatchObject({ terms: { price: amount } });
    expect(await rows()).toEqual([]);
  }
});

test('a block changes nothing about a delivery in hand: a change is proposed and taken', async () => {
  const { offered, take, as } = await agreed();
  await as(owner).blockMember({ params: { userId: carrier } });
  const id = await offered(carrier, owner, { price: euros(35) });
  expect(await take(owner, carrier, id)).toMatchObject({
    status: 200,
    body: { situation: { terms: { price: euros(35) } } },
  });
});

test('a heavier change is not offered for taking while its trip has no room for it, in any place', async () => {
  const { offered, take, read, call, followNew, table, end } = await agreed();
  const id = await offered(carrier, owner, { weight: '4' });
  const book = (bookedGrams: number) =>
    table.transact([
      table.update(keys.trip(trip.id), {
        expression:
          'SET #record.#booked = :grams, #record.#version = #record.#version + :one, #version = #version + :one',
        names: { '#record': 'record', '#booked': 'bookedGrams', '#version': 'version' },
        values: { ':grams': bookedGrams, ':one': 1 },
      }),
    ]);
  const situations = async () => {
    await followNew();
    const [row] = (await call('myRequests', owner, { query: { direction: 'received' } })).body['items'] as Shown[];
    const [own] = (await call('myParcels', owner, {})).body['items'] as Shown[];
    return [row, own, (await read(owner, carrier)).parcel].map((shown) => {
      const { obstacle, acts = [] } = shown?.situation ?? {};
      return [obstacle, acts.some(({ name }) => name === 'takeOffer')];
    });
  };
  // 1.5 of 5 kg are this parcel, and 2 another one: 3 kg are possible.
  await book(3500);
  expect(await situations()).toEqual([0, 1, 2].map(() => ['tripFull', false]));
  const refused = await take(owner, carrier, id);
  expect(spaced(refused.body['detail'])).toMatch(/^Jusqu'à 3 kg possibles sur ce trajet\./);
  await book(2500);
  expect(await situations()).toEqual([0, 1, 2].map(() => [undefined, true]));
  await book(3500);
  await end(owner, carrier, id);
  await offered(carrier, owner, { price: euros(40) });
  expect(await situations()).toEqual([0, 1, 2].map(() => [undefined, true]));
});
