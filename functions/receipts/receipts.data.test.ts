import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { scanStates } from '#functions/uploads/scan-states.ts';
import type { AdminReceipt } from '#shared/admin/receipts.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import { payerOf } from '#shared/receipts/approval.ts';
import type { Receipt } from '#shared/receipts/contract.ts';
import { dayMs } from '#shared/values/time.ts';
import { aProfile, memberIds, type Role } from '#test/access/people.ts';
import { aReceiptRecord } from '#test/support/factories.ts';
import { meterReads } from '#test/support/meter.ts';
import { onDynamoDb } from '#test/support/table.ts';
import type { FileFacts } from '#test/support/world/sent-file.ts';
import { aWorld } from '#test/support/world/world.ts';
import { setPayer } from './repository.ts';

const { O: amel, M: karim, A: judge, RA: root } = memberIds;
const start = Date.parse('2026-11-20T10:00:00.000Z');
const document = { uploadId: randomUUID(), key: 'documents/u.png', contentType: 'image/png', at: '' } as const;
const year = 365 * dayMs;

/** Members who pay and two administrators. */
async function aCashDesk(changes: Partial<Record<Role, Partial<ProfileRecord>>> = {}) {
  const payers = (['O', 'M', 'P', 'R', 'B'] as const).map((role) => aProfile(role, changes[role]));
  const world = await aWorld({ people: [...payers, 'A', 'RA'], start });
  const { as, aFile } = world;
  const aScan = (ownerId: string, facts: FileFacts = {}) =>
    aFile('receipt_file', ownerId, { fileName: 'virement.jpg', ...facts });
  const send = async (ownerId: string, facts: object = {}, file?: FileFacts) =>
    as(ownerId).sendReceipt({ body: { uploadId: await aScan(ownerId, file), ...facts } });
  const sent = async (...given: Parameters<typeof send>): Promise<string> => {
    const { status, body } = await send(...given);
    expect(status).toBe(201);
    return body.id;
  };
  const mine = async (ownerId: string) => (await as(ownerId).myReceipts()).body;
  const decide = (
    act: 'approveReceipt' | 'rejectReceipt',
    receiptId: string,
    { by = judge, version = 1 }: { by?: string; version?: number } = {},
  ) => {
    const request = { params: { receiptId }, version };
    return act === 'approveReceipt'
      ? as(by).approveReceipt(request)
      : as(by).rejectReceipt({ ...request, body: { reason: 'Virement introuvable' } });
  };
  const listed = async (query = {}) => (await as(judge).adminReceipts({ query })).body.items;
  const profileOf = (role: Role) => world.profile(memberIds[role]);
  /** Without the confirmation of each receipt, which has its own test. */
  const mails = async () => (await world.mails()).filter(({ mail }) => mail !== 'receiptSent');
  const mailOf = async (name: string) => (await world.mails()).filter(({ mail }) => mail === name);
  return { ...world, mails, mailOf, aScan, send, sent, mine, decide, listed, profileOf };
}

const endOf = (profile: ProfileRecord) => Date.parse(profile.subscriptionEnd ?? '');

test('a receipt waits until an administrator approves it: then the subscription runs for a year, and its member is told', async () => {
  const { sent, mine, listed, decide, profileOf, mails, log, table, clock } = await aCashDesk();
  const id = await sent(amel, { paidOn: '2026-11-19', reference: ' VIR 42 ' });
  expect(await mine(amel)).toMatchObject({
    pending: 1,
    items: [{ id, fileName: 'virement.jpg', kind: 'image', paidOn: '2026-11-19', reference: 'VIR 42' }],
  });
  expect(await listed({ status: 'pending' })).toMatchObject([
    {
      id,
      status: 'pending',
      amount: { amount: 500_000, currency: 'DZD' },
      member: { id: amel, firstName: 'O', lastName: 'Membre', status: 'approved', verifies: false },
      paymentReference: 'ABO-00000005',
      subscriptionEnd: new Date(start + year).toISOString(),
    },
  ]);

  clock.now += dayMs;
  expect(await decide('approveReceipt', id)).toMatchObject({ status: 200, body: { status: 'approved', version: 2 } });
  expect(await profileOf('O')).toMatchObject({
    subscriptionStart: new Date(clock.now).toISOString(),
    subscriptionEnd: new Date(clock.now + year).toISOString(),
    status: 'approved',
  });
  expect(await mine(amel)).toMatchObject({
    pending: 0,
    items: [{ status: 'approved', decidedAt: new Date(clock.now).toISOString() }],
  });
  expect(await listed({ status: 'pending' })).toEqual([]);
  expect(await listed()).toMatchObject([{ id, subscriptionEnd: new Date(clock.now + year).toISOString() }]);
  expect(await mails()).toMatchObject([
    {
      mail: 'receiptApproved',
      memberId: amel,
      data: { end: 'dimanche 21 novembre 2027', verified: '', withdrawUntil: 'samedi 5 décembre 2026' },
    },
  ]);
  expect(await log()).toMatchObject([
    { action: 'approveReceipt', targetId: id, details: { before: 'pending', after: 'approved', end: '2027-11-21' } },
  ]);
  expect(await table.get(keys.upload(id))).toMatchObject({ state: 'attached', gs2pk: 'KEEP#2036-11-21' });
});

test('an early renewal loses no day, and after the end a year begins with the approval', async () => {
  const runsUntil = start + 20 * dayMs;
  const { sent, decide, profileOf, clock } = await aCashDesk({
    O: { subscriptionStart: '2025-12-10T10:00:00.000Z', subscriptionEnd: new Date(runsUntil).toISOString() },
  });
  await decide('approveReceipt', await sent(amel));
  expect(endOf(await profileOf('O'))).toBe(runsUntil + year);
  clock.now = runsUntil + year + 100 * dayMs;
  await decide('approveReceipt', await sent(amel));
  expect(endOf(await profileOf('O'))).toBe(clock.now + year);
});

test('a payment approves a pending profile with documents, and no other: a rejected one stays, a blocked one is refused', async () => {
  const { table, sent, listed, decide, profileOf, mails, seed } = await aCashDesk({
    P: { idDocument: document, facePhoto: { ...document, uploadId: randomUUID() } },
    O: { status: 'pending' },
  });
  const ids = {
    withDocuments: await sent(memberIds.P),
    withoutDocuments: await sent(amel),
    rejected: await sent(memberIds.R),
    blocked: await sent(karim),
  };
  const verifying = (await listed({ status: 'pending' })).filter(({ member }) => member?.verifies);
  expect(verifying.map(({ id }) => id)).toEqual([ids.withDocuments]);
  await seed(aProfile('M', { status: 'blocked', statusReason: 'Fraude', version: 2 }));

  expect((await decide('approveReceipt', ids.withDocuments)).status).toBe(200);
  expect(await profileOf('P')).toMatchObject({
    status: 'approved',
    validatedBy: judge,
    subscriptionEnd: expect.any(String),
  });
  expect(await mails()).toMatchObject([{ memberId: memberIds.P, data: { verified: 'yes' } }]);
  // The documents are kept no longer than after any other approval.
  expect(await table.get(keys.upload(document.uploadId))).toMatchObject({ gs2pk: 'KEEP#2026-11-27' });
  expect((await decide('approveReceipt', ids.withoutDocuments)).status).toBe(200);
  expect(await profileOf('O')).toMatchObject({ status: 'pending', subscriptionEnd: expect.any(String) });
  expect((await decide('approveReceipt', ids.rejected)).status).toBe(200);
  expect(await profileOf('R')).toMatchObject({ status: 'rejected', subscriptionEnd: expect.any(String) });

  expect(await decide('approveReceipt', ids.blocked)).toMatchObject({
    status: 409,
    body: { code: 'STATE_CHANGED', title: 'Impossible de valider le paiement.' },
  });
  expect(await profileOf('M')).toMatchObject({ status: 'blocked' });
  expect((await profileOf('M')).subscriptionEnd).toBeUndefined();
  expect((await listed({ status: 'pending' })).map(({ id }) => id)).toEqual([ids.blocked]);
});

test('a refusal changes the receipt alone, and its member reads why and may send another', async () => {
  const { sent, mine, decide, profileOf, mails, table, log } = await aCashDesk();
  const id = await sent(amel);
  expect(await decide('rejectReceipt', id)).toMatchObject({
    status: 200,
    body: { status: 'rejected', reason: 'Virement introuvable' },
  });
  expect(await mine(amel)).toMatchObject({
    pending: 0,
    items: [{ status: 'rejected', reason: 'Virement introuvable' }],
  });
  expect((await profileOf('O')).subscriptionEnd).toBeUndefined();
  expect((await profileOf('O')).version).toBe(1);
  expect(await mails()).toMatchObject([
    { mail: 'receiptRejected', memberId: amel, data: { reason: 'Virement introuvable' } },
  ]);
  // Typed texts do not enter the log.
  expect(JSON.stringify(await log())).not.toContain('introuvable');
  expect(await table.get(keys.upload(id))).toMatchObject({ gs2pk: 'KEEP#2027-02-18' });
  await sent(amel);
  expect(await decide('approveReceipt', id, { version: 2 })).toMatchObject({
    status: 409,
    body: { code: 'ALREADY_DECIDED', current: { status: 'rejected' } },
  });
});

test('three receipts may wait, however many are sent at once, and a decision makes room for the next', async () => {
  const { sent, send, mine, decide } = await aCashDesk();
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(amel)));
  const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([201, 201, 201, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'LIMIT',
    detail: expect.stringContaining('Trois justificatifs attendent déjà'),
  });
  const { items, pending } = await mine(amel);
  expect([items.length, pending]).toEqual([3, 3]);
  await decide('rejectReceipt', items[0]?.id ?? '');
  await sent(amel);
  expect((await send(amel)).status).toBe(409);
  // Others are not limited by it.
  await sent(karim);
});

test('five receipts a day, of which refused tries do not count', async () => {
  const { send, sent, decide, clock } = await aCashDesk();
  process.env['RATE_LIMITS'] = 'on';
  onTestFinished(() => void (process.env['RATE_LIMITS'] = 'off'));
  for (let count = 0; count < 5; count++) {
    expect((await send(amel, { paidOn: '2027-01-01' })).status).toBe(400);
    await decide('rejectReceipt', await sent(amel));
  }
  expect((await send(amel)).status).toBe(429);
  clock.now += dayMs;
  await sent(amel);
});

test('only a clean file of one’s own and of this kind becomes a receipt, and once', async () => {
  const { table, as, send, aFile, aScan, mine } = await aCashDesk();
  const states = scanStates(table);
  const attempt = (uploadId: string) => as(amel).sendReceipt({ body: { uploadId } });
  const refused = { status: 422, body: { code: 'FILE_REFUSED' } };
  expect(await attempt(await aScan(karim))).toMatchObject(refused);
  expect(await attempt(await aFile('parcel_file', amel))).toMatchObject(refused);
  expect(await attempt(randomUUID())).toMatchObject(refused);

  const virus = await aScan(amel, { state: 'issued' });
  expect(await attempt(virus)).toMatchObject({ status: 202, body: { state: 'scanning' } });
  await states.begin(virus);
  await states.reject(virus, 'Ce fichier est endommagé.');
  expect(await attempt(virus)).toMatchObject({ ...refused, body: { detail: 'Ce fichier est endommagé.' } });

  const once = await aScan(amel);
  expect((await attempt(once)).status).toBe(201);
  expect(await attempt(once)).toMatchObject({ ...refused, body: { title: 'Fichier déjà utilisé' } });
  expect(await send(amel, { paidOn: '2026-11-21' })).toMatchObject({
    status: 400,
    body: { fields: { paidOn: "Cette date n'est pas encore passée" } },
  });
  expect(await send(amel, { paidOn: '2026-02-30' })).toMatchObject({ status: 400 });
  expect(await send(amel, { reference: 'x'.repeat(61) })).toMatchObject({ status: 400 });
  expect(await send(amel, { reference: 'a\nb' })).toMatchObject({ status: 400 });
  expect(await mine(amel)).toMatchObject({ pending: 1, items: [{ id: once }] });
});

test(
  'those that wait longest come first, decided ones newest first, and a page costs the same for any number',
  onDynamoDb(async () => {
    const { client, seed, as, listed, clock } = await aCashDesk();
    const at = (minute: number) => new Date(start + minute * 60_000).toISOString();
    const payer = payerOf(aProfile('O'));
    const received = (number: number, status: Receipt['status']) =>
      aReceiptRecord({ id: randomUUID(), memberId: amel, payer, reference: `${number}`, sentAt: at(number), status });
    for (let number = 0; number < 25; number++) {
      await seed(received(number, 'pending'));
      await seed(received(100 + number, 'approved'));
    }
    clock.now += dayMs;
    const references = (items: readonly AdminReceipt[]) => items.map(({ reference }) => Number(reference));
    const meter = meterReads(client);
    const first = await as(judge).adminReceipts({ query: { status: 'pending' } });
    // The caller's check, and the page, whose rows show their member.
    expect(meter).toMatchObject({ calls: 2 });
    const { items, next } = first.body as { items: AdminReceipt[]; next: string };
    expect(references(items)).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(references(await listed({ status: 'pending', cursor: next }))).toEqual([20, 21, 22, 23, 24]);
    expect(references(await listed({ status: 'approved' })).slice(0, 3)).toEqual([124, 123, 122]);
    expect(references(await listed()).slice(0, 3)).toEqual([124, 123, 122]);
    const foreign = await as(judge).adminReceipts({ query: { status: 'approved', cursor: next } });
    expect(foreign.status).toBe(400);
  }),
);

test('administrators are warned of a file that was sent before, by the same or by another member', async () => {
  const { sent, send, listed, clock } = await aCashDesk();
  await sent(amel, {}, { sha256: 'same' });
  clock.now += dayMs;
  for (const [ownerId, file] of [
    [amel, { sha256: 'same' }],
    [karim, { sha256: 'same' }],
    [karim, {}],
  ] as const) {
    clock.now += 1000;
    await sent(ownerId, {}, file);
  }
  const first = new Date(start).toISOString();
  expect((await listed({ status: 'pending' })).map(({ sameFile }) => sameFile)).toEqual([
    undefined,
    { sentAt: first, byOther: false },
    { sentAt: first, byOther: true },
    undefined,
  ]);
  // Sent concurrently, one of the two is recognised.
  await Promise.all([send(memberIds.P, {}, { sha256: 'twice' }), send(memberIds.P, {}, { sha256: 'twice' })]);
  const twice = (await listed({ status: 'pending' })).filter(({ member }) => member?.id === memberIds.P);
  expect([twice.length, twice.filter(({ sameFile }) => sameFile).length]).toEqual([2, 1]);
});

test('the file is shown to its member and to administrators, whose every look is logged', async () => {
  const { sent, log, as } = await aCashDesk();
  const id = await sent(amel);
  const params = { receiptId: id };
  expect(await as(amel).receiptFile({ params })).toMatchObject({
    status: 200,
    body: { kind: 'image', url: expect.stringContaining('X-Amz-Expires=3600') },
  });
  expect((await as(karim).receiptFile({ params })).status).toBe(404);
  const { body } = await as(judge).adminReceiptFile({ params });
  expect(decodeURIComponent(String(body['url']))).toContain('response-content-disposition=inline');
  expect(decodeURIComponent(String(body['downloadUrl']))).toContain('attachment; filename="virement.jpg"');
  expect(await log()).toMatchObject([{ action: 'viewReceipt', targetId: id }]);
});

test('the receipt of a deleted account is kept, can be refused, and can no longer be approved', async () => {
  const { table, sent, listed, decide, mails } = await aCashDesk();
  const id = await sent(amel);
  // The projector's part: `project.data.test.ts`.
  await table.transact([table.remove(keys.profile(amel)), setPayer(table, id, null)]);
  expect(await listed()).toMatchObject([{ id, paymentReference: 'ABO-00000005' }]);
  expect((await listed())[0]?.member).toBeUndefined();
  expect(await decide('approveReceipt', id)).toMatchObject({
    status: 409,
    body: { title: 'Impossible de valider le paiement.', detail: expect.stringContaining("n'existe plus") },
  });
  expect((await decide('rejectReceipt', id)).status).toBe(200);
  expect(await mails()).toEqual([]);
});

test('a change of the profile at the same moment neither stops an approval nor is lost', async () => {
  const { sent, decide, profiles, table, profileOf } = await aCashDesk();
  for (let round = 1; round <= 10; round++) {
    const id = await sent(amel);
    const phone = `+2135500000${String(round).padStart(2, '0')}`;
    const edit = async (): Promise<void> => {
      const profile = await profileOf('O');
      await table.transact([profiles.save({ ...profile, phone, version: profile.version + 1 })]).catch(edit);
    };
    const [answer] = await Promise.all([decide('approveReceipt', id), edit()]);
    expect(answer.status).toBe(200);
    expect((await profileOf('O')).phone).toBe(phone);
    expect(endOf(await profileOf('O'))).toBe(start + round * year);
  }
});

/** `RACES=300` runs the long form. */
const races = Number(process.env['RACES'] ?? 30);

test('of four clicks of two administrators exactly one decides, and a year is never counted twice', {
  timeout: 600_000,
}, async () => {
  const { sent, decide, mine, profileOf, log, mails, items } = await aCashDesk();
  let approved = 0;
  for (let round = 0; round < races; round++) {
    const id = await sent(amel);
    const answers = await Promise.all([
      decide('approveReceipt', id),
      decide('approveReceipt', id, { by: root }),
      decide('rejectReceipt', id),
      decide('rejectReceipt', id, { by: root }),
    ]);
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    for (const { status, body } of answers.filter(({ status }) => status !== 200)) {
      expect([status, body['code']]).toEqual([409, 'ALREADY_DECIDED']);
      expect(body['current']).toMatchObject({ id, status: winners[0]?.body['status'] });
    }
    if (winners[0]?.body['status'] === 'approved') approved += 1;
    const { subscriptionEnd } = await profileOf('O');
    expect(subscriptionEnd ? Date.parse(subscriptionEnd) : start).toBe(start + approved * year);
  }
  expect(approved).toBeGreaterThan(0);
  expect((await mine(amel)).pending).toBe(0);
  expect((await log()).filter(({ action }) => /^(approve|reject)Receipt$/.test(action))).toHaveLength(races);
  expect(await mails()).toHaveLength(races);
  expect((await items()).filter((item) => item['gs2pk'] === 'Q#RECEIPT#pending')).toEqual([]);
});

/** The last millisecond of a day in Algiers. */
const lastMomentOf = (day: string) => Date.parse(`${day}T22:59:59.999Z`);

/** Amel's contract, approved on a Friday: its fourteenth day is Friday, 4 December 2026. */
async function aContract(changes?: Parameters<typeof aCashDesk>[0]) {
  const desk = await aCashDesk(changes);
  const id = await desk.sent(amel);
  await desk.decide('approveReceipt', id);
  const give = (receiptId = id) => desk.as(amel).withdrawSubscription({ params: { receiptId } });
  const payBack = (version: number, by = judge) => desk.as(by).payBackReceipt({ params: { receiptId: id }, version });
  return { ...desk, id, give, payBack };
}

test('a receipt is confirmed by mail at once', async () => {
  const { sent, mailOf } = await aCashDesk();
  await sent(amel);
  expect(await mailOf('receiptSent')).toMatchObject([{ memberId: amel, data: { firstName: 'O' } }]);
});

test('a withdrawal ends the year at once, is confirmed by mail, and waits for the money', async () => {
  const { id, give, profileOf, mailOf, mine, listed, table, payBack, log, clock } = await aContract();
  const before = await profileOf('O');
  expect((await mine(amel)).items[0]).toMatchObject({ withdrawUntil: '2026-12-04' });
  clock.now += dayMs;
  const at = new Date(clock.now).toISOString();
  expect(await give()).toMatchObject({ status: 200, body: { status: 'approved', withdrawnAt: at } });
  const after = { ...before, subscriptionStart: undefined, subscriptionEnd: undefined, version: before.version + 1 };
  expect(await profileOf('O')).toEqual(after);
  expect(await table.get(keys.subscriptionEnd(amel))).toBeUndefined();
  expect((await mine(amel)).items[0]).not.toHaveProperty('withdrawUntil');
  expect(await mailOf('subscriptionWithdrawn')).toMatchObject([
    { data: { approved: 'vendredi 20 novembre 2026', paidBackBy: 'samedi 5 décembre 2026', end: '' } },
  ]);

  expect(await listed({ status: 'withdrawn' })).toMatchObject([{ id, status: 'approved', withdrawnAt: at }]);
  expect(await payBack(3)).toMatchObject({ status: 200, body: { paidBackAt: at, version: 4 } });
  expect(await listed({ status: 'withdrawn' })).toEqual([]);
  expect(await mailOf('receiptPaidBack')).toMatchObject([{ data: { withdrawn: '' } }]);
  expect((await log()).map(({ action }) => action)).toContain('payBackReceipt');
  expect(await payBack(4)).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
});

test('pressed twice, also at the same moment, it is one withdrawal and one mail', async () => {
  const { give, mailOf, mine } = await aContract();
  const answers = await Promise.all([give(), give()]);
  expect([...answers, await give()].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await mailOf('subscriptionWithdrawn')).toHaveLength(1);
  expect((await mine(amel)).items[0]).toMatchObject({ withdrawnAt: expect.any(String) });
});

test.each([
  ['on the last second of the fourteenth day', '2026-11-20', '2026-12-04'],
  ['on the Monday after a Saturday', '2026-11-21', '2026-12-07'],
  ['on the Monday after 1 May, a Friday holiday before a weekend', '2026-04-17', '2026-05-04'],
  ['on the Tuesday after Easter, from a Good Friday', '2026-03-20', '2026-04-07'],
])('it is taken %s', async (_, approved, day) => {
  const { as, sent, decide, clock } = await aCashDesk();
  clock.now = Date.parse(`${approved}T10:00:00.000Z`);
  const id = await sent(amel);
  await decide('approveReceipt', id);
  clock.now = lastMomentOf(day);
  expect((await as(amel).withdrawSubscription({ params: { receiptId: id } })).status).toBe(200);
});

test('after the accepted days it is refused, with the day on which they ended', async () => {
  const { give, clock, profileOf, mine } = await aContract();
  clock.now = lastMomentOf('2026-12-08') + 1;
  expect((await mine(amel)).items[0]).not.toHaveProperty('withdrawUntil');
  expect(await give()).toMatchObject({
    status: 409,
    body: {
      title: 'Impossible de renoncer au contrat',
      detail:
        'Le délai de 14 jours est passé depuis le vendredi 4 décembre 2026, ou depuis le premier jour ouvrable qui a suivi.',
    },
  });
  expect((await profileOf('O')).subscriptionEnd).toBeDefined();
});

test('an earlier year stays, and a payment without a contract cannot be given up', async () => {
  const runsUntil = start + 20 * dayMs;
  const { give, profileOf, sent, mailOf } = await aContract({
    O: { subscriptionStart: '2025-12-10T10:00:00.000Z', subscriptionEnd: new Date(runsUntil).toISOString() },
  });
  await give();
  expect(endOf(await profileOf('O'))).toBe(runsUntil);
  expect(await mailOf('subscriptionWithdrawn')).toMatchObject([{ data: { end: 'jeudi 10 décembre 2026' } }]);
  expect(await give(await sent(amel))).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("il n'y a pas de contrat") },
  });
});

test('a blocked member gives it up by letter, and the refund ends the year', async () => {
  const { give, payBack, seed, profileOf, mailOf, listed } = await aContract();
  const paid = await profileOf('O');
  await seed({ ...paid, status: 'blocked', statusReason: 'Fraude' });
  expect(await give()).toMatchObject({ status: 403, body: { code: 'PROFILE_BLOCKED' } });
  expect(await payBack(2)).toMatchObject({
    status: 200,
    body: { withdrawnAt: expect.any(String), paidBackAt: expect.any(String) },
  });
  expect(await profileOf('O')).not.toHaveProperty('subscriptionEnd');
  expect(await profileOf('O')).toMatchObject({ status: 'blocked' });
  expect(await mailOf('receiptPaidBack')).toMatchObject([{ data: { withdrawn: 'yes' } }]);
  expect(await listed({ status: 'withdrawn' })).toEqual([]);
});

test('a refund without a withdrawal is noted while a letter of the last day may still be answered, and no longer', async () => {
  const { id, payBack, listed, clock, profileOf } = await aContract();
  clock.now = lastMomentOf('2026-12-22');
  expect((await listed())[0]).toMatchObject({ id, mayBePaidBack: true });
  clock.now += 1;
  expect((await listed())[0]).toMatchObject({ id, mayBePaidBack: false });
  expect(await payBack(2)).toMatchObject({
    status: 409,
    body: {
      title: 'Impossible de noter le remboursement.',
      detail: expect.stringContaining("rien n'est à rembourser"),
    },
  });
  expect((await profileOf('O')).subscriptionEnd).toBeDefined();
});

test('a withdrawn payment is paid back however late', async () => {
  const { give, payBack, listed, clock } = await aContract();
  await give();
  clock.now += 60 * dayMs;
  expect((await listed())[0]).toMatchObject({ mayBePaidBack: true });
  expect((await payBack(3)).status).toBe(200);
  expect((await listed())[0]).toMatchObject({ mayBePaidBack: false });
});
