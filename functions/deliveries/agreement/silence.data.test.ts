import { expect, test } from 'vitest';
import { dueAt, settleDue } from '#functions/platform/due.ts';
import { keys } from '#functions/platform/keys.ts';
import { expression } from '#functions/platform/table.ts';
import { dueKinds } from '#functions/scheduled/reminders.ts';
import type { ParcelStatus } from '#shared/parcels/record.ts';
import { dayMs, dayOf, hourMs, minuteMs } from '#shared/values/time.ts';
import {
  carrier,
  type Marketplace,
  marketplace,
  other,
  owner,
  prove,
  rowsOf,
} from '#test/support/scenes/delivery-market.ts';

const deadline = dayOf(Date.now() + 10 * dayMs);
/** 8:00 in Algiers, so many days after the last day. */
const morning = (days: number) => Date.parse(`${deadline}T07:00:00.000Z`) + days * dayMs;

async function agreedMarket(status: Extract<ParcelStatus, 'pickup' | 'in_transit' | 'delivery'> = 'pickup') {
  const market = await marketplace({ deadline });
  await market.act('acceptDelivery', carrier);
  await market.act('chooseCarrier', owner, { carrierId: carrier });
  if (status === 'pickup') return market;
  await prove(market, 'pickup');
  await market.act('validatePickup', carrier);
  if (status === 'delivery') await market.act('startDelivery', carrier);
  return market;
}

const runAt = ({ table, clock }: Marketplace, ms: number) => {
  clock.now = ms;
  return settleDue(table, ms, dueKinds);
};
const given = async ({ table }: Marketplace) => (await rowsOf(table, keys.member(owner), 'GIVEN#'))[0];
const toldOf = async (market: Marketplace, name: string) =>
  (await market.mails())
    .filter(({ mail }) => mail === name)
    .map(({ memberId }) => memberId)
    .toSorted();
const both = [owner, carrier].toSorted();

test('an agreement whose parcel nobody picks up ends once, four mornings after its day, with a line for both', async () => {
  const market = await agreedMarket();
  const { current, call, params, table } = market;
  for (const before of [morning(1), morning(3), morning(4) - 1, morning(4) + minuteMs - 1])
    expect(await runAt(market, before)).toBe(0);
  expect(await runAt(market, morning(4) + minuteMs)).toBe(1);
  const parcel = await current();
  expect(parcel.status).toBe('active');
  for (const gone of ['carrierId', 'carrier', 'terms', 'assignedAt', 'ownerOkAt', 'carrierOkAt'])
    expect(parcel).not.toHaveProperty(gone);
  expect(await rowsOf(table, keys.member(owner), 'GIVEN#')).toEqual([]);
  expect(await rowsOf(table, keys.member(carrier), 'CARRY#')).toEqual([]);
  expect(await rowsOf(table, keys.member(owner), keys.between(owner, carrier).sk)).toEqual([]);
  expect(await runAt(market, morning(4) + 2 * minuteMs)).toBe(0);
  expect(await toldOf(market, 'agreementOverdue')).toEqual(both);
  const { body } = await call('tracking', owner, { params });
  expect(body['items']).toMatchObject([{}, {}, { type: 'agreementOverdue', carrierId: carrier }]);
  expect((body['items'] as unknown[]).at(-1)).not.toHaveProperty('by');
  const thread = await call('conversation', carrier, { params: { userId: owner }, query: { parcel: parcel.id } });
  expect((thread.body['events'] as unknown[]).at(-1)).toMatchObject({ type: 'agreementOverdue' });
});

test('a job that comes a day late still ends it, and two jobs end it once', async () => {
  const market = await agreedMarket();
  // Once an hour a run looks a day back.
  const late = morning(4) + 23 * hourMs;
  market.clock.now = late;
  const run = () => settleDue(market.table, late, dueKinds);
  const [one, two] = await Promise.all([run(), run()]);
  expect(one + two).toBe(1);
  expect(await toldOf(market, 'agreementOverdue')).toEqual(both);
});

test.each([
  ['validatePickup', carrier],
  ['releaseCarrier', owner],
  ['cancelParcel', owner],
] as const)('of the end and %s in the same second one wins, with one event', async (act, by) => {
  const market = await agreedMarket();
  await prove(market, 'pickup');
  const { table, clock, parcel, params } = market;
  clock.now = morning(4) + minuteMs;
  const body = act === 'validatePickup' ? { contentsSeen: true } : { reason: 'Trop tard' };
  const seen = { params, version: (await market.current()).version };
  const [answer, ended] = await Promise.all([
    market.call(act, by, { ...seen, body }),
    settleDue(table, clock.now, dueKinds),
  ]);
  expect((answer.status < 300 ? 1 : 0) + ended).toBe(1);
  const { version } = await market.current();
  expect(await rowsOf(table, keys.parcel(parcel.id).pk, 'EV#')).toHaveLength(version - 1);
  expect(await toldOf(market, 'agreementOverdue')).toHaveLength(2 * ended);
});

test.each(['in_transit', 'delivery'] as const)(
  'a parcel that is %s ends by nothing, and both are told once',
  async (status) => {
    const market = await agreedMarket(status);
    const before = await market.current();
    expect(await runAt(market, morning(1) - 1)).toBe(0);
    const run = () => settleDue(market.table, morning(1) + minuteMs, dueKinds);
    market.clock.now = morning(1) + minuteMs;
    const [one, two] = await Promise.all([run(), run()]);
    expect(one + two).toBe(1);
    expect(await toldOf(market, 'deliveryLate')).toEqual(both);
    expect(await market.current()).toEqual(before);
    for (const days of [2, 5, 40]) expect(await runAt(market, morning(days) + minuteMs)).toBe(0);
    expect(await toldOf(market, 'deliveryLate')).toEqual(both);
  },
);

test('an act on a late parcel rings nobody again, also when its notices are gone', async () => {
  const market = await agreedMarket('in_transit');
  expect(await runAt(market, morning(1) + minuteMs)).toBe(1);
  market.clock.now = morning(35);
  for (const id of both)
    await market.table.transact(
      (await rowsOf(market.table, keys.member(id), 'NT#')).map(({ pk, sk }) =>
        market.table.remove({ pk: String(pk), sk: String(sk) }),
      ),
    );
  expect((await market.act('startDelivery', carrier)).status).toBe(200);
  await runAt(market, market.clock.now + 20 * minuteMs);
  expect(await toldOf(market, 'deliveryLate')).toEqual([]);
  // Its place is empty again.
  expect(await given(market)).not.toHaveProperty('gs1pk');
});

test('a later agreed day is another promise, so its delay is notified again, once', async () => {
  const market = await agreedMarket('in_transit');
  const { table, parcel } = market;
  expect(await runAt(market, morning(1) + minuteMs)).toBe(1);
  const later = dayOf(morning(5));
  await table.transact([table.update(keys.parcel(parcel.id), expression`SET #record.#deadline = ${later}`)]);
  expect((await market.act('startDelivery', carrier)).status).toBe(200);
  expect(await runAt(market, morning(6) - minuteMs)).toBe(0);
  expect(await runAt(market, morning(6) + minuteMs)).toBe(1);
  await runAt(market, morning(7));
  expect(await toldOf(market, 'deliveryLate')).toEqual([...both, ...both].toSorted());
});

test('of the notice of a delay and the arrival in the same second neither is lost, and nothing comes twice', async () => {
  const market = await agreedMarket('in_transit');
  const { table, clock } = market;
  clock.now = morning(1) + minuteMs;
  const [answer, told] = await Promise.all([
    market.act('confirmReceipt', owner),
    settleDue(table, clock.now, dueKinds),
  ]);
  expect(answer.status).toBe(200);
  expect(await toldOf(market, 'deliveryLate')).toHaveLength(2 * told);
  expect(await given(market)).not.toHaveProperty('gs1pk');
  expect(await runAt(market, morning(1) + 20 * minuteMs)).toBe(0);
});

test('a row of an earlier release, without a place, gets it with the next act, and what is over comes at once', async () => {
  const market = await agreedMarket('in_transit');
  const { table, clock } = market;
  const key = keys.given(owner, (await market.current()).assignedAt ?? '', market.parcel.id);
  const unlist = () => table.transact([table.update(key, { expression: 'REMOVE gs1pk, gs1sk' })]);
  await unlist();
  expect(await runAt(market, morning(3))).toBe(0);
  expect((await market.act('startDelivery', carrier)).status).toBe(200);
  expect(String((await given(market))?.['gs1sk']) >= new Date(morning(3)).toISOString()).toBe(true);
  expect(await runAt(market, clock.now + 20 * minuteMs)).toBe(1);
  expect(await toldOf(market, 'deliveryLate')).toEqual(both);
});

test('the owner’s row is listed at its moment, and nowhere once the delivery is over', async () => {
  const market = await agreedMarket();
  const key = keys.given(owner, (await market.current()).assignedAt ?? '', market.parcel.id);
  expect(await given(market)).toMatchObject(dueAt(morning(4), key));
  await prove(market, 'pickup');
  await market.act('validatePickup', carrier);
  expect(await given(market)).toMatchObject(dueAt(morning(1), key));
  await market.act('confirmReceipt', owner);
  expect(await given(market)).not.toHaveProperty('gs1pk');
});

test('after the end the owner reads that the last day is over, and the parcel is nobody else’s', async () => {
  const market = await agreedMarket();
  expect(await runAt(market, morning(4) + minuteMs)).toBe(1);
  const { body } = await market.call('readParcel', owner, { params: market.params });
  expect(body['situation']).toMatchObject({ stage: 'overdue' });
  expect((await market.call('readParcel', carrier, { params: market.params })).status).toBe(404);
  expect((await market.act('acceptDelivery', other)).status).toBeGreaterThanOrEqual(400);
});
