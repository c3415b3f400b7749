import { expect, onTestFinished, test } from 'vitest';
import { collect } from '#functions/exports/collect.ts';
import { settleDue } from '#functions/platform/due.ts';
import { keys } from '#functions/platform/keys.ts';
import { dueKinds } from '#functions/scheduled/reminders.ts';
import type { ProblemKind } from '#shared/deliveries/problem.ts';
import { dayMs, dayOf, hourMs } from '#shared/values/time.ts';
import { memberIds } from '#test/access/people.ts';
import { rightCode } from '#test/support/machine/act.ts';
import {
  carrier,
  type Marketplace,
  marketplace,
  other,
  owner,
  photo,
  prove,
} from '#test/support/scenes/delivery-market.ts';

const { A: admin } = memberIds;
/** The parcel is expected today. */
const deadline = dayOf(Date.now());
const people = ['O', 'C', 'M', 'P', 'A', 'S', 'RA'] as const;

async function arriving({ isCoded = false, expectedIn = 0 } = {}): Promise<Marketplace> {
  const day = expectedIn ? dayOf(Date.now() + expectedIn * dayMs) : deadline;
  const market = await marketplace({ deadline: day }, [], { people });
  await market.act('acceptDelivery', carrier);
  await market.act('chooseCarrier', owner, { carrierId: carrier });
  if (isCoded) await market.act('setCode', owner, { on: true });
  await prove(market, 'pickup');
  await market.act('validatePickup', carrier);
  await market.act('startDelivery', carrier);
  await prove(market, 'delivery');
  return market;
}

const text = 'Le carton est ouvert.';
const report = (market: Marketplace, by: string, kind: ProblemKind) => market.act('reportProblem', by, { kind, text });
const situationOf = async ({ as, params }: Marketplace, by: string) =>
  (await as(by).readParcel({ params })).body.situation;
const reportsIn = async (market: Marketplace) =>
  (await market.items()).filter(({ kind }) => kind === 'report' || kind === 'reportKept').map(({ record }) => record);
const typesOf = async ({ as, params }: Marketplace) =>
  (await as(owner).tracking({ params })).body.items.map(({ type }) => type);
const mailsNamed = async (market: Marketplace, name: string) =>
  (await market.mails()).filter(({ mail }) => mail === name);

test('both know of a problem, whose it is and until when the other one answers, and the other one is told', async () => {
  const market = await arriving();
  const listed = async () => (await market.as(carrier).myDeliveries({ query: { stage: 'problem' } })).body.items.length;
  expect(await listed()).toBe(0);
  const { body, status } = await report(market, carrier, 'lost');
  expect(status).toBe(200);
  expect(await listed()).toBe(1);
  expect(body['situation']).toMatchObject({ stage: 'delivering', waitsFor: 'other', problem: { kind: 'lost' } });
  expect(JSON.stringify(body)).not.toContain('reportId');
  const { problem, waitsFor } = (await situationOf(market, owner)) ?? {};
  expect(waitsFor).toBe('me');
  expect(problem).toMatchObject({ kind: 'lost', by: carrier });
  expect(Date.parse(problem?.answerBy ?? '') - Date.parse(problem?.at ?? '')).toBe(3 * dayMs);
  const { items } = (await market.as(owner).tracking({ params: market.params })).body;
  expect(items.at(-1)).toMatchObject({ type: 'problemReported', by: carrier, problem: 'lost', reason: text });
  const [mail] = await mailsNamed(market, 'problemReported');
  expect(mail).toMatchObject({ memberId: owner, data: { kind: 'lost', reason: text, until: problem?.answerBy } });
  market.clock.now += 3 * dayMs;
  expect(await situationOf(market, owner)).toMatchObject({ waitsFor: 'us' });
});

test('an answer in the conversation is told to both, in lists and to administrators, once', async () => {
  const market = await arriving();
  // A real conversation, with its rows, instead of its head alone.
  await market.table.transact([market.table.remove(keys.threadHead(owner, carrier, market.parcel.id))]);
  await report(market, carrier, 'lost');
  const write = async (by: string, to: string) => {
    const sent = await market.as(by).sendMessage({
      body: { recipientId: to, parcelId: market.params.parcelId, content: 'Il est chez moi.' },
    });
    expect(sent).toMatchObject({ status: 201 });
  };
  await write(carrier, owner);
  expect(await situationOf(market, owner)).toMatchObject({ waitsFor: 'me' });
  const before = (await market.current()).version;
  await write(owner, carrier);
  const answeredAt = (await situationOf(market, owner))?.problem?.answeredAt;
  expect(answeredAt).toBeDefined();
  market.clock.now += hourMs;
  await write(owner, carrier);
  expect((await market.current()).version).toBe(before + 1);
  for (const [by, waitsFor] of [
    [owner, 'other'],
    [carrier, 'me'],
  ] as const)
    expect(await situationOf(market, by)).toMatchObject({ waitsFor, problem: { answeredAt } });
  const [row] = (await market.as(carrier).myDeliveries({ query: { stage: 'problem' } })).body.items;
  expect(row?.situation).toMatchObject({ waitsFor: 'me', problem: { answeredAt } });
  const [pending] = (await market.as(admin).adminReports({ query: {} })).body.items;
  const reportId = pending?.id ?? '';
  expect((await market.as(admin).adminReport({ params: { reportId } })).body).toMatchObject({ answeredAt });
});

test('one problem at a time, of a kind of its member, and for two weeks after the end', async () => {
  const market = await arriving();
  expect((await report(market, owner, 'lost')).body).toMatchObject({
    code: 'INVALID',
    fields: { kind: expect.any(String) },
  });
  expect((await market.act('reportProblem', owner, { kind: 'damaged', text: ' ' })).body).toMatchObject({
    fields: { text: "Décrivez ce qui s'est passé" },
  });
  expect((await report(market, other, 'damaged')).status).toBe(404);
  const stale = (await market.current()).version;
  await report(market, owner, 'damaged');
  for (const version of [stale, stale + 1])
    expect(
      (await market.call('reportProblem', carrier, { params: market.params, version, body: { kind: 'customs', text } }))
        .body,
    ).toMatchObject({ code: 'STATE_CHANGED', title: 'Problème déjà signalé', current: { situation: { problem: {} } } });
  expect((await market.act('settleProblem', carrier)).body).toMatchObject({
    code: 'NOT_ALLOWED',
    detail: expect.stringContaining('qui a signalé le problème') as string,
  });
  await market.act('settleProblem', owner);
  await market.act('validateDelivery', carrier);
  market.clock.now += 14 * dayMs - hourMs;
  expect((await report(market, owner, 'damaged')).status).toBe(200);
  await market.act('settleProblem', owner);
  market.clock.now += hourMs;
  expect((await report(market, owner, 'damaged')).body).toMatchObject({ title: 'Délai dépassé' });
  expect((await situationOf(market, owner))?.acts.map(({ name }) => name)).not.toContain('reportProblem');
});

test('before its day its owner may report that it is lost or its carrier silent, and both, mails and administrators read that', async () => {
  const market = await arriving({ expectedIn: 5 });
  expect((await report(market, carrier, 'missing')).body).toMatchObject({ code: 'INVALID' });
  expect((await report(market, owner, 'missing')).status).toBe(200);
  for (const by of [owner, carrier])
    expect((await situationOf(market, by))?.problem).toMatchObject({ kind: 'missing', by: owner });
  expect((await situationOf(market, owner))?.acts).toContainEqual({ name: 'settleProblem' });
  expect(await mailsNamed(market, 'problemReported')).toMatchObject([{ data: { kind: 'missing' } }]);
  await market.act('confirmReceipt', owner);
  expect((await situationOf(market, owner))?.problem).toBeUndefined();
  // The form was opened before the day, and sent on it.
  const later = await arriving({ expectedIn: 5 });
  later.clock.now += 5 * dayMs;
  expect((await report(later, owner, 'missing')).status).toBe(200);
  expect((await situationOf(later, owner))?.problem?.kind).toBe('not_arrived');
});

test('a parcel has not arrived from its day on, or once its carrier has told of an end, and its owner reads that day', async () => {
  const market = await arriving({ expectedIn: 5 });
  const kinds = async () => (await situationOf(market, owner))?.problemKinds;
  expect(await kinds()).toEqual(['missing', 'damaged']);
  expect((await report(market, owner, 'not_arrived')).body).toMatchObject({
    code: 'INVALID',
    fields: { kind: expect.stringContaining('Le colis est attendu le') as string },
  });
  await report(market, carrier, 'customs');
  await market.act('settleProblem', carrier);
  // The owner may deny what the carrier has settled.
  expect(await kinds()).toEqual(['not_arrived', 'damaged']);
  const later = await arriving({ expectedIn: 5 });
  later.clock.now += 5 * dayMs;
  expect((await report(later, owner, 'not_arrived')).status).toBe(200);
});

test('a parcel that comes back is missing as a return, for both, in the mail and for administrators', async () => {
  const market = await arriving();
  await market.act('returnParcel', carrier, { reason: 'Absent' });
  await report(market, owner, 'not_arrived');
  for (const by of [owner, carrier]) {
    expect((await situationOf(market, by))?.problem).toMatchObject({ kind: 'not_returned', by: owner });
    const { items } = (await market.as(by).tracking({ params: market.params })).body;
    expect(items.at(-1)).toMatchObject({ type: 'problemReported', problem: 'not_returned' });
  }
  expect((await situationOf(market, owner))?.acts).toContainEqual({ name: 'settleProblem' });
  expect(await mailsNamed(market, 'problemReported')).toMatchObject([{ data: { kind: 'not_returned' } }]);
  expect(await reportsIn(market)).toContainEqual(expect.objectContaining({ problem: { kind: 'not_returned' } }));
  await market.act('confirmReturn', owner);
  expect(await reportsIn(market)).toEqual([]);
});

test('a settled problem leaves no report, and the other one is told', async () => {
  const market = await arriving();
  await report(market, owner, 'not_arrived');
  expect(await reportsIn(market)).toHaveLength(2);
  expect((await market.act('settleProblem', owner)).body['situation']).not.toHaveProperty('problem');
  expect(await reportsIn(market)).toEqual([]);
  expect(await mailsNamed(market, 'problemSettled')).toMatchObject([
    { memberId: carrier, data: { isOnItsWay: 'yes' } },
  ]);
  expect((await typesOf(market)).slice(-2)).toEqual(['problemReported', 'problemSettled']);
});

test('a problem that is settled after the arrival lets nothing go on', async () => {
  const market = await arriving();
  await market.act('validateDelivery', carrier);
  await report(market, owner, 'damaged');
  await market.act('settleProblem', owner);
  expect(await mailsNamed(market, 'problemSettled')).toMatchObject([{ data: { isOnItsWay: '' } }]);
});

test('a delivery that is declared while a problem is open promises no moment to its owner', async () => {
  const market = await arriving({ isCoded: true });
  await report(market, owner, 'damaged');
  await market.act('declare', carrier);
  expect(await mailsNamed(market, 'receiptAsked')).toMatchObject([
    { memberId: owner, data: { hasProblem: 'yes', until: '' } },
  ]);
});

test('a member reports five problems a day, and the other one has five of their own', async () => {
  const market = await arriving();
  process.env['RATE_LIMITS'] = 'on';
  onTestFinished(() => void (process.env['RATE_LIMITS'] = 'off'));
  for (let count = 1; count <= 5; count++) {
    expect((await report(market, owner, 'damaged')).status).toBe(200);
    expect((await market.act('settleProblem', owner)).status).toBe(200);
  }
  const refused = await report(market, owner, 'damaged');
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY' } });
  expect((await market.current()).problem).toBeUndefined();
  expect((await report(market, carrier, 'lost')).status).toBe(200);
  await market.act('settleProblem', carrier);
  market.clock.now += dayMs;
  expect((await report(market, owner, 'damaged')).status).toBe(200);
});

test.each([
  ['not_arrived', owner, 'confirmReceipt', true],
  ['lost', carrier, 'confirmReceipt', true],
  ['customs', carrier, 'code', true],
  ['not_arrived', owner, 'code', true],
  ['not_arrived', owner, 'photo', false],
  ['damaged', owner, 'confirmReceipt', false],
  ['content', carrier, 'code', false],
  ['lost', carrier, 'confirmReturn', true],
] as const)('a parcel that is %s for %s: « %s » ends the problem: %s', async (kind, by, end, isSettled) => {
  const market = await arriving({ isCoded: end === 'code' });
  await report(market, by, kind);
  if (end === 'confirmReturn') await market.act('returnParcel', carrier, { reason: 'Retrouvé trop tard' });
  const ended =
    end === 'code'
      ? await market.act('validateDelivery', carrier, { code: rightCode(await market.current()) })
      : end === 'photo'
        ? await market.act('validateDelivery', carrier)
        : await market.act(end, owner);
  expect(ended.status).toBe(200);
  const { problem, status } = await market.current();
  expect([problem === undefined, ['delivered', 'returned'].includes(status)]).toEqual([isSettled, true]);
  expect((await market.mails()).at(-1)?.data).toMatchObject({ endsProblem: isSettled ? 'yes' : '' });
  expect(await reportsIn(market)).toHaveLength(isSettled ? 0 : 2);
});

test('while it is open nothing ends by itself, and the deletion of both accounts and of the parcel is refused', async () => {
  const market = await arriving({ isCoded: true });
  await market.act('declare', carrier);
  await report(market, owner, 'not_arrived');
  market.clock.now += 30 * dayMs;
  await settleDue(market.table, market.clock.now, dueKinds);
  expect(await market.current()).toMatchObject({ status: 'delivery', problem: { kind: 'not_arrived' } });
  await market.act('confirmReceipt', owner);
  await report(market, owner, 'damaged');
  expect((await market.as(owner).tracking({ params: market.params })).body.phone).toBeDefined();
  expect(
    (await market.as(admin).deleteParcel({ params: market.params, body: { reason: 'Double' } as never })).body,
  ).toMatchObject({
    code: 'STATE_CHANGED',
  });
  const hands = (await market.items()).filter(({ kind }) => kind === 'inHand');
  expect(new Set(hands.map(({ pk }) => pk))).toEqual(new Set([owner, carrier].map((id) => keys.member(id))));
  await market.act('settleProblem', owner);
  expect((await market.items()).filter(({ kind }) => kind === 'inHand')).toEqual([]);
});

test('once it is settled, what waits for a confirmation waits for three days again', async () => {
  const market = await arriving({ isCoded: true });
  await market.act('declare', carrier);
  await report(market, owner, 'not_arrived');
  market.clock.now += 5 * dayMs;
  await market.act('settleProblem', owner);
  market.clock.now += 71 * hourMs;
  expect(await settleDue(market.table, market.clock.now, dueKinds)).toBe(0);
  market.clock.now += 2 * hourMs;
  expect(await settleDue(market.table, market.clock.now, dueKinds)).toBe(1);
  expect(await market.current()).toMatchObject({ status: 'delivered' });
});

test('each of the two adds six photos of a problem, while it is open', async () => {
  const market = await arriving();
  const { table, parcel, params, call } = market;
  const add = async (by: string) =>
    call('addProof', by, { params, body: { uploadId: await photo(table, parcel.id, by, 'problem') } });
  expect((await add(owner)).body).toMatchObject({ code: 'STATE_CHANGED' });
  await report(market, owner, 'damaged');
  for (const by of [owner, carrier]) {
    for (let count = 0; count < 6; count++) expect((await add(by)).status).toBe(201);
    expect((await add(by)).body).toMatchObject({ code: 'LIMIT' });
  }
  const seen = (await market.as(carrier).proofs({ params })).body.items.filter(({ stage }) => stage === 'problem');
  expect(seen).toHaveLength(12);
  await market.act('settleProblem', owner);
  expect((await add(owner)).body).toMatchObject({ code: 'STATE_CHANGED' });
  await report(market, carrier, 'customs');
  expect((await add(owner)).status).toBe(201);
});

test('the report keeps the last ten messages, what was agreed and when, and the words of its author at last', async () => {
  const market = await arriving();
  // A real conversation, with its rows, instead of its head alone.
  await market.table.transact([market.table.remove(keys.threadHead(owner, carrier, market.parcel.id))]);
  for (let count = 1; count <= 12; count++)
    await market.as(carrier).sendMessage({
      body: { recipientId: owner, parcelId: market.parcel.id, content: `Message ${count}` },
    });
  await report(market, owner, 'damaged');
  const kept = (await reportsIn(market)).find((record) => 'lines' in (record as object)) as {
    lines: { by?: string; label?: string; text: string }[];
  };
  const said = kept.lines.filter(({ by }) => by === 'accused').map(({ text: words }) => words);
  expect(said).toEqual(Array.from({ length: 10 }, (_, at) => `Message ${at + 3}`));
  expect(kept.lines.map(({ label }) => label)).toContain('Récupéré le');
  expect(kept.lines.at(-1)).toMatchObject({ by: 'reporter', label: 'Colis abîmé ou incomplet', text });
});

test('a content that may be dangerous is mailed to the administrators, and no other problem is', async () => {
  const market = await arriving();
  await report(market, owner, 'damaged');
  expect(await mailsNamed(market, 'dangerReported')).toEqual([]);
  await market.act('settleProblem', owner);
  await report(market, carrier, 'content');
  expect((await mailsNamed(market, 'dangerReported')).length).toBeGreaterThan(0);
  expect(await mailsNamed(market, 'reportReceived')).toEqual([]);
});

test('the archives of both have the problem, with whose it is by name and without ids of the other', async () => {
  const market = await arriving();
  await report(market, owner, 'damaged');
  for (const [id, file] of [
    [owner, 'colis.json'],
    [carrier, 'livraisons.json'],
  ] as const) {
    const { texts } = await collect(market.table, await market.profile(id));
    const [archived] = texts[file] as { problem: object; events: object[] }[];
    expect(archived?.problem).toEqual({
      kind: 'damaged',
      label: 'Colis abîmé ou incomplet',
      at: expect.any(String),
      by: expect.anything(),
    });
    expect(JSON.stringify(archived)).not.toContain(id === owner ? `"by":"${carrier}"` : `"by":"${owner}"`);
    expect(archived?.events.at(-1)).toMatchObject({
      type: 'problemReported',
      label: 'Problème signalé : Colis abîmé ou incomplet',
      problem: 'damaged',
      reason: text,
    });
  }
  const { texts } = await collect(market.table, await market.profile(owner));
  expect(JSON.stringify(texts)).toContain('Colis abîmé ou incomplet');
});
