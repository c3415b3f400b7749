import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { eventsOf } from '#functions/deliveries/events.ts';
import { deliveryRowRepository, rowsOf, storeRow } from '#functions/deliveries/rows.ts';
import { stepWrites } from '#functions/deliveries/step-writes.ts';
import { isMail, parseMail } from '#functions/mail/outbox.ts';
import { parcelItem, parcelRepository, parseParcel } from '#functions/parcels/repository.ts';
import { attempt } from '#functions/platform/attempt.ts';
import { dueAt } from '#functions/platform/due.ts';
import { keys } from '#functions/platform/keys.ts';
import { parseTrip, tripItem } from '#functions/trips/repository.ts';
import { termsTrip } from '#shared/deliveries/agreement.ts';
import { acceptDelivery, carry, chooseCarrier, type DeliveryStep } from '#shared/deliveries/rules.ts';
import type { ParcelRecord } from '#shared/parcels/record.ts';
import { Refusal } from '#shared/refusal.ts';
import type { TripRecord } from '#shared/trips/record.ts';
import { cancelTrip } from '#shared/trips/rules.ts';
import { dayMs, dayOf, hourMs, startOfDay } from '#shared/values/time.ts';
import { aCard } from '#test/support/factories.ts';
import { meterReads } from '#test/support/meter.ts';
import { aParcel, aProfile, aStream, aTrip } from '#test/support/stream.ts';
import { itemsIn, onDynamoDb } from '#test/support/table.ts';

const owner = 'a0000000-0000-4000-8000-000000000001';
const carrier = 'a0000000-0000-4000-8000-000000000002';
const idOf = (number: number) => `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const trip = aTrip('c0000000-0000-4000-8000-000000000001', carrier, { transport: 'plane', maxWeightKg: 30 });
const yasmine = aCard({ id: carrier, firstName: 'Yasmine', lastName: 'Haddad' });
const now = Date.parse('2026-12-01T12:00:00Z');

/** A trip with a parcel that is proposed, one that is agreed on and one that is picked up; and one without the trip. */
async function aTripWithParcels() {
  const stream = await aStream(now);
  const { table } = stream;
  for (const id of [owner, carrier]) await stream.putProfile(aProfile(id));
  await stream.putTrip(trip);
  let made = 0;
  const deps = { table, now: () => now, newId: () => `mail-${++made}` };
  const store = async (before: ParcelRecord, by: string, step: DeliveryStep) => {
    await table.transact([table.put(parcelItem(step.parcel)), ...(await stepWrites(deps, by, before, step))]);
    return step.parcel;
  };
  const proposed = async (number: number, named?: TripRecord) => {
    const parcel = aParcel(idOf(number), owner);
    return store(parcel, carrier, acceptDelivery(parcel, yasmine, now, named));
  };
  const agreed = async (number: number, named?: TripRecord) => {
    const half = await proposed(number, named);
    return store(half, owner, chooseCarrier(half, owner, yasmine, now));
  };
  await proposed(1, trip);
  await agreed(2, trip);
  const taken = await agreed(3, trip);
  await store(taken, carrier, carry('validatePickup', taken, carrier, now));
  await agreed(4);

  const parcels = async () =>
    Promise.all([1, 2, 3, 4].map(async (number) => parseParcel((await table.get(keys.parcel(idOf(number)))) ?? {})));
  const read = async () => parseTrip((await table.get(keys.trip(trip.id))) ?? {});
  const mailsNamed = async (name: string) =>
    (await itemsIn(table))
      .filter(isMail)
      .map(parseMail)
      .filter(({ mail }) => mail === name);
  /** Stores the trip, and tells the projector of it twice; of a repeated one until it takes effect. */
  const change = async (fresh: TripRecord, { isRepeated = false } = {}) => {
    await stream.putTrip(await read());
    const event = await stream.putTrip(fresh);
    while (isRepeated && (await stream.project([event])).batchItemFailures.length > 0);
    for (const _ of [1, 2]) expect(await stream.project([event])).toEqual({ batchItemFailures: [] });
  };
  /** Removes the trip as an administrator does, and tells the projector of it twice. */
  const remove = async () => {
    const event = await stream.remove(tripItem(await read()));
    for (const _ of [1, 2]) expect(await stream.project([event])).toEqual({ batchItemFailures: [] });
  };
  return { ...stream, agreed, parcels, read, mailsNamed, change, remove };
}

test('parcels that count on a trip show its new day until they arrive, and each owner is mailed once', async () => {
  const { table, change, parcels, read, mailsNamed } = await aTripWithParcels();
  const before = await parcels();
  const { version } = await read();
  await change({ ...(await read()), travelDate: '2026-12-13', transport: 'boat', version: version + 1 });
  const after = await parcels();
  expect(after.map(({ terms }) => terms?.trip?.travelDate)).toEqual([
    '2026-12-13',
    '2026-12-13',
    '2026-12-13',
    undefined,
  ]);
  expect(after.map((parcel) => parcel.version)).toEqual(before.map((parcel) => parcel.version));
  const rows = [];
  for await (const row of deliveryRowRepository(table).countingOn(carrier, trip.id))
    rows.push(row.terms?.trip?.transport);
  expect(rows).toEqual(['boat', 'boat', 'boat']);
  const given = (await itemsIn(table)).filter(({ kind }) => kind === 'given');
  const transports = given.map(({ record }) => (record as ParcelRecord).terms?.trip?.transport ?? 'none');
  expect(transports.toSorted()).toEqual(['boat', 'boat', 'boat', 'none']);
  expect(
    (await mailsNamed('tripChanged'))
      .map(({ memberId, data: { parcelId, answers, travel, otherId } }) =>
        [parcelId, answers || 'agreed', memberId, travel, otherId].join(' '),
      )
      .toSorted(),
  ).toEqual([
    `${idOf(1)} owner ${owner} le 13\u00a0déc.\u00a02026, en bateau ${carrier}`,
    `${idOf(2)} agreed ${owner} le 13\u00a0déc.\u00a02026, en bateau ${carrier}`,
    `${idOf(3)} carrier ${owner} le 13\u00a0déc.\u00a02026, en bateau ${carrier}`,
  ]);
});

test('what silence brings to an agreement moves with the day of its trip, and not to half of one', async () => {
  const { table, change, parcels, read } = await aTripWithParcels();
  const placesOf = async () => {
    const given = (await itemsIn(table)).filter(({ kind }) => kind === 'given');
    return new Map(given.map(({ record, gs1pk, gs1sk }) => [(record as ParcelRecord).id, { gs1pk, gs1sk }]));
  };
  const before = await placesOf();
  const [half, agreed, taken, free] = await parcels();
  // The day of the trip counts once it is after the last day of the parcels.
  const travelDate = dayOf(startOfDay(agreed?.deadline ?? '') + 5 * dayMs);
  await change({ ...(await read()), travelDate });
  const after = await placesOf();
  const placeAt = (parcel: ParcelRecord | undefined, days: number) => {
    const { id = '', assignedAt = '' } = parcel ?? {};
    return dueAt(startOfDay(travelDate) + days * dayMs + 8 * hourMs, keys.given(owner, assignedAt, id));
  };
  expect(after.get(agreed?.id ?? '')).toEqual(placeAt(agreed, 4));
  expect(after.get(taken?.id ?? '')).toEqual(placeAt(taken, 1));
  for (const same of [half, free]) expect(after.get(same?.id ?? '')).toEqual(before.get(same?.id ?? ''));
  await change({ ...(await read()), travelDate: trip.travelDate });
  expect(await placesOf()).toEqual(before);
});

test('a trip that moves is in the history of its parcels, once, with the day of before and whether it is too late', async () => {
  const { table, change, parcels, read, clock } = await aTripWithParcels();
  const moves = async (number: number) =>
    (await eventsOf(table, idOf(number))).filter(({ type }) => type === 'tripMoved');
  const was = (await parcels())[0]?.terms;
  await change({ ...(await read()), travelDate: '2026-12-20' });
  const inTime = { by: carrier, carrierId: carrier, was, terms: { trip: { travelDate: '2026-12-20' } } };
  expect(await moves(1)).toMatchObject([{ ...inTime, version: 2 }]);
  expect(await moves(2)).toMatchObject([{ ...inTime, version: 3 }]);
  expect((await moves(1))[0]?.terms?.trip).not.toHaveProperty('isLate');
  clock.now += 1000;
  await change({ ...(await read()), travelDate: '2026-12-21' });
  expect(await moves(2)).toMatchObject([
    {},
    { was: inTime.terms, terms: { trip: { travelDate: '2026-12-21', isLate: true } } },
  ]);
  expect(await moves(3)).toHaveLength(2);
  expect(await moves(4)).toEqual([]);
});

test('cities that wait for their validation reach no parcel', async () => {
  const { change, parcels, read } = await aTripWithParcels();
  const [before] = await parcels();
  const fresh = await read();
  const depart = { ...fresh.depart, city: 'Ville jamais validée' };
  await change({ ...fresh, depart, travelDate: '2026-12-13', adminStatus: 'pending', version: fresh.version + 1 });
  const [after] = await parcels();
  // Nor a second yes before the validation.
  expect(after?.terms?.trip).toEqual({ ...before?.terms?.trip, travelDate: '2026-12-13', obstacle: 'unlisted' });
});

test('a cancelled trip ends the agreements that are not picked up, with the reason, frees their kilos, and tells the owner of one that has left', async () => {
  const { table, change, parcels, read, mailsNamed } = await aTripWithParcels();
  expect(await read()).toMatchObject({ bookedGrams: 3000 });
  await change(cancelTrip(await read(), 'Vol supprimé', now));
  expect((await parcels()).map(({ status, terms }) => [status, terms !== undefined])).toEqual([
    ['active', false],
    ['active', false],
    ['in_transit', true],
    ['pickup', true],
  ]);
  expect(await read()).toMatchObject({ status: 'cancelled', bookedGrams: 1500 });
  expect(
    (await mailsNamed('carrierWithdrew')).map(({ memberId, data }) => [memberId, data['tripEnd'], data['reason']]),
  ).toEqual([
    [owner, 'cancelled', 'Vol supprimé'],
    [owner, 'cancelled', 'Vol supprimé'],
  ]);
  expect(
    (await mailsNamed('tripCancelled')).map(({ memberId, data }) => [memberId, data['parcelId'], data['reason']]),
  ).toEqual([[owner, idOf(3), 'Vol supprimé']]);
  const told = async (number: number) =>
    (await eventsOf(table, idOf(number))).filter(({ type }) => type === 'tripCancelled');
  expect(await told(3)).toMatchObject([{ by: carrier, carrierId: carrier, reason: 'Vol supprimé' }]);
  expect(await told(1)).toEqual([]);
  expect((await eventsOf(table, idOf(1))).at(-1)).toMatchObject({
    type: 'tripEnded',
    by: carrier,
    reason: 'Vol supprimé',
  });
});

test('a trip that an administrator deletes ends the agreements that are not picked up, and their owners read why', async () => {
  const { table, remove, parcels, mailsNamed } = await aTripWithParcels();
  await remove();
  expect((await parcels()).map(({ status, terms }) => [status, terms !== undefined])).toEqual([
    ['active', false],
    ['active', false],
    ['in_transit', true],
    ['pickup', true],
  ]);
  expect(
    (await mailsNamed('carrierWithdrew')).map(({ memberId, data }) => [memberId, data['tripEnd'], data['reason']]),
  ).toEqual([
    [owner, 'deleted', ''],
    [owner, 'deleted', ''],
  ]);
  expect(
    (await mailsNamed('tripCancelled')).map(({ memberId, data }) => [memberId, data['parcelId'], data['tripEnd']]),
  ).toEqual([[owner, idOf(3), 'deleted']]);
  // The carrier did not cancel it.
  for (const [number, type] of [
    [1, 'tripEnded'],
    [3, 'tripCancelled'],
  ] as const) {
    const event = (await eventsOf(table, idOf(number))).at(-1);
    expect(event).toMatchObject({ type, carrierId: carrier });
    expect(event).not.toHaveProperty('by');
  }
});

test('a parcel that was agreed on a moment ago shows the new day, although no index lists it yet', async () => {
  const { table, change, parcels, read } = await aTripWithParcels();
  for (const { pk, sk, kind } of await itemsIn(table))
    if (kind === 'carry')
      await table.transact([table.update({ pk: String(pk), sk: String(sk) }, { expression: 'REMOVE gs1pk, gs1sk' })]);
  await change({ ...(await read()), travelDate: '2026-12-13' });
  expect((await parcels()).map(({ terms }) => terms?.trip?.travelDate)).toEqual([
    '2026-12-13',
    '2026-12-13',
    '2026-12-13',
    undefined,
  ]);
});

test(
  'the parcels of a trip are read at one unit for four deliveries of the carrier',
  onDynamoDb(async () => {
    const { table, client } = await aTripWithParcels();
    const done = Array.from({ length: 40 }, (_, index) =>
      aParcel(idOf(100 + index), owner, {
        status: 'delivered',
        carrierId: carrier,
        carrier: yasmine,
        assignedAt: `2026-10-01T12:00:${index + 10}.000Z`,
        terms: {
          grams: 1500,
          price: { amount: 3000, currency: 'EUR' },
          trip: termsTrip(trip, { deadline: '2026-12-31' }),
        },
      }),
    );
    for (const parcel of done) await table.transact(rowsOf(parcel, now).map((row) => storeRow(table, row)));
    const meter = meterReads(client);
    const waiting = [];
    for await (const { id } of deliveryRowRepository(table).countingOn(carrier, trip.id)) waiting.push(id);
    expect(waiting).toEqual([idOf(1), idOf(2), idOf(3)]);
    expect(meter.units).toBeLessThanOrEqual(11);
  }),
);

test('half an agreement cannot name the trip as it was before it moved', async () => {
  const { table, read, change } = await aTripWithParcels();
  const seen = await read();
  await change({ ...seen, travelDate: '2026-12-13', version: seen.version + 1 });
  const parcel = aParcel(idOf(5), owner);
  const step = acceptDelivery(parcel, yasmine, now, seen);
  const deps = { table, now: () => now, newId: randomUUID };
  await expect(
    (async () =>
      table.transact([table.put(parcelItem(step.parcel)), ...(await stepWrites(deps, carrier, parcel, step))]))(),
  ).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('an act that has read the day of before the move is refused, and the parcel keeps the new one', async () => {
  const { table, change, parcels, read } = await aTripWithParcels();
  const [, seen] = await parcels();
  if (!seen) throw new Error('The parcel is missing.');
  await change({ ...(await read()), travelDate: '2026-12-13' });
  const step = carry('validatePickup', seen, carrier, now);
  const current: unknown[] = [];
  const save = parcelRepository(table).save(step.parcel, (stored) => {
    current.push(stored?.terms?.trip?.travelDate);
    return new Refusal('STATE_CHANGED');
  });
  const deps = { table, now: () => now, newId: randomUUID };
  const pickUp = async () => table.transact([save, ...(await stepWrites(deps, carrier, seen, step))]);
  await expect(pickUp()).rejects.toMatchObject({ code: 'STATE_CHANGED' });
  expect(current).toEqual(['2026-12-13']);
  expect((await parcels())[1]).toMatchObject({ status: 'pickup', terms: { trip: { travelDate: '2026-12-13' } } });
});

test('parcels that are picked up while their trip moves show one day everywhere, and a mail only if it is the new one', async () => {
  const { table, agreed, change, read, mailsNamed } = await aTripWithParcels();
  const numbers = Array.from({ length: 12 }, (_, index) => 10 + index);
  for (const number of numbers) await agreed(number, trip);
  const stored = async (number: number) => parseParcel((await table.get(keys.parcel(idOf(number)))) ?? {});
  const deps = { table, now: () => now, newId: randomUUID };
  const pickUp = async (number: number, parcel: ParcelRecord): Promise<void> => {
    const step = carry('validatePickup', parcel, carrier, now);
    const save = parcelRepository(table).save(step.parcel, () => new Refusal('STATE_CHANGED'));
    if (!(await attempt(table, [save, ...(await stepWrites(deps, carrier, parcel, step))])))
      await pickUp(number, await stored(number));
  };
  const seen = await Promise.all(numbers.map(async (number) => [number, await stored(number)] as const));
  /** Each as it was read before the trip moved, the other way round than the projector follows them. */
  const pickUpAll = async () => {
    await vi.waitFor(async () => expect(await mailsNamed('tripChanged')).not.toEqual([]), {
      interval: 1,
      timeout: 20_000,
    });
    for (const [number, parcel] of seen.toReversed()) await pickUp(number, parcel);
  };
  const moved = { ...(await read()), travelDate: '2026-12-13' };
  await Promise.all([change(moved, { isRepeated: true }), pickUpAll()]);
  const mailed = new Set((await mailsNamed('tripChanged')).map(({ data }) => data['parcelId']));
  const rows = (await itemsIn(table)).filter(({ kind }) => kind === 'carry' || kind === 'given');
  for (const number of numbers) {
    const day = mailed.has(idOf(number)) ? '2026-12-13' : '2026-12-10';
    expect((await stored(number)).terms?.trip?.travelDate).toBe(day);
    const own = rows.map(({ record }) => record as ParcelRecord).filter(({ id }) => id === idOf(number));
    expect(own.map(({ terms }) => terms?.trip?.travelDate)).toEqual([day, day]);
  }
});

test('a trip of which only the kilos, the price or the validation change tells nobody', async () => {
  const { change, read, mailsNamed } = await aTripWithParcels();
  const fresh = await read();
  await change({ ...fresh, notes: 'Après 18 h', adminStatus: 'pending', version: fresh.version + 1 });
  expect(await mailsNamed('tripChanged')).toEqual([]);
});
