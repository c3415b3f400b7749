import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { parseParcel } from '#functions/parcels/repository.ts';
import { keys } from '#functions/platform/keys.ts';
import { tripItem } from '#functions/trips/repository.ts';
import { loadOf } from '#shared/deliveries/agreement.ts';
import type { deliveryRoutes } from '#shared/deliveries/contract.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { aParcel, aProfile, aTrip, memberIds } from '#test/access/people.ts';
import { put } from '#test/support/pipeline.ts';
import { carrier, head, type Marketplace, marketplace, owner, prove } from '#test/support/scenes/delivery-market.ts';
import { itemsIn } from '#test/support/table.ts';

const trip = aTrip(201, 'C', { maxWeightKg: 4 });
const tripId = trip.id;
const heavy: Partial<ParcelRecord> = { weightGrams: 3500 };

/** The owner can name no other trip, so they read what they can do. */
const advice = 'Écrivez à ce voyageur, ou touchez « Refuser » pour que votre colis soit de nouveau proposé.';

const storedTrip = async ({ table }: Pick<Marketplace, 'table'>) =>
  (await table.get(keys.trip(tripId), { consistent: true }))?.['record'] as TripRecord | undefined;
const bookedOf = async (market: Pick<Marketplace, 'table'>) => (await storedTrip(market))?.bookedGrams;

/** Both have agreed on the trip. */
async function agreed(change: Partial<ParcelRecord> = heavy) {
  const market = await marketplace(change, [trip]);
  await market.act('acceptDelivery', carrier, { tripId });
  expect(await bookedOf(market)).toBeUndefined();
  expect((await market.act('chooseCarrier', owner, { carrierId: carrier })).status).toBe(200);
  expect(await storedTrip(market)).toMatchObject({ bookedGrams: 3500, version: 2 });
  return market;
}

test.each([
  { depart: { city: 'Villesecrete', country: 'France', countryCode: 'FR' } },
  { arrival: { city: 'Hameau', country: 'Algérie', countryCode: 'DZ' } },
])('a trip with a city of no list is named, agreed on and booked as any other: %o', async (typed) => {
  const typedTrip = aTrip(201, 'C', { maxWeightKg: 4, ...typed });
  const market = await marketplace(heavy, [typedTrip]);
  expect((await market.act('acceptDelivery', carrier, { tripId })).status).toBe(200);
  expect((await market.act('chooseCarrier', owner, { carrierId: carrier })).status).toBe(200);
  expect(await bookedOf(market)).toBe(3500);
});

const endings: readonly (readonly [string, (market: Marketplace) => Promise<unknown>])[] = [
  ['the carrier withdraws', ({ act }) => act('releaseCarrier', carrier, {})],
  [
    'the owner cancels',
    ({ call, params, parcel }) =>
      call('cancelParcel', owner, { params, version: parcel.version + 2, body: { reason: 'Envoyé autrement' } }),
  ],
];
test.each(endings)('both agree and the kilos are booked; %s and they are free again', async (_what, end) => {
  const market = await agreed();
  expect(await end(market)).toMatchObject({ status: 200 });
  expect(await storedTrip(market)).toMatchObject({ bookedGrams: 0, version: 3 });
});

test.each([
  ['on the day of its trip keeps its kilos', trip.travelDate, 3500],
  ['before the day of its trip frees them', undefined, 0],
])('what was delivered %s', async (_what, day, grams) => {
  const market = await agreed();
  if (day) market.clock.now = Date.parse(`${day}T12:00:00Z`);
  await prove(market, 'pickup');
  await market.act('validatePickup', carrier);
  await market.act('startDelivery', carrier);
  await prove(market, 'delivery');
  expect(await market.act('validateDelivery', carrier)).toMatchObject({ body: { situation: { stage: 'delivered' } } });
  expect(await bookedOf(market)).toBe(grams);
});

test.each([
  ['active', 0],
  ['cancelled', 0],
  ['delivered', 3500],
  ['returned', 3500],
] as const)('settled as %s, a parcel leaves %i g booked; half an agreement books and needs none', async (to, grams) => {
  const settle = async (market: Marketplace) => {
    await market.seed(aProfile('RA'), { ...keys.administrator(memberIds.RA), status: 'active', rootAdmin: true });
    const { version } = await market.current();
    const body = { to, reason: 'Transporteur bloqué' };
    expect(await market.as(memberIds.RA).overrideParcel({ params: market.params, version, body })).toMatchObject({
      status: 200,
      body: { status: to },
    });
  };
  const whole = await agreed();
  whole.clock.now = Date.parse(`${trip.travelDate}T12:00:00Z`);
  await settle(whole);
  expect(await bookedOf(whole)).toBe(grams);
  const half = await marketplace(heavy, [trip]);
  await half.act('acceptDelivery', carrier, { tripId });
  await put(half.table, tripItem({ ...trip, bookedGrams: 4000, adminStatus: 'pending' }));
  await settle(half);
  expect(await bookedOf(half)).toBe(4000);
});

test('an agreement ends although its trip was deleted', async () => {
  const market = await agreed();
  await market.table.documents.send(new DeleteCommand({ TableName: market.table.name, Key: keys.trip(tripId) }));
  expect(await market.act('releaseCarrier', owner, {})).toMatchObject({
    status: 200,
    body: { situation: { stage: 'listed' } },
  });
  expect(await storedTrip(market)).toBeUndefined();
});

test.each([1000, 0, undefined])(
  'with %s g booked, less than it took, an agreement ends and frees no more',
  async (grams) => {
    const market = await agreed();
    await put(market.table, tripItem({ ...trip, bookedGrams: grams }));
    expect(await market.act('releaseCarrier', owner, {})).toMatchObject({ status: 200 });
    expect((await bookedOf(market)) ?? 0).toBe(0);
  },
);

test.each([
  [3501, 'Ce trajet est complet.'],
  [3000, 'Il ne reste que 1\u00a0kg sur ce trajet.'],
])('with %i g booked the second yes is refused with what is left', async (bookedGrams, detail) => {
  const market = await marketplace(heavy, [trip]);
  await market.act('acceptDelivery', carrier, { tripId });
  await put(market.table, tripItem({ ...trip, bookedGrams }));
  expect(await market.act('chooseCarrier', owner, { carrierId: carrier })).toMatchObject({
    status: 409,
    body: { code: 'TRIP_UNAVAILABLE', detail: `${detail} ${advice}` },
  });
  expect(await bookedOf(market)).toBe(bookedGrams);
  expect(await market.current()).toMatchObject({ status: 'accepted_for_delivery' });
});

test('a trip without room cannot be named, one that waits for its validation cannot be booked', async () => {
  const market = await marketplace(heavy, [{ ...trip, bookedGrams: 1000 }]);
  expect((await market.act('acceptDelivery', carrier, { tripId })).body).toMatchObject({
    code: 'TRIP_UNAVAILABLE',
    detail: 'Il ne reste que 3\u00a0kg sur ce trajet.',
  });
  await put(market.table, tripItem(trip));
  await market.act('acceptDelivery', carrier, { tripId });
  await put(market.table, tripItem({ ...trip, adminStatus: 'pending' }));
  expect(await market.act('chooseCarrier', owner, { carrierId: carrier })).toMatchObject({
    body: { code: 'TRIP_UNAVAILABLE', detail: `Le trajet de ce voyageur n'est plus proposé. ${advice}` },
  });
});

test.each([
  ['from other cities', { depart: { ...trip.depart, city: 'Metz' } }],
  ['to other cities', { arrival: { ...trip.arrival, city: 'Oran' } }],
  ['on another day', { travelDate: '2030-01-02' }],
  ['by other means', { transport: 'boat' }],
] as const)('a trip that now goes %s than the terms show is not booked', async (_what, change) => {
  const market = await marketplace(heavy, [trip]);
  await market.act('acceptDelivery', carrier, { tripId });
  await put(market.table, tripItem({ ...trip, ...change }));
  expect(await market.act('chooseCarrier', owner, { carrierId: carrier })).toMatchObject({
    status: 409,
    body: { code: 'TRIP_UNAVAILABLE', detail: expect.stringContaining('a changé') },
  });
  expect(await bookedOf(market)).toBeUndefined();
  expect(await market.current()).toMatchObject({ status: 'accepted_for_delivery' });
});

test('of many who agree at once on the last kilos, as many succeed as the trip takes, five times over', async () => {
  const parcels = Array.from({ length: 8 }, (_, index) => aParcel(10 + index, 'O', { weightGrams: 1500 }));
  const { table, call } = await marketplace({}, [
    trip,
    ...parcels,
    ...parcels.map(({ id }) => head(owner, carrier, id)),
  ]);
  const read = async (id: string) => {
    const item = await table.get(keys.parcel(id), { consistent: true });
    return parseParcel(item ?? {});
  };
  const act = async (name: keyof typeof deliveryRoutes, memberId: string, id: string, body: object) =>
    call(name, memberId, { params: { parcelId: id }, version: (await read(id)).version, body, key: randomUUID() });
  for (let round = 0; round < 5; round++) {
    for (const { id } of parcels) expect((await act('acceptDelivery', carrier, id, { tripId })).status).toBe(200);
    const answers = await Promise.all(
      parcels.map(async ({ id }) => {
        for (;;) {
          const answer = await act('chooseCarrier', owner, id, { carrierId: carrier });
          // Nothing was stored: the transaction met others too often.
          if (answer.status !== 503) return answer;
        }
      }),
    );
    const refused = answers.filter(({ status }) => status !== 200).map(({ body }) => body['detail']);
    expect(refused).toEqual(Array.from({ length: 6 }, () => `Il ne reste que 1\u00a0kg sur ce trajet. ${advice}`));
    const loads = (await itemsIn(table))
      .filter(({ kind }) => kind === 'parcel')
      .map((item) => loadOf(parseParcel(item))?.grams ?? 0);
    expect([await bookedOf({ table }), loads.reduce((sum, grams) => sum + grams, 0)]).toEqual([3000, 3000]);
    await Promise.all(
      parcels.map(async ({ id }) => {
        while ((await act('releaseCarrier', owner, id, {})).status !== 200);
      }),
    );
    expect(await bookedOf({ table })).toBe(0);
  }
});
