import { createHash, randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import type { ReportRecord } from '#shared/reports/record.ts';
import { aParcel, aProfile, aReview, aTrip, memberIds } from '#test/access/people.ts';
import { type Acts, aWorld } from '#test/support/world/world.ts';

const { O: amel, M: karim, C: lina, B: blocked, A: admin, RA: root, P: pending } = memberIds;

const parcel = aParcel(101, 'O', { title: 'Petit sachet pour mon cousin' });
const trip = aTrip(201, 'O', { notes: 'Je passe tout' });
const review = aReview('M', 'O', { comment: 'Un escroc' });

async function reporting(options: Parameters<typeof aWorld>[0] = {}) {
  const people = ['O', 'M', 'C', 'B', 'A', 'RA', 'P'] as const;
  const world = await aWorld({ people, items: [parcel, trip, review], isTicking: true, ...options });
  const { items, as } = world;
  return {
    ...world,
    reports: async () => (await items()).filter(({ kind }) => kind === 'report').map(({ record }) => record),
    kept: async () =>
      (await items()).flatMap(({ kind, record }) =>
        kind === 'reportKept' ? (record as { lines: { text: string }[] }).lines : [],
      ),
    say: (from: string, recipientId: string, content: string) =>
      as(from).sendMessage({ body: { recipientId, content } }),
  };
}

const ways: readonly [name: string, report: (by: Acts) => ReturnType<Acts['reportParcel']>, excerpt: string][] = [
  ['parcel', (by) => by.reportParcel({ params: { parcelId: parcel.id }, body: { reason: 'forbidden' } }), parcel.title],
  ['trip', (by) => by.reportTrip({ params: { tripId: trip.id }, body: { reason: 'false' } }), 'Je passe tout'],
  ['member', (by) => by.reportMember({ params: { userId: amel }, body: { reason: 'abuse' } }), 'O Membre'],
  ['review', (by) => by.reportReview({ params: { reviewId: review.id }, body: { reason: 'abuse' } }), 'Un escroc'],
];

test.each(ways)(
  'a %s is reported once a day, with what it said, and the reporter has its number',
  async (kind, report, excerpt) => {
    const { as, reports, kept, mails, clock } = await reporting();
    const { status, body } = await report(as(karim));
    expect(status).toBe(201);
    expect(body.reference).toMatch(/^SG-[0-9A-F]{8}$/);
    expect(await reports()).toMatchObject([{ about: { kind }, reporterId: karim, accusedId: amel, status: 'pending' }]);
    expect((await kept()).map(({ text }) => text)).toContain(excerpt);
    expect(await mails()).toMatchObject([
      { mail: 'reportReceived', memberId: karim, data: { reference: body.reference } },
    ]);
    expect(await report(as(karim))).toMatchObject({
      status: 409,
      body: { code: 'LIMIT', detail: "Vous avez déjà signalé ce contenu aujourd'hui. Notre équipe l'examine." },
    });
    clock.now += 86_400_000;
    expect(await report(as(karim))).toMatchObject({ status: 201 });
  },
);

test.each(ways)('a %s of one’s own cannot be reported, nor by a blocked member', async (_, report) => {
  const { as, reports } = await reporting();
  expect(await report(as(amel))).toMatchObject({ status: 403, body: { code: 'SELF_ACTION' } });
  expect(await report(as(blocked))).toMatchObject({ status: 403, body: { code: 'PROFILE_BLOCKED' } });
  expect(await reports()).toEqual([]);
});

test('a report needs words for two of the reasons, and takes no more than 2 000 characters', async () => {
  const { as, kept } = await reporting();
  const report = (body: object) => as(karim).reportMember({ params: { userId: amel }, body: body as never });
  expect(await report({ reason: 'other' })).toMatchObject({
    status: 400,
    body: { fields: { text: 'Ajoutez une explication' } },
  });
  expect(await report({ reason: 'illegal', text: '  ' })).toMatchObject({ status: 400 });
  expect(await report({ reason: 'other', text: 'a'.repeat(100_000) })).toMatchObject({ status: 413 });
  expect(await report({ reason: 'other', text: 'a'.repeat(2001) })).toMatchObject({ status: 400 });
  expect(await report({ reason: 'rude' })).toMatchObject({ status: 400 });
  expect(await report({ reason: 'other', text: 'Il crie' })).toMatchObject({ status: 201 });
  expect(await kept()).not.toEqual([]);
});

test('a message is reported with the ten before it; one’s own, or none, is not there', async () => {
  const { as, say, kept, reports } = await reporting();
  for (let number = 1; number <= 14; number++)
    await say(number === 4 ? karim : amel, number === 4 ? amel : karim, `Mot ${number}`);
  const report = (by: string, seq: number, userId = amel, parcelId?: string) =>
    as(by).reportMessage({ params: { userId }, body: { reason: 'abuse', seq, ...(parcelId ? { parcelId } : {}) } });
  expect(await report(karim, 4)).toMatchObject({ status: 404 });
  expect(await report(karim, 15)).toMatchObject({ status: 404 });
  expect(await report(karim, 13, lina)).toMatchObject({ status: 404 });
  expect(await report(karim, 13, amel, parcel.id)).toMatchObject({ status: 404 });
  // A thread of others does not exist.
  expect(await report(lina, 13)).toMatchObject({ status: 404 });
  expect(await report(karim, 13)).toMatchObject({ status: 201 });
  expect((await kept()).map(({ text }) => text)).toEqual(Array.from({ length: 11 }, (_, index) => `Mot ${index + 3}`));
  expect(await kept()).toMatchObject([
    { by: 'accused' },
    { by: 'reporter' },
    ...Array.from({ length: 9 }, () => ({ by: 'accused' })),
  ]);
  expect(await reports()).toMatchObject([{ about: { kind: 'message' }, accusedId: amel }]);
});

test('twenty members report a parcel in the same moment, each twice: one report of each', async () => {
  const members = Array.from({ length: 20 }, (_, number) => ({ id: randomUUID(), name: `m${number}` }));
  const { seed, as, reports } = await reporting();
  await seed(...members.map(({ id, name }) => aProfile('M', { id, email: `${name}@example.org` })));
  const report = (id: string) =>
    as(id).reportParcel({ params: { parcelId: parcel.id }, body: { reason: 'forbidden' } });
  const answers = await Promise.all([...members, ...members].map(({ id }) => report(id)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array(20).fill(201),
    ...Array(20).fill(409),
  ]);
  expect(await reports()).toHaveLength(20);
  const references = answers.flatMap(({ body }) => body.reference ?? []);
  expect(new Set(references).size).toBe(20);
});

test('a person in danger is mailed to every administrator but the accused: five times an hour, twice for one sender, then once with the number that waits', async () => {
  const { as, mails, clock } = await reporting();
  vi.stubEnv('RATE_LIMITS', 'on');
  const danger = (by: string, userId: string) =>
    as(by).reportMember({ params: { userId }, body: { reason: 'danger', text: 'Il menace mon frère' } });
  const named = async (name: string) => (await mails()).filter(({ mail }) => mail === name);
  const alarms = async () => (await named('dangerReported')).length;
  await danger(karim, admin);
  expect(await named('dangerReported')).toMatchObject([{ memberId: root, data: { reportId: expect.any(String) } }]);
  for (const userId of [amel, lina, pending]) expect(await danger(karim, userId)).toMatchObject({ status: 201 });
  // One sender's third and fourth are in the queue only.
  expect(await alarms()).toBe(1 + 2);
  for (const userId of [karim, amel]) await danger(lina, userId);
  expect(await alarms()).toBe(3 + 2 * 2);
  for (const userId of [karim, lina]) await danger(amel, userId);
  // The fifth of the hour, to both; the sixth is one mail that counts.
  expect(await alarms()).toBe(7 + 2);
  expect(await named('dangersWaiting')).toMatchObject([{ data: { waiting: '8' } }, { data: { waiting: '8' } }]);
  await danger(pending, karim);
  expect(await named('dangersWaiting')).toHaveLength(2);
  expect(JSON.stringify(await mails())).not.toContain('frère');
  clock.now += 3_600_000;
  await danger(karim, blocked);
  expect(await alarms()).toBe(9 + 2);
});

test('neither a repeated report of a danger nor a visitor takes the place of another report’s mail', async () => {
  const { as, call, mails } = await reporting();
  vi.stubEnv('RATE_LIMITS', 'on');
  const alarms = async () => (await mails()).filter(({ mail }) => mail === 'dangerReported').length;
  const danger = { reason: 'danger', text: 'Il menace mon frère' } as const;
  const ofAmel = () => as(karim).reportMember({ params: { userId: amel }, body: danger });
  expect(await ofAmel()).toMatchObject({ status: 201 });
  for (let time = 0; time < 5; time++) expect(await ofAmel()).toMatchObject({ status: 409 });
  for (let time = 0; time < 5; time++)
    await call('reportAsVisitor', '', { body: { about: { kind: 'page' }, ...danger, text: `Danger ${time}` } });
  const before = await alarms();
  await as(lina).reportMember({ params: { userId: amel }, body: danger });
  expect(await alarms()).toBe(before + 2);
});

test('the id of a report cannot be found from its reporter, thing and day', async () => {
  const { as, reports } = await reporting();
  await as(karim).reportMember({ params: { userId: amel }, body: { reason: 'abuse' } });
  const [report] = (await reports()) as { id: string }[];
  const guess = createHash('sha256').update([karim, 'member', amel, '2026-11-20'].join(' ')).digest('hex');
  expect(report?.id.replaceAll('-', '')).not.toBe(guess.slice(0, 32));
  expect(report?.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

test('a member makes ten reports a day', async () => {
  const { as, seed } = await reporting();
  vi.stubEnv('RATE_LIMITS', 'on');
  const others = Array.from({ length: 11 }, () => randomUUID());
  await seed(...others.map((id) => aProfile('M', { id, email: `${id}@example.org` })));
  const statuses = [];
  for (const userId of others)
    statuses.push((await as(karim).reportMember({ params: { userId }, body: { reason: 'scam' } })).status);
  expect(statuses).toEqual([...Array(10).fill(201), 429]);
});

test('what was reported is there after the owner has changed and deleted it', async () => {
  const { as, kept, table } = await reporting();
  await as(karim).reportParcel({ params: { parcelId: parcel.id }, body: { reason: 'forbidden' } });
  await table.transact([table.remove(keys.parcel(parcel.id))]);
  expect((await kept()).map(({ text }) => text)).toContain(parcel.title);
});

test('a page is reported in the name of its member, who is answered, twice a day with other words', async () => {
  const { as, reports, mails } = await reporting();
  const report = (by: string, text: string, page?: string) =>
    as(by).reportPage({ body: { reason: 'scam', text, ...(page ? { page } : {}) } });
  expect(await report(karim, 'Elle promet un gain')).toMatchObject({ status: 201 });
  expect(await report(karim, 'Elle promet un gain')).toMatchObject({ status: 409, body: { code: 'LIMIT' } });
  expect(await report(karim, 'Et elle ment')).toMatchObject({ status: 201 });
  expect(await reports()).toMatchObject([{ about: { kind: 'page' }, reporterId: karim }, { reporterId: karim }]);
  expect(await mails()).toMatchObject([
    { mail: 'reportReceived', memberId: karim },
    { mail: 'reportReceived', memberId: karim },
  ]);
  await report(karim, 'Regardez', `/p/${parcel.id}`);
  // One's own listing is evidence, not the accused.
  await report(amel, `On a copié mon annonce /p/${parcel.id}`);
  const all = (await reports()) as Partial<ReportRecord>[];
  expect(all.filter(({ accusedId }) => accusedId)).toMatchObject([{ about: { kind: 'parcel' }, accusedId: amel }]);
  expect(all.filter(({ reporterId }) => reporterId === amel)).toMatchObject([{ about: { kind: 'page' } }]);
});

test('of twenty reports of danger in the same moment, five are mailed, and a refused one takes no place', async () => {
  const members = Array.from({ length: 20 }, (_, number) => ({ id: randomUUID(), name: `d${number}` }));
  const { as, seed, mails } = await reporting();
  vi.stubEnv('RATE_LIMITS', 'on');
  await seed(...members.map(({ id, name }) => aProfile('M', { id, email: `${name}@example.org` })));
  const danger = async (by: string): Promise<number> => {
    const { status } = await as(by).reportMember({ params: { userId: amel }, body: { reason: 'danger' } });
    return status === 503 ? danger(by) : status;
  };
  expect(new Set(await Promise.all(members.map(({ id }) => danger(id))))).toEqual(new Set([201]));
  // To both administrators.
  expect((await mails()).filter(({ mail }) => mail === 'dangerReported')).toHaveLength(10);
});

test('nothing of a deleted account is kept: its messages can no longer be reported', async () => {
  const { as, say, table, reports, kept } = await reporting();
  await say(amel, karim, 'Un coupon !');
  await table.transact([table.remove(keys.profile(amel))]);
  const report = as(karim).reportMessage({ params: { userId: amel }, body: { reason: 'scam', seq: 1 } });
  expect(await report).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect([await reports(), await kept()]).toEqual([[], []]);
});

test('messages that are erased by their age are neither reported nor kept, although the job has not reached them', async () => {
  const { as, say, table, kept } = await reporting();
  for (const text of ['Ancien', 'Vieux', 'Récent']) await say(amel, karim, text);
  await table.transact([
    table.update(keys.threadHead(amel, karim, undefined), {
      expression: 'SET #record.erasedUpTo = :seq',
      names: { '#record': 'record' },
      values: { ':seq': 2 },
    }),
  ]);
  const report = (seq: number) => as(karim).reportMessage({ params: { userId: amel }, body: { reason: 'scam', seq } });
  expect(await report(2)).toMatchObject({ status: 404 });
  expect(await report(3)).toMatchObject({ status: 201 });
  expect((await kept()).map(({ text }) => text)).toEqual(['Récent']);
});

test('a review that its author has edited is open to a new report on the same day', async () => {
  const { as, reports } = await reporting();
  const report = () => as(karim).reportReview({ params: { reviewId: review.id }, body: { reason: 'abuse' } });
  expect((await report()).status).toBe(201);
  expect((await report()).status).toBe(409);
  const edited = { rating: 1, comment: 'Un voleur' };
  await as(amel).editReview({ params: { reviewId: review.id }, version: 1, body: edited });
  expect((await report()).status).toBe(201);
  expect(await reports()).toHaveLength(2);
});
