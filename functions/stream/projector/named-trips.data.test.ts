import { expect, test } from 'vitest';
import { parcelItem } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { tripItem } from '#functions/trips/repository.ts';
import { eventTermsText } from '#shared/deliveries/offer-words.ts';
import { eventLine, moveEvent } from '#shared/messaging/words.ts';
import type { Situation } from '#shared/situation/contract.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { cancelTrip } from '#shared/trips/rules.ts';
import { aTrip } from '#test/access/people.ts';
import { carrier, owner } from '#test/support/scenes/delivery-market.ts';
import { euros, type OfferMarket, offerMarket } from '#test/support/scenes/offer-market.ts';
import { followTrip } from './loads.ts';
import { closeOffers } from './offers.ts';

const trip = aTrip(201, 'C', { transport: 'plane', travelDate: '2030-12-12' });
const full: TripRecord = { ...trip, bookedGrams: 4000 };

/** The one request between the two, as each of them reads it. */
async function readBy({ call }: OfferMarket, memberId: string) {
  const lists = await Promise.all(
    ['received', 'sent'].map(async (direction) => (await call('myRequests', memberId, { query: { direction } })).body),
  );
  const [row] = lists.flatMap(({ items }) => items as { situation: Situation }[]);
  const { stage, obstacle, main, acts, offer, terms, until } = row?.situation ?? ({} as Situation);
  return { stage, obstacle, main, until, acts: acts?.map(({ name }) => name), trip: offer ? offer.trip : terms?.trip };
}

const changes: readonly (readonly [string, TripRecord, string])[] = [
  ['is full', full, 'tripFull'],
  ['has become smaller', { ...trip, maxWeightKg: 1 }, 'tripFull'],
  ['is edited and waits for its validation', { ...trip, adminStatus: 'pending' }, 'tripUnlisted'],
  ['is sent back', { ...trip, adminStatus: 'rejected' }, 'tripUnlisted'],
  ['is cancelled', cancelTrip(trip, 'Vol supprimé', Date.parse('2026-11-20T10:00:00Z')), 'tripCancelled'],
];
test.each(changes)(
  'an offer with a trip that %s cannot be taken, and both read why',
  async (_what, change, obstacle) => {
    const market = await offerMarket({}, [trip]);
    const { offered, followNew, seed, read, take } = market;
    const id = await offered(carrier, owner, { price: euros(25), tripId: trip.id });
    await followNew();
    expect(await readBy(market, owner)).toMatchObject({ stage: 'offered', main: 'takeOffer', trip: { id: trip.id } });
    await seed(change);
    await followNew();
    expect(await readBy(market, owner)).toMatchObject({ obstacle, acts: expect.not.arrayContaining(['takeOffer']) });
    expect(await readBy(market, owner)).toMatchObject({ acts: expect.arrayContaining(['declineOffer', 'makeOffer']) });
    expect(await readBy(market, carrier)).toMatchObject({ obstacle, main: 'makeOffer' });
    expect(await readBy(market, carrier)).toMatchObject({ acts: expect.arrayContaining(['withdrawOffer']) });
    expect((await read(owner, carrier)).parcel?.situation).toMatchObject({ obstacle, offer: { id } });
    expect(await take(owner, carrier, id)).toMatchObject({ status: 409 });

    await seed(trip);
    await followNew();
    const again = await readBy(market, owner);
    expect(again).toMatchObject({ obstacle: undefined, main: 'takeOffer' });
    expect(again.trip).not.toHaveProperty('obstacle');
    // A cancelled trip does not come back outside of this test.
    await followTrip(market.table, tripItem({ ...trip, adminStatus: 'pending' }), tripItem(trip), market.clock.now);
    const { until } = again;
    expect(await market.mailsNamed('tripFree')).toMatchObject([{ memberId: owner, data: { offered: 'offer', until } }]);
  },
);

test('a yes to half an agreement is possible again once its trip is validated, and its member is told once', async () => {
  const market = await offerMarket({}, [trip]);
  await market.act('chooseCarrier', owner, { carrierId: carrier, tripId: trip.id });
  await market.act('releaseCarrier', owner);
  await market.act('acceptDelivery', carrier, { tripId: trip.id });
  await market.followNew();
  const moved = { ...trip, travelDate: '2030-12-22' };
  await market.seed({ ...moved, adminStatus: 'pending' });
  await market.followNew();
  expect(await market.mailsNamed('tripFree')).toEqual([]);
  await market.seed(moved);
  await market.followNew();
  await market.follow();
  const { until } = await readBy(market, owner);
  expect(until).toBeDefined();
  const named = 'trajet en avion du 22\u00a0déc.\u00a02030 (après la date limite)';
  expect(await market.mailsNamed('tripFree')).toMatchObject([
    { memberId: owner, data: { offered: '', trip: named, until } },
  ]);
});

const cancelled = cancelTrip(trip, 'Vol supprimé', Date.parse('2026-11-20T10:00:00Z'));
test.each([
  ['the traveller', carrier, owner],
  ['the owner', owner, carrier],
])(
  'when the trip of an open offer by %s is cancelled, the owner is told once, and it waits for no answer',
  async (_by, by, to) => {
    const market = await offerMarket({}, [trip]);
    await market.offered(by, to, { price: euros(25), tripId: trip.id });
    await market.followNew();
    const waiting = async () => Number((await market.table.get(keys.stats(to)))?.['requests'] ?? 0);
    expect(await waiting()).toBe(1);
    await market.seed(cancelled);
    await market.followNew();
    await followTrip(market.table, tripItem(trip), tripItem(cancelled), market.clock.now);
    expect(await waiting()).toBe(0);
    expect(await market.mailsNamed('tripCancelled')).toMatchObject([
      { memberId: owner, data: { otherId: carrier, offered: 'offer', reason: 'Vol supprimé', tripEnd: 'cancelled' } },
    ]);
    const own = (await market.call('myParcels', owner)).body['items'] as { situation: Situation }[];
    expect(own[0]?.situation.offers?.stuck).toEqual([{ isSent: by === owner, why: 'cancelled' }]);
  },
);

test.each([
  ['the traveller', carrier, owner, 'owner'],
  ['the owner', owner, carrier, 'traveller'],
])(
  'when the trip of an open offer by %s moves behind the last day, both read so, and the owner is told',
  async (_by, by, to, answers) => {
    const market = await offerMarket({}, [trip]);
    await market.offered(by, to, { price: euros(25), tripId: trip.id });
    await market.seed({ ...trip, travelDate: '2030-12-22' });
    await market.followNew();
    for (const memberId of [owner, carrier])
      expect((await readBy(market, memberId)).trip).toMatchObject({ travelDate: '2030-12-22', isLate: true });
    expect(await market.mailsNamed('tripChanged')).toMatchObject([
      {
        data: {
          travel: 'le 22\u00a0déc.\u00a02030, en avion, après la date limite',
          was: 'le 12\u00a0déc.\u00a02030, en avion',
          answers,
        },
      },
    ]);
    await market.seed(trip);
    await market.followNew();
    expect((await readBy(market, owner)).trip).not.toHaveProperty('isLate');
  },
);

test('an offer shows the new day of its trip, and only who has read it takes it', async () => {
  const market = await offerMarket({}, [trip]);
  const { offered, followNew, seed, call, params } = market;
  const offerId = await offered(carrier, owner, { price: euros(25), tripId: trip.id });
  await seed({ ...trip, travelDate: '2030-12-19', transport: 'boat' });
  await followNew();
  for (const memberId of [owner, carrier])
    expect((await readBy(market, memberId)).trip).toMatchObject({ travelDate: '2030-12-19', transport: 'boat' });
  const take = (travelDate: string, transport: string) =>
    call('takeOffer', owner, { params: { ...params, userId: carrier }, body: { offerId, travelDate, transport } });
  expect(await take('2030-12-12', 'boat')).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED' } });
  expect(await take('2030-12-19', 'plane')).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED' } });
  expect(await take('2030-12-19', 'boat')).toMatchObject({
    status: 200,
    body: { situation: { stage: 'agreed', terms: { trip: { travelDate: '2030-12-19', transport: 'boat' } } } },
  });
});

const spaced = (text: unknown) => String(text).replaceAll(/[\u00a0\u202f]/g, ' ');

/** The last message of the two as each of them reads it, and the lines of its trip. */
async function bubblesOf(market: OfferMarket) {
  const sides = [
    [owner, carrier],
    [carrier, owner],
  ] as const;
  return Promise.all(
    sides.map(async ([memberId, userId]) => {
      const { messages } = await market.read(memberId, userId);
      const { content, offer } = messages.at(-1) ?? { content: '' };
      const lines = (offer?.moves ?? []).map((move) => moveEvent(move, memberId));
      return { text: spaced(content), trip: offer?.trip, lines };
    }),
  );
}

test('the bubble of an open offer shows the present trip, and the log how it moved', async () => {
  const market = await offerMarket({}, [trip]);
  await market.offered(carrier, owner, { price: euros(25), tripId: trip.id, note: 'Départ le matin.' });
  const moved = { ...trip, travelDate: '2030-12-22', transport: 'boat' as const };
  await market.seed(moved);
  await market.followNew();
  await followTrip(market.table, tripItem(trip), tripItem(moved), market.clock.now);
  const said =
    'Proposition : 25 €, avec mon trajet en bateau du 22 déc. 2030 (après la date limite).\nDépart le matin.';
  for (const { text, trip: shown, lines } of await bubblesOf(market)) {
    expect(text).toBe(said);
    expect(shown).toMatchObject({ travelDate: '2030-12-22', isLate: true });
    expect(lines.map((line) => [line.type, spaced(eventTermsText(line))])).toEqual([
      [
        'tripMoved',
        'trajet en bateau du 22 déc. 2030 (après la date limite) au lieu du trajet en avion du 12 déc. 2030',
      ],
    ]);
  }
  const { body } = await market.call('conversations', owner, {});
  expect(spaced((body['items'] as { lastMessage: { preview: string } }[])[0]?.lastMessage.preview)).toContain('bateau');
});

test.each([
  ['its traveller', cancelled, 'Votre trajet est annulé'],
  ['our team', undefined, 'Notre équipe a supprimé votre trajet'],
])('the log of an open offer tells that its trip was ended by %s', async (_by, end, mine) => {
  const market = await offerMarket({}, [trip]);
  await market.offered(owner, carrier, { price: euros(25), tripId: trip.id });
  await market.followNew();
  if (end) await market.seed(end);
  else await market.table.transact([market.table.remove(keys.trip(trip.id))]);
  await market.followNew();
  const [ofOwner, ofCarrier] = await bubblesOf(market);
  expect(ofOwner?.text).toBe('Proposition : 25 €, avec le trajet en avion du 12 déc. 2030 (annulé).');
  expect(ofCarrier?.lines.map((line) => eventLine(line, carrier, 'Amel'))).toEqual([mine]);
  expect(ofOwner?.lines.map((line) => spaced(eventLine(line, owner, 'Karim')))).toEqual([
    expect.stringMatching(end ? /^Le trajet de .*Karim.* est annulé$/ : /^Notre équipe a supprimé le trajet/),
  ]);
});

test('a change of the trip names the trips as they are, the agreed one too', async () => {
  const later = aTrip(202, 'C', { transport: 'plane', travelDate: '2030-12-13' });
  const market = await offerMarket({}, [trip, later]);
  await market.agree(trip.id);
  await market.offered(carrier, owner, { tripId: later.id });
  await market.followNew();
  await market.seed({ ...trip, bookedGrams: 1500, travelDate: '2030-12-11' });
  await market.followNew();
  await market.seed({ ...later, travelDate: '2030-12-14' });
  await market.followNew();
  for (const { text, lines } of await bubblesOf(market)) {
    expect(text).toBe('Changement : trajet en avion du 14 déc. 2030 au lieu du trajet en avion du 11 déc. 2030.');
    // The agreement has its own line.
    expect(lines).toMatchObject([{ terms: { trip: { travelDate: '2030-12-14' } } }]);
  }
});

const oran = { city: 'Oran', country: 'Algérie', countryCode: 'DZ', placeId: '2485926' };
test.each([
  ['an offer', 'takeOffer'],
  ['half an agreement', 'chooseCarrier'],
] as const)(
  '%s names other cities of its trip once these are validated, and the yes is to them',
  async (_what, act) => {
    const market = await offerMarket({}, [trip]);
    const { seed, followNew, call, params } = market;
    const isOffer = act === 'takeOffer';
    const offerId = isOffer ? await market.offered(carrier, owner, { price: euros(25), tripId: trip.id }) : '';
    if (!isOffer) await market.act('acceptDelivery', carrier, { tripId: trip.id });
    await followNew();
    const edited = { ...trip, arrival: oran, version: 2 };
    await seed({ ...edited, adminStatus: 'pending' });
    await followNew();
    expect(await readBy(market, owner)).toMatchObject({ obstacle: 'tripUnlisted', trip: { to: trip.arrival.city } });
    await seed({ ...edited, version: 3 });
    await followNew();
    for (const memberId of [owner, carrier])
      expect(await readBy(market, memberId)).toMatchObject({ trip: { from: trip.depart.city, to: 'Oran' } });
    expect(await market.mailsNamed('tripChanged')).toMatchObject([
      { data: { travel: expect.stringContaining('Oran'), was: expect.stringContaining(trip.arrival.city) } },
    ]);
    const agree = (to: string) =>
      isOffer
        ? call(act, owner, { params: { ...params, userId: carrier }, body: { offerId, to } })
        : market.act(act, owner, { carrierId: carrier, to });
    expect(await agree(trip.arrival.city)).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED' } });
    expect(await agree('Oran')).toMatchObject({ status: 200, body: { situation: { stage: 'agreed' } } });
  },
);

test('the second yes agrees to the day that was read, not to one of a moment ago', async () => {
  const market = await offerMarket({}, [trip]);
  await market.act('acceptDelivery', carrier, { tripId: trip.id });
  await market.seed({ ...trip, travelDate: '2030-12-19' });
  await market.followNew();
  const choose = (travelDate: string) => market.act('chooseCarrier', owner, { carrierId: carrier, travelDate });
  expect(await choose('2030-12-12')).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED' } });
  expect(await choose('2030-12-19')).toMatchObject({
    status: 200,
    body: { situation: { stage: 'agreed', terms: { trip: { travelDate: '2030-12-19' } } } },
  });
});

test('beside an open change the agreement shows the new day of its trip', async () => {
  const market = await offerMarket({}, [trip]);
  await market.agree(trip.id);
  await market.offered(owner, carrier, { price: euros(33), isChange: true });
  await market.followNew();
  await market.seed({ ...trip, bookedGrams: 2500, travelDate: '2030-12-19' });
  await market.followNew();
  const { items } = (await market.call('myRequests', carrier, { query: { direction: 'received' } })).body;
  expect((items as { situation: Situation }[])[0]?.situation.terms.trip).toMatchObject({ travelDate: '2030-12-19' });
});

test.each(changes.filter(([what]) => what !== 'is cancelled'))(
  'half an agreement with a trip that %s waits, and both read why',
  async (_what, change, obstacle) => {
    const market = await offerMarket({}, [trip]);
    const { act, followNew, seed, current, call } = market;
    await act('acceptDelivery', carrier, { tripId: trip.id });
    await followNew();
    const { version } = await current();
    expect(await readBy(market, owner)).toMatchObject({ stage: 'proposed', main: 'chooseCarrier' });
    await seed(change);
    await followNew();
    for (const memberId of [owner, carrier])
      expect(await readBy(market, memberId)).toMatchObject({ stage: 'proposed', obstacle });
    expect((await readBy(market, owner)).acts).not.toContain('chooseCarrier');
    const { body } = await call('myParcels', owner);
    expect(body['items']).toMatchObject([{ situation: { stage: 'proposed', obstacle } }]);
    expect(await act('chooseCarrier', owner, { carrierId: carrier })).toMatchObject({ status: 409 });
    expect((await current()).version).toBe(version);

    await seed(trip);
    await followNew();
    expect(await readBy(market, owner)).toMatchObject({ obstacle: undefined, main: 'chooseCarrier' });
    expect(await act('chooseCarrier', owner, { carrierId: carrier })).toMatchObject({ status: 200 });
  },
);

test('an offer whose trip moves while its parcel is paused shows both', async () => {
  const market = await offerMarket({}, [trip]);
  const { offered, act, seed, table, clock, current } = market;
  await offered(carrier, owner, { price: euros(25), tripId: trip.id });
  const before = parcelItem(await current());
  await act('pauseParcel' as never, owner);
  const moved = { ...trip, travelDate: '2030-12-19' };
  await seed(moved);
  let isMoved = false;
  const meanwhile: typeof table = {
    ...table,
    transact: async (writes) => {
      if (!isMoved) await followTrip(table, tripItem(trip), tripItem(moved), clock.now);
      isMoved = true;
      return table.transact(writes);
    },
  };
  await closeOffers(meanwhile, before, parcelItem(await current()), clock.now);
  expect(await readBy(market, owner)).toMatchObject({ stage: 'paused', trip: { travelDate: '2030-12-19' } });
  expect(await readBy(market, carrier)).toMatchObject({ obstacle: 'unlisted', trip: { travelDate: '2030-12-19' } });
});

test('an offer that is replaced while the trip of the earlier one changes gets no trip', async () => {
  const { offered, make, seed, table, read, clock } = await offerMarket({}, [trip]);
  await offered(carrier, owner, { price: euros(25), tripId: trip.id });
  await seed(full);
  let replaced = 0;
  const meanwhile: typeof table = {
    ...table,
    transact: async (writes) => {
      if (replaced++ === 0) await make(owner, carrier, { price: euros(28) });
      return table.transact(writes);
    },
  };
  await followTrip(meanwhile, tripItem(trip), tripItem(full), clock.now).catch(() => undefined);
  expect(replaced).toBeGreaterThan(0);
  for (const [me, them] of [
    [owner, carrier],
    [carrier, owner],
  ] as const) {
    const offer = (await read(me, them)).parcel?.situation?.offer;
    expect(offer).toMatchObject({ by: owner, price: euros(28) });
    expect(offer).not.toHaveProperty('trip');
  }
});
