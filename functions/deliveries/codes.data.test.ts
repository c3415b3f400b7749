import { beforeEach, expect, test } from 'vitest';
import { collect } from '#functions/exports/collect.ts';
import { parcelRepository } from '#functions/parcels/repository.ts';
import { settleDue } from '#functions/platform/due.ts';
import { bodyOf } from '#functions/platform/http/idempotency.ts';
import { keys } from '#functions/platform/keys.ts';
import { dueKinds } from '#functions/scheduled/reminders.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Situation } from '#shared/situation/contract.ts';
import { dayMs, dayOf, hourMs, minuteMs } from '#shared/values/time.ts';
import { rightCode, wrongCode } from '#test/support/machine/act.ts';
import { carrier, type Marketplace, marketplace, owner, prove, rowsOf } from '#test/support/scenes/delivery-market.ts';

const deadline = dayOf(Date.now() + 10 * dayMs);

beforeEach(() => {
  delete process.env['DERIVED_SECRET_BEFORE'];
});

async function arrivingMarket({ isCoded = true } = {}): Promise<Marketplace> {
  const market = await marketplace({ deadline });
  await market.act('acceptDelivery', carrier);
  await market.act('chooseCarrier', owner, { carrierId: carrier });
  if (isCoded) await market.act('setCode', owner, { on: true });
  await prove(market, 'pickup');
  await market.act('validatePickup', carrier);
  await market.act('startDelivery', carrier);
  await prove(market, 'delivery');
  return market;
}

async function returningMarket() {
  const market = await arrivingMarket({ isCoded: false });
  await market.act('returnParcel', carrier, { reason: 'Destinataire absent' });
  return market;
}

const codeRead = async ({ call, params }: Marketplace, by: string) =>
  (await call('tracking', by, { params })).body['code'];
const tryCode = (market: Marketplace, code: string) => market.act('validateDelivery', carrier, { code });
const runAt = ({ table, clock }: Marketplace, ms: number) => {
  clock.now = ms;
  return settleDue(table, ms, dueKinds);
};
const typesOf = async ({ call, params }: Marketplace) => {
  const { body } = await call('tracking', owner, { params });
  return (body['items'] as { type: string }[]).map(({ type }) => type);
};

test('the owner alone reads the code, from the pickup to the end, it delivers the parcel, and nothing keeps it', async () => {
  const market = await marketplace({ deadline });
  await market.act('acceptDelivery', carrier);
  await market.act('chooseCarrier', owner, { carrierId: carrier });
  await market.act('setCode', owner, { on: true });
  expect(await codeRead(market, owner)).toBeUndefined();
  await prove(market, 'pickup');
  await market.act('validatePickup', carrier);
  const code = String(await codeRead(market, owner));
  expect(code).toMatch(/^\d{4}$/);
  expect(await codeRead(market, carrier)).toBeUndefined();
  const told = [await market.act('startDelivery', carrier), await prove(market, 'delivery')];
  expect((await market.act('validateDelivery', carrier, {})).body).toMatchObject({
    code: 'INVALID',
    fields: { code: expect.stringMatching(/quatre chiffres/) as string },
  });
  expect((await tryCode(market, wrongCode(code, 1))).body).toMatchObject({
    code: 'CODE_WRONG',
    detail: expect.stringMatching(/Essais restants.: 4/) as string,
  });
  const { link } = (await market.call('tracking', owner, { params: market.params })).body;
  for (const row of ['tracking', 'readParcel'] as const)
    told.push(await market.call(row, carrier, { params: market.params }));
  const arabic = code.replaceAll(/\d/g, (digit) => `${String.fromCodePoint(0x660 + Number(digit))} `);
  told.push(await tryCode(market, arabic));
  expect(told.at(-1)?.body).toMatchObject({ situation: { stage: 'delivered' } });
  expect(await codeRead(market, owner)).toBeUndefined();
  const items = await market.items();
  const archives = [owner, carrier].map(async (id) => collect(market.table, await market.profile(id)));
  const kept = [
    ...items.map((item) => JSON.stringify(item, listed) + (item['packed'] ? bodyOf(item) : '')),
    ...(await Promise.all(archives)).map((one) => JSON.stringify(one)),
    ...told.map(({ body }) => JSON.stringify(body)),
  ];
  expect(String(link)).toContain(market.params.parcelId);
  const secret = new RegExp(`["« ]${code}[" .,»]|${String(link).split('.').at(-1)}`);
  expect(kept.filter((text) => secret.test(text))).toEqual([]);
});

const listed = (_name: string, value: unknown) => (value instanceof Set ? [...value] : value);

test('of fifty codes at once five are compared, and after them the right one is refused, too', async () => {
  const market = await arrivingMarket();
  const code = rightCode(await market.current());
  const guesses = Array.from({ length: 50 }, (_, index) => wrongCode(code, index + 1));
  const answers = await Promise.all(guesses.map((guess) => tryCode(market, guess)));
  const told = answers.map(({ body }) => String(body['detail'])).filter((text) => /Essais restants/.test(text));
  expect(answers.every(({ body }) => body['code'] === 'CODE_WRONG')).toBe(true);
  expect(told.length).toBe(4);
  const tries = await rowsOf(market.table, keys.parcel(market.params.parcelId).pk, 'GUESS#');
  expect(tries.map(({ tried }) => (tried as ReadonlySet<string>).size)).toEqual([5]);
  expect((await tryCode(market, code)).body).toMatchObject({ code: 'CODE_WRONG' });
  const asked = (await market.mails()).filter(({ mail }) => mail === 'codeSpent');
  expect(asked).toMatchObject([{ memberId: owner, data: { parcelId: market.params.parcelId } }]);
  expect(JSON.stringify(asked)).not.toContain(code);
  // Neither of the two is led to a code that ends nothing any more, in any place.
  const { params } = market;
  const read = async (by: string) => (await market.call('readParcel', by, { params })).body['situation'];
  const first = async (row: 'myParcels' | 'myDeliveries', by: string) =>
    ((await market.call(row, by, {})).body['items'] as { situation: Situation }[])[0]?.situation;
  expect(await codeRead(market, owner)).toBeUndefined();
  expect([await read(owner), await first('myParcels', owner)]).toMatchObject(Array(2).fill({ codeSpent: true }));
  for (const told of [await read(carrier), await first('myDeliveries', carrier)]) {
    expect(told).toMatchObject({ codeSpent: true, main: 'declare' });
    expect(JSON.stringify(told)).not.toMatch(/validateDelivery|tried/);
  }
  expect((await market.act('declare', carrier, {})).body).toMatchObject({ situation: { stage: 'deliveryDeclared' } });
});

test('the same wrong code again is no further try', async () => {
  const market = await arrivingMarket();
  const code = rightCode(await market.current());
  for (let time = 0; time < 6; time++)
    expect((await tryCode(market, wrongCode(code, 1))).body['detail']).toMatch(/Essais restants.: 4/);
  expect((await tryCode(market, code)).status).toBe(200);
});

test('while the secret changes the codes of both are right, and the owner reads the newer', async () => {
  const market = await arrivingMarket();
  const old = rightCode(await market.current());
  const before = process.env['DERIVED_SECRET'] ?? '';
  process.env['DERIVED_SECRET_BEFORE'] = before;
  process.env['DERIVED_SECRET'] = 'another';
  try {
    expect(await codeRead(market, owner)).toBe(rightCode(await market.current()));
    expect((await tryCode(market, old)).status).toBe(200);
  } finally {
    process.env['DERIVED_SECRET'] = before;
  }
});

test('a demand that is taken back needs no code, and one that was never made ignores what is typed', async () => {
  const market = await arrivingMarket();
  await market.act('setCode', owner, { on: false });
  expect(await codeRead(market, owner)).toBeUndefined();
  expect((await tryCode(market, '0000')).status).toBe(200);
  expect(await typesOf(market)).toContain('codeWaived');
});

test('an agreement that ends takes the demand with it', async () => {
  const market = await marketplace({ deadline });
  await market.act('acceptDelivery', carrier);
  await market.act('chooseCarrier', owner, { carrierId: carrier });
  await market.act('setCode', owner, { on: true });
  await market.act('releaseCarrier', owner);
  expect(await market.current()).not.toHaveProperty('codeAsked');
});

test('a declared delivery waits for its owner, with the words of its carrier, and the code still ends it', async () => {
  const market = await arrivingMarket();
  const { call, params } = market;
  await market.act('declare', carrier, { note: 'À la voisine' });
  const seen = await call('readParcel', owner, { params });
  expect(seen.body['situation']).toMatchObject({ stage: 'deliveryDeclared', waitsFor: 'me', main: 'confirmReceipt' });
  const { body } = await call('tracking', owner, { params });
  expect((body['items'] as unknown[]).at(-1)).toMatchObject({ type: 'deliveryDeclared', note: 'À la voisine' });
  expect((await market.act('returnParcel', owner, { reason: 'Trop tard' })).body).toMatchObject({
    code: 'STATE_CHANGED',
  });
  const list = await call('myParcels', owner, {});
  expect(list.body['items']).toMatchObject([{ situation: { stage: 'deliveryDeclared' } }]);
  expect((await tryCode(market, rightCode(await market.current()))).body).toMatchObject({
    situation: { stage: 'delivered' },
  });
});

test('a declaration needs the photo', async () => {
  const market = await marketplace({ deadline });
  await market.act('acceptDelivery', carrier);
  await market.act('chooseCarrier', owner, { carrierId: carrier });
  await market.act('setCode', owner, { on: true });
  await prove(market, 'pickup');
  await market.act('validatePickup', carrier);
  await market.act('startDelivery', carrier);
  expect((await market.act('declare', carrier, {})).body).toMatchObject({ code: 'PHOTO_REQUIRED' });
});

test.each([
  ['a delivery', arrivingMarket, 'delivered', 'deliveredAt', ['receiptAsked']],
  ['a return', returningMarket, 'returned', 'returnConfirmedAt', ['receiptAsked']],
] as const)('silence confirms %s after 72 hours, as of the declaration, once', async (_of, open, status, end, told) => {
  const market = await open();
  const declared = Date.now();
  market.clock.now = declared;
  await market.act('declare', carrier, {});
  const { declaredAt } = await market.current();
  const due = Date.parse(declaredAt ?? '') + 72 * hourMs;
  for (const early of [hourMs, 71 * hourMs, 72 * hourMs - 1])
    expect(await runAt(market, due - 72 * hourMs + early)).toBe(0);
  expect(await runAt(market, due + minuteMs)).toBe(1);
  expect(await runAt(market, due + 2 * minuteMs)).toBe(0);
  expect(await market.current()).toMatchObject({ status, [end]: declaredAt });
  expect((await typesOf(market)).filter((type) => type === 'declarationClosed')).toHaveLength(1);
  const mails = (await market.mails()).map(({ mail }) => mail);
  expect(mails).toEqual(expect.arrayContaining([...told, 'declarationClosed']));
  const closed = (await market.mails()).filter(({ mail }) => mail === 'declarationClosed');
  const until = new Date(Date.parse(declaredAt ?? '') + 14 * dayMs).toISOString();
  expect(closed.map(({ data }) => data['until'])).toEqual([until, until]);
});

test('a declared return is confirmed by its owner, who keeps the same button', async () => {
  const market = await returningMarket();
  await market.act('declare', carrier, {});
  expect((await market.act('confirmReturn', owner)).body).toMatchObject({ situation: { stage: 'returned' } });
});

test('the code, the confirmation and the 72 hours at once end a delivery once', async () => {
  const market = await arrivingMarket();
  await market.act('declare', carrier, {});
  const { declaredAt = '' } = await market.current();
  const late = Date.parse(declaredAt) + 72 * hourMs + minuteMs;
  market.clock.now = late;
  const code = rightCode(await market.current());
  const [typed, confirmed, closed] = await Promise.all([
    tryCode(market, code),
    market.act('confirmReceipt', owner),
    settleDue(market.table, late, dueKinds),
  ]);
  expect([typed.status < 300, confirmed.status < 300, closed === 1].filter(Boolean)).toHaveLength(1);
  const ends = new Set(['validateDelivery', 'receiptConfirmed', 'declarationClosed']);
  expect((await typesOf(market)).filter((type) => ends.has(type))).toHaveLength(1);
});

test('an act made of the parcel as it was before the last try does not make its code count again', async () => {
  const market = await arrivingMarket();
  const { table } = market;
  const before = await market.current();
  for (let time = 1; time <= 5; time++) await tryCode(market, wrongCode(rightCode(before), time));
  const { save } = parcelRepository(table);
  const late = table.transact([save({ ...before, version: before.version + 1 }, () => new Refusal('STATE_CHANGED'))]);
  await expect(late).rejects.toMatchObject({ code: 'STATE_CHANGED' });
  expect(await market.current()).toMatchObject({ codeSpent: true, version: before.version });
});
