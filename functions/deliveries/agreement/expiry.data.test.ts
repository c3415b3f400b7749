import { expect, test } from 'vitest';
import { settleDue } from '#functions/platform/due.ts';
import { keys } from '#functions/platform/keys.ts';
import { dueKinds } from '#functions/scheduled/reminders.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { dayMs, hourMs, minuteMs } from '#shared/values/time.ts';
import { carrier, type Marketplace, marketplace, other, owner, rowsOf } from '#test/support/scenes/delivery-market.ts';

/** The job, as so much later; a quarter of an hour and its grace are over by then. */
const runAfter = ({ table, clock }: Marketplace, ms: number) => {
  clock.now += ms;
  return settleDue(table, clock.now, dueKinds);
};
const afterTheEnd = 48 * hourMs + 20 * minuteMs;

const byMember = (a: readonly unknown[], b: readonly unknown[]) => String(a[0]).localeCompare(String(b[0]));

const mailsAbout = async (market: Marketplace) =>
  (await market.mails())
    .filter(({ mail }) => mail === 'agreementExpired')
    .map(({ memberId, data }) => [memberId, data])
    .toSorted(byMember);

test.each([
  ['the carrier', 'acceptDelivery', carrier, {}],
  ['the owner', 'chooseCarrier', owner, { carrierId: carrier }],
] as const)(
  'a yes of %s that nobody answers ends after 48 hours, with a line for both',
  async (_who, act, by, body) => {
    const market = await marketplace({ deadline: '2030-12-20' });
    const { table, params, current, call } = market;
    await market.act(act, by, body);
    expect(await runAfter(market, 47 * hourMs)).toBe(0);
    expect((await current()).status).not.toBe('active');
    expect(await runAfter(market, hourMs + 20 * minuteMs)).toBe(1);
    const parcel = await current();
    expect(parcel).toMatchObject({ status: 'active', version: 3 });
    for (const gone of ['carrierId', 'carrier', 'terms', 'assignedAt', 'ownerOkAt', 'carrierOkAt'])
      expect(parcel).not.toHaveProperty(gone);
    expect(await rowsOf(table, keys.member(owner), 'GIVEN#')).toEqual([]);
    expect(await rowsOf(table, keys.member(carrier), 'CARRY#')).toEqual([]);
    const facts = { title: parcel.title, parcelId: parcel.id, isListed: 'yes' };
    const isBy = (memberId: string) => (by === memberId ? 'yes' : '');
    expect(await mailsAbout(market)).toMatchObject(
      [
        [owner, { ...facts, otherId: carrier, hasWaited: isBy(owner) }],
        [carrier, { ...facts, otherId: owner, hasWaited: isBy(carrier) }],
      ].toSorted(byMember),
    );
    const { body: history } = await call('tracking', owner, { params });
    expect(history['items']).toMatchObject([{ type: act }, { type: 'agreementExpired', carrierId: carrier }]);
    expect(history['items']).not.toMatchObject([{}, { by: expect.anything() }]);
    const about = (memberId: string, otherId: string) =>
      call('conversation', memberId, { params: { userId: otherId }, query: { parcel: parcel.id } });
    for (const [memberId, otherId] of [
      [owner, carrier],
      [carrier, owner],
    ] as const)
      expect((await about(memberId, otherId)).body['events']).toMatchObject([
        { type: act },
        { type: 'agreementExpired' },
      ]);
    expect(await runAfter(market, dayMs)).toBe(0);
  },
);

test('a yes that is answered, or given to another one, does not end at the time of the first', async () => {
  const market = await marketplace({ deadline: '2030-12-20' });
  await market.act('acceptDelivery', carrier);
  await runAfter(market, 24 * hourMs);
  await market.act('chooseCarrier', owner, { carrierId: other });
  expect(await runAfter(market, 24 * hourMs + 20 * minuteMs)).toBe(0);
  await market.act('acceptDelivery', other);
  expect(await runAfter(market, 7 * dayMs)).toBe(0);
  expect(await market.current()).toMatchObject({ status: 'pickup', carrierId: other });
});

test('after the last day of the parcel it is not said to be offered again', async () => {
  const market = await marketplace({ deadline: new Date(Date.now() + dayMs).toISOString().slice(0, 10) });
  await market.act('acceptDelivery', carrier);
  expect(await runAfter(market, afterTheEnd)).toBe(1);
  expect(await mailsAbout(market)).toMatchObject([
    [expect.any(String), { isListed: '' }],
    [expect.any(String), { isListed: '' }],
  ]);
});

test('of the job and the second yes at once one wins, also of two jobs', async () => {
  for (const second of ['chooseCarrier', 'releaseCarrier'] as const) {
    const market = await marketplace({ deadline: '2030-12-20' });
    const { table, clock } = market;
    await market.act('acceptDelivery', carrier);
    clock.now += afterTheEnd;
    const run = () => settleDue(table, clock.now, dueKinds);
    const [answer, ...runs] = await Promise.all([
      market.act(second, owner, second === 'chooseCarrier' ? { carrierId: carrier } : {}),
      run(),
      run(),
    ]);
    const ended = runs[0] + runs[1];
    expect([answer.status === 200 ? 1 : 0, ended].reduce((sum, one) => sum + one)).toBe(1);
    expect(answer.status === 200 || answer.status === 409).toBe(true);
    expect(await mailsAbout(market)).toHaveLength(2 * ended);
  }
});

test.each([
  ['acceptDelivery', 'chooseCarrier', carrier, owner, 'proposed'],
  ['chooseCarrier', 'acceptDelivery', owner, carrier, 'chosen'],
] as const)(
  'a yes whose 48 hours are over is answered no more while the job is away: %s',
  async (first, second, by, to, stage) => {
    const market = await marketplace({ deadline: '2030-12-20' });
    const { clock, call, params } = market;
    await market.act(first, by, first === 'chooseCarrier' ? { carrierId: carrier } : {});
    clock.now += 4 * dayMs;
    const requests = async (memberId: string, direction: string) =>
      (await call('myRequests', memberId, { query: { direction } })).body['items'];
    const read = async (memberId: string) =>
      ((await call('readParcel', memberId, { params })).body as { situation: Situation }).situation;
    expect([await requests(to, 'received'), await requests(by, 'sent')]).toEqual([[], []]);
    for (const memberId of [by, to]) {
      expect(await read(memberId)).toMatchObject({ stage, lapsed: true, waitsFor: 'nobody' });
      expect((await read(memberId)).acts.map(({ name }) => name)).not.toContain(second);
    }
    const late = await market.act(second, to, second === 'chooseCarrier' ? { carrierId: carrier } : {});
    expect(late).toMatchObject({ status: 409, body: { code: 'OFFER_OVER' } });
  },
);
