import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import type { ListedDelivery } from '#shared/deliveries/listed.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { hourMs } from '#shared/values/time.ts';
import { aProfile, aTrip } from '#test/access/people.ts';
import { carrier, other, owner, pending } from '#test/support/scenes/delivery-market.ts';
import { euros, offerMarket } from '#test/support/scenes/offer-market.ts';
import { subscriptionFrom } from '#test/support/scenes/subscription-from.ts';
import { onDynamoDb } from '#test/support/table.ts';

const trip = aTrip(201, 'C', { transport: 'plane', travelDate: '2030-12-12' });
const theirs = aTrip(202, 'M');
const stranger = '00000000-0000-4000-8000-000000000099';
const named = { id: trip.id, travelDate: '2030-12-12', transport: 'plane', from: 'Paris', to: 'Alger' };
const spaced = (text: unknown) => String(text).replaceAll(/[\u00a0\u202f]/g, ' ');

test('an offer is a message, and open in both conversations and both lists', async () => {
  const market = await offerMarket({}, [trip]);
  const { make, read, call, follow, stored } = market;
  const note = 'Je passe à Lyon';
  const made = await make(carrier, owner, { price: euros(25), tripId: trip.id, note });
  expect(made).toMatchObject({ status: 201, body: { by: carrier, price: euros(25), trip: named } });
  const { at, until } = made.body as { at: string; until: string };
  expect(Date.parse(until) - Date.parse(at)).toBe(48 * hourMs);
  for (const [me, them] of [
    [owner, carrier],
    [carrier, owner],
  ] as const) {
    const { messages, parcel } = await read(me, them);
    expect(parcel?.situation).toMatchObject({ stage: 'offered', offer: made.body });
    const message = messages.at(-1);
    expect(message).toMatchObject({ offer: { step: 'made', price: euros(25), trip: named } });
    expect(spaced(message?.content)).toBe(`Proposition : 25 €, avec mon trajet en avion du 12 déc. 2030.\n${note}`);
    const direction = me === owner ? 'received' : 'sent';
    const { body } = await call('myRequests', me, { query: { direction } });
    expect(body['items']).toMatchObject([{ situation: { offer: made.body }, assignedAt: at, partner: { id: them } }]);
  }
  expect((await read(other, owner)).parcel?.situation?.offer).toBeUndefined();
  await follow();
  await follow();
  expect(await stored(keys.stats(owner))).toMatchObject({ requests: 1 });
});

test(
  'to make or take an offer reads its parcel once',
  onDynamoDb(async () => {
    const { make, take, client, parcel } = await offerMarket();
    let reads = 0;
    const { pk, sk } = keys.parcel(parcel.id);
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        async (call) => {
          const isRead = /^(Batch)?Get/.test(commandName);
          if (isRead && JSON.stringify(call.input).includes(`"pk":{"S":"${pk}"},"sk":{"S":"${sk}"}`)) reads += 1;
          return next(call);
        },
      { step: 'serialize' },
    );
    const { body } = await make(carrier, owner);
    expect(reads).toBe(1);
    expect(await take(owner, carrier, body['id'])).toMatchObject({ status: 200 });
    expect(reads).toBe(2);
  }),
);

test('taken by the owner it completes the agreement at its terms', async () => {
  const {
    offered,
    take,
    rows,
    call,
    params,
    mailsNamed,
    parcel: made,
    current,
    ...market
  } = await offerMarket({}, [trip]);
  const id = await offered(carrier, owner, { price: euros(25), tripId: trip.id });
  const taken = await take(owner, carrier, id);
  const terms = { price: euros(25), grams: 1500, trip: named };
  expect(taken).toMatchObject({ status: 200, body: { situation: { stage: 'agreed', terms }, carrierId: carrier } });
  expect(await market.stored(keys.trip(trip.id))).toMatchObject({ record: { bookedGrams: 1500 } });
  const { body } = await call('tracking', owner, { params });
  expect(body['items']).toMatchObject([{ type: 'handshake', by: owner, carrierId: carrier, terms }]);
  expect(await mailsNamed('handshakeDone')).toMatchObject([
    { memberId: carrier, data: { terms: expect.stringMatching(/^25.€, 1,5.kg, trajet en avion/) } },
  ]);
  expect(await rows()).toEqual([]);
  expect(await take(owner, carrier, id)).toMatchObject({ body: { code: 'OFFER_OVER' } });
  expect((await current()).version).toBe(made.version + 1);
});

test.each([
  ['the trip that the owner names', trip.id, undefined],
  ['the trip that the traveller names', undefined, trip.id],
  ['none', undefined, undefined],
])('an invitation that the traveller takes is an agreement with %s', async (_what, invited, answered) => {
  const { offered, take, read } = await offerMarket({}, [trip]);
  const id = await offered(owner, carrier, { price: euros(28), ...(invited ? { tripId: invited } : {}) });
  expect((await read(carrier, owner)).parcel?.situation?.offer).toMatchObject({ by: owner, price: euros(28) });
  const taken = await take(carrier, owner, id, answered);
  expect(taken.body).toMatchObject({ situation: { stage: 'agreed', terms: { price: euros(28), grams: 1500 } } });
  const { terms } = taken.body['situation'] as Situation;
  expect(terms.trip).toEqual(invited || answered ? named : undefined);
});

test('a newer offer of either side replaces the one between the two', async () => {
  const { offered, take, read, rows } = await offerMarket();
  const first = await offered(carrier, owner);
  const corrected = await offered(carrier, owner, { price: euros(24) });
  const counter = await offered(owner, carrier, { price: euros(28) });
  expect(await rows()).toHaveLength(2);
  expect((await read(carrier, owner)).parcel?.situation?.offer).toMatchObject({ id: counter, by: owner });
  for (const old of [first, corrected])
    expect(await take(owner, carrier, old)).toMatchObject({ status: 409, body: { code: 'OFFER_OVER' } });
  expect(await take(owner, carrier, counter)).toMatchObject({ status: 403, body: { code: 'NOT_ALLOWED' } });
  expect(await take(carrier, owner, counter)).toMatchObject({
    body: { situation: { terms: { price: euros(28) } } },
  });
});

test('an owner who takes an offer replaces the traveller of half an agreement, who is notified', async () => {
  const { offered, act, take, call, params, mailsNamed, mails, rows } = await offerMarket({}, [trip]);
  const id = await offered(carrier, owner);
  await act('acceptDelivery', other);
  expect(await take(owner, carrier, id)).toMatchObject({
    body: { situation: { stage: 'agreed' }, carrierId: carrier },
  });
  const { body } = await call('tracking', owner, { params });
  expect(body['items']).toMatchObject([
    { type: 'acceptDelivery', carrierId: other },
    { type: 'carrierReplaced', carrierId: other },
    { type: 'handshake', carrierId: carrier },
  ]);
  expect(await mailsNamed('carrierReplaced')).toMatchObject([{ memberId: other }]);
  expect((await mails()).filter(({ memberId, data }) => memberId === other && data['terms'])).toEqual([]);
  expect((await call('myRequests', owner, {})).body['items']).toEqual([]);
  expect(await rows()).toEqual([]);
});

test('a traveller never displaces another one', async () => {
  const { offered, act, take, current } = await offerMarket();
  const id = await offered(owner, carrier);
  await act('acceptDelivery', other);
  expect(await take(carrier, owner, id)).toMatchObject({ status: 409, body: { code: 'ALREADY_ASSIGNED' } });
  expect(await current()).toMatchObject({ status: 'accepted_for_delivery', carrierId: other });
});

test('a yes by a button ends the offer, and its author makes none until they take it back', async () => {
  const { offered, act, make, take, rows } = await offerMarket({}, [trip]);
  await offered(owner, carrier);
  await act('acceptDelivery', carrier, { tripId: trip.id });
  expect(await rows()).toEqual([]);
  expect(await make(carrier, owner)).toMatchObject({ status: 403, body: { title: 'Réponse déjà donnée' } });
  const answered = await offered(owner, carrier, { price: euros(27) });
  const taken = await take(carrier, owner, answered);
  expect(taken.body).toMatchObject({
    situation: { stage: 'agreed', terms: { price: euros(27), grams: 1500, trip: named } },
  });
});

test('beside half an agreement the row of an offer has the end of the offer, and the other row its own', async () => {
  const { act, call, clock, offered } = await offerMarket();
  await act('chooseCarrier', owner, { carrierId: carrier });
  clock.now += hourMs;
  await offered(carrier, owner);
  const rowsOf = async (direction: string) =>
    (await call('myRequests', carrier, { query: { direction } })).body['items'];
  const [half] = (await rowsOf('received')) as ListedDelivery[];
  const [mine] = (await rowsOf('sent')) as ListedDelivery[];
  expect(mine?.situation.until).toBe(mine?.situation.offer?.until);
  expect(String(half?.situation.until) < String(mine?.situation.until)).toBe(true);
});

test('a choice by its owner ends the offer of that traveller alone, and taken back they may offer again', async () => {
  const { offered, act, make, rows } = await offerMarket();
  await offered(carrier, owner);
  await offered(other, owner);
  await act('chooseCarrier', owner, { carrierId: carrier });
  expect((await rows()).toSorted()).toEqual([other, owner].toSorted());
  expect(await make(owner, carrier)).toMatchObject({ body: { title: 'Réponse déjà donnée' } });
  await act('releaseCarrier', owner);
  expect(await make(owner, carrier)).toMatchObject({ status: 201 });
});

test.each([
  ['declined', owner, 'Trop cher', "Je n'accepte pas cette proposition de 25 €.\nMotif : Trop cher"],
  ['withdrawn', carrier, undefined, 'Je retire ma proposition de 25 €.'],
] as const)('an offer that is %s is over, and the message says so', async (step, by, reason, text) => {
  const { offered, end, take, read, rows } = await offerMarket();
  const id = await offered(carrier, owner);
  const them = by === owner ? carrier : owner;
  expect(await end(by, them, id, reason)).toMatchObject({ status: 204 });
  const { messages, parcel } = await read(owner, carrier);
  const offer = parcel?.situation?.offer;
  expect(offer).toBeUndefined();
  expect(messages.at(-1)).toMatchObject({ senderId: by, offer: { step, price: euros(25) } });
  expect(spaced(messages.at(-1)?.content)).toBe(text);
  expect(await rows()).toEqual([]);
  for (const again of [await end(by, them, id), await take(owner, carrier, id)])
    expect(again).toMatchObject({ status: 409, body: { code: 'OFFER_OVER' } });
});

test('an offer may begin the conversation, and needs no other message before it is taken', async () => {
  const { seed, make, take, read } = await offerMarket();
  await seed(aProfile('M', { id: stranger, email: 'stranger@example.org' }));
  const { body } = await make(stranger, owner);
  expect((await read(owner, stranger)).messages).toMatchObject([{ senderId: stranger, offer: { step: 'made' } }]);
  expect(await take(owner, stranger, body['id'])).toMatchObject({
    body: { situation: { stage: 'agreed' }, carrierId: stranger },
  });
});

test.each([
  ['to oneself', carrier, carrier, {}, 403, { code: 'SELF_ACTION' }],
  ['about a parcel of a third member', carrier, other, {}, 403, { code: 'NOT_ALLOWED' }],
  ['to an unknown member', owner, stranger, {}, 404, { code: 'NOT_FOUND' }],
  ['to a malformed id', owner, 'x', {}, 400, { code: 'INVALID' }],
  ['without a price', carrier, owner, { price: undefined }, 400, { fields: { price: 'Indiquez un prix' } }],
  ['of nothing', carrier, owner, { price: { amount: 0, currency: 'EUR' } }, 400, { code: 'INVALID' }],
  ['with another weight', carrier, owner, { weight: '2' }, 400, { code: 'INVALID' }],
  ['with the trip of another', carrier, owner, { tripId: theirs.id }, 409, { code: 'TRIP_UNAVAILABLE' }],
  ['with an unknown trip', carrier, owner, { tripId: stranger }, 409, { code: 'TRIP_UNAVAILABLE' }],
  ['to an unverified member', owner, pending, {}, 409, { code: 'OTHER_NOT_APPROVED' }],
  ['of an unverified member', pending, owner, {}, 403, { code: 'PROFILE_NOT_APPROVED' }],
])('an offer %s is refused', async (_what, by, to, facts, status, body) => {
  const { make, rows } = await offerMarket({}, [theirs]);
  expect(await make(by, to, { price: euros(25), ...facts })).toMatchObject({ status, body });
  expect(await rows()).toEqual([]);
});

test('a trip without room cannot be offered, and one that fills up refuses the taking with what is left', async () => {
  const full = { ...trip, maxWeightKg: 3, bookedGrams: 2000 };
  const { make, seed, offered, take, rows } = await offerMarket({}, [full]);
  const left = {
    status: 409,
    body: { code: 'TRIP_UNAVAILABLE', detail: expect.stringMatching(/^Il ne reste que 1.kg/) },
  };
  expect(await make(carrier, owner, { price: euros(25), tripId: trip.id })).toMatchObject(left);
  await seed(trip);
  const id = await offered(carrier, owner, { price: euros(25), tripId: trip.id });
  await seed(full);
  expect(await take(owner, carrier, id)).toMatchObject({
    ...left,
    body: { ...left.body, detail: expect.stringMatching(/acceptez une autre proposition\.$/) },
  });
  expect(await rows()).toHaveLength(2);
});

test('only the pair takes and ends an offer: for others, and of none, it is over', async () => {
  const { offered, take, end, rows } = await offerMarket();
  const id = await offered(carrier, owner);
  const over = { status: 409, body: { code: 'OFFER_OVER' } };
  for (const [by, them] of [
    [other, owner],
    [other, carrier],
    [owner, other],
  ] as const) {
    expect(await take(by, them, id)).toMatchObject(over);
    expect(await end(by, them, id)).toMatchObject(over);
  }
  expect(await end(carrier, owner, stranger)).toMatchObject(over);
  expect(await rows()).toHaveLength(2);
});

test('what the trust of the buttons asks for, the offers ask for too', async () => {
  const { offered, make, take, seed, profile } = await offerMarket();
  const id = await offered(carrier, owner);
  const before = await profile(carrier);
  await seed({ ...before, status: 'rejected' });
  expect(await take(owner, carrier, id)).toMatchObject({ body: { code: 'OTHER_NOT_APPROVED' } });
  subscriptionFrom('2026-01-01');
  await seed({ ...before, subscriptionEnd: undefined });
  await seed({ ...(await profile(owner)), subscriptionEnd: '2090-01-01T00:00:00.000Z' });
  expect(await make(carrier, owner)).toMatchObject({ status: 403, body: { code: 'SUBSCRIPTION_NEEDED' } });
  expect(await take(owner, carrier, id)).toMatchObject({ body: { title: 'Abonnement nécessaire' } });
});

test.each(['an offer', 'half an agreement'])(
  '%s of a traveller who lost the subscription can only be refused, in every place',
  async (what) => {
    const market = await offerMarket();
    const { act, as, call, offered, read, params, seed, profile, followNew } = market;
    const isHalf = what !== 'an offer';
    await (isHalf ? act('acceptDelivery', carrier) : offered(carrier, owner));
    await followNew();
    subscriptionFrom('2026-01-01');
    await seed({ ...(await profile(carrier)), subscriptionEnd: undefined });
    await seed({ ...(await profile(owner)), subscriptionEnd: '2090-01-01T00:00:00.000Z' });
    const main = isHalf ? 'releaseCarrier' : 'declineOffer';
    const told = { obstacle: 'otherNoSubscription', waitsFor: 'me', main };
    const [row] = (await call('myRequests', owner, { query: { direction: 'received' } })).body['items'] as object[];
    expect(row).toMatchObject({ situation: told });
    expect((await read(owner, carrier)).parcel).toMatchObject({ situation: told });
    // Without a conversation the list and the page of an offer lead to « Demandes ».
    const alone = isHalf ? told : { waitsFor: 'me', main: 'answer' };
    const [card] = (await call('myParcels', owner)).body['items'] as object[];
    expect(card).toMatchObject({ situation: alone });
    expect((await as(owner).readParcel({ params })).body).toMatchObject({ situation: alone });
  },
);

test('a block refuses offers and taking, and a hidden member ends an offer without a message', async () => {
  const { offered, make, take, end, as, read, rows } = await offerMarket();
  const id = await offered(carrier, owner);
  await as(owner).blockMember({ params: { userId: carrier } });
  const gone = { body: { code: 'RECIPIENT_UNAVAILABLE' } };
  expect(await make(carrier, owner)).toMatchObject(gone);
  expect(await take(owner, carrier, id)).toMatchObject({ status: 409 });
  const before = (await read(owner, carrier)).messages.length;
  expect(await end(carrier, owner, id)).toMatchObject({ status: 204 });
  expect((await read(owner, carrier)).messages).toHaveLength(before);
  expect(await rows()).toEqual([]);
});

test('a price answers only the offer that its author has read', async () => {
  const { offered, make, read, clock } = await offerMarket();
  const offerOf = async () => (await read(owner, carrier)).parcel?.situation?.offer;
  const unread = { status: 409, body: { code: 'STATE_CHANGED', title: 'Nouvelle proposition reçue' } };
  const own = await offered(carrier, owner, { price: euros(25), seenOfferId: null });
  const counter = await offered(owner, carrier, { price: euros(28), seenOfferId: own });
  expect(await make(carrier, owner, { price: euros(24), seenOfferId: null })).toMatchObject(unread);
  expect(await make(carrier, owner, { price: euros(24), seenOfferId: own })).toMatchObject(unread);
  expect(await offerOf()).toMatchObject({ id: counter, price: euros(28) });
  const answer = await offered(carrier, owner, { price: euros(26), seenOfferId: counter });
  expect(await offerOf()).toMatchObject({ id: answer });
  // Their own offer may be replaced, and one that has run out.
  expect(await make(carrier, owner, { price: euros(27), seenOfferId: null })).toMatchObject({ status: 201 });
  clock.now += 49 * hourMs;
  expect(await make(owner, carrier, { price: euros(29), seenOfferId: null })).toMatchObject({ status: 201 });
});
