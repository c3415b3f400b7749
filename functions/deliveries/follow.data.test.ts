import { expect, test, vi } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { dayMs } from '#shared/values/time.ts';
import { aProfile } from '#test/access/people.ts';
import { rightCode, wrongCode } from '#test/support/machine/act.ts';
import { carrier, marketplace, owner, prove } from '#test/support/scenes/delivery-market.ts';

async function followable() {
  const market = await marketplace();
  const { call, act, params } = market;
  const linkFor = async (id: string) => ((await call('tracking', id, { params })).body['link'] ?? '') as string;
  return {
    ...market,
    linkFor,
    follow: (link: string) => call('followByLink', '', { body: { link } }),
    agree: async () => {
      await act('acceptDelivery', carrier);
      await act('chooseCarrier', owner, { carrierId: carrier });
    },
  };
}

test('the owner alone has the link, and whoever has the link follows the parcel to its end', async () => {
  const market = await followable();
  const { act, call, params, parcel, linkFor, follow, items } = market;
  await act('acceptDelivery', carrier);
  expect(await linkFor(owner)).toBe('');
  await act('chooseCarrier', owner, { carrierId: carrier });
  const link = await linkFor(owner);
  expect(await linkFor(carrier)).toBe('');
  expect(await follow(link)).toMatchObject({ status: 200, body: { stage: 'agreed', day: parcel.deadline } });
  await prove(market, 'pickup');
  await act('validatePickup', carrier);
  await call('recordPosition', carrier, { params, body: { city: 'Marseille', note: 'Au guichet' } });
  const { body } = await follow(link);
  expect(body).toMatchObject({ stage: 'collected', seen: { city: 'Marseille' } });
  const shown = JSON.stringify(body);
  const { lastName, phone } = aProfile('C');
  for (const hidden of [parcel.title, parcel.description, parcel.id, owner, carrier, lastName, phone, 'Au guichet'])
    expect(shown).not.toContain(hidden);
  await act('startDelivery', carrier);
  await prove(market, 'delivery');
  await act('validateDelivery', carrier);
  expect(await follow(link)).toMatchObject({
    body: { stage: 'delivered', steps: Array.from({ length: 5 }, () => ({ at: expect.any(String) as string })) },
  });
  expect(JSON.stringify(await items())).not.toContain(link.slice(-22));
});

test('the recipient is reminded of the code until no code works any more, in this assignment', async () => {
  const market = await followable();
  const { act, linkFor, follow, agree, current } = market;
  const wrong = async (by: number) => {
    const { status } = await act('validateDelivery', carrier, { code: wrongCode(rightCode(await current()), by) });
    expect(status).toBe(409);
  };
  const hasCode = async () => (await follow(await linkFor(owner))).body['hasCode'];
  await agree();
  await act('setCode', owner, { on: true });
  await prove(market, 'pickup');
  await act('validatePickup', carrier);
  await act('startDelivery', carrier);
  await prove(market, 'delivery');
  for (const by of [1, 2, 3, 4]) await wrong(by);
  expect(await hasCode()).toBe(true);
  await wrong(5);
  expect(await hasCode()).toBeUndefined();
  expect((await follow(await linkFor(owner))).body).toMatchObject({ stage: 'delivering', steps: expect.any(Array) });
  await act('setCode', owner, { on: false });
  await act('setCode', owner, { on: true });
  expect(await hasCode()).toBeUndefined();
  await act('declare', carrier, {});
  expect(await hasCode()).toBeUndefined();
});

test('the link of an agreement that has ended tells that alone for 30 days, whoever brings the parcel now', async () => {
  const { act, linkFor, follow, agree, clock, parcel } = await followable();
  await agree();
  const first = await linkFor(owner);
  await act('releaseCarrier', carrier, { reason: 'Une bouteille non déclarée.', contentsRefused: true });
  const { status, body } = await follow(first);
  expect([status, body['code']]).toEqual([410, 'EXPIRED_LINK']);
  for (const hidden of [parcel.id, parcel.title, parcel.pickup.city, 'bouteille', aProfile('C').firstName])
    expect(JSON.stringify(body)).not.toContain(hidden);
  clock.now += 30 * dayMs;
  expect((await follow(first)).body['code']).toBe('INVALID_LINK');
});

test('with another agreement the link of the former one stays ended', async () => {
  const { act, linkFor, follow, agree } = await followable();
  await agree();
  const first = await linkFor(owner);
  await act('releaseCarrier', owner);
  await agree();
  const second = await linkFor(owner);
  expect(second).not.toBe(first);
  expect((await follow(first)).body['code']).toBe('EXPIRED_LINK');
  expect(await follow(second)).toMatchObject({ status: 200, body: { stage: 'agreed' } });
});

test('1,000 wrong links have one answer, of one length, as an old one and a deleted parcel', async () => {
  const { call, current, params, linkFor, follow, agree, table, clock } = await followable();
  await agree();
  const link = await linkFor(owner);
  expect((await follow(link)).status).toBe(200);
  const bits = Buffer.from(link);
  const wrong = Array.from({ length: 1000 }, (_, at) => {
    const changed = Buffer.from(bits);
    const index = at % bits.length;
    changed[index] = (changed[index] ?? 0) ^ (1 << (at % 6));
    return changed.toString('latin1');
  });
  const odd = ['', '.', link.slice(0, -1), `${link} `, link.toUpperCase(), link.toLowerCase(), link.repeat(50)];
  const answers = new Set<string>();
  const ask = async (one: string) => {
    const { status, body } = await follow(one);
    answers.add(JSON.stringify([status, body]));
  };
  for (const one of [...wrong, ...odd]) await ask(one);
  const { version } = await current();
  await call('cancelParcel', owner, { params, version, body: { reason: 'Envoyé autrement' } });
  expect(await follow(link)).toMatchObject({ status: 200, body: { stage: 'cancelled' } });
  clock.now += 30 * dayMs;
  await ask(link);
  await table.transact([table.remove(keys.parcel(params.parcelId))]);
  await ask(link);
  expect([...answers]).toHaveLength(1);
  expect([...answers][0]).toContain('INVALID_LINK');
});

test('wrong links are counted by address, and readings by link', async () => {
  const { linkFor, follow, agree } = await followable();
  await agree();
  const link = await linkFor(owner);
  vi.stubEnv('RATE_LIMITS', 'on');
  const statuses = async (one: string, count: number) => {
    const all = [];
    for (let at = 0; at < count; at++) all.push((await follow(one)).status);
    return all;
  };
  expect(await statuses('wrong', 60)).toEqual(Array.from({ length: 60 }, () => 410));
  expect(await statuses('wrong', 1)).toEqual([429]);
  expect(await statuses(link, 240)).toEqual(Array.from({ length: 240 }, () => 200));
  expect(await statuses(link, 1)).toEqual([429]);
});
