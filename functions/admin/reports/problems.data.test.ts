import { expect, test, vi } from 'vitest';
import { collect } from '#functions/exports/collect.ts';
import { compose } from '#functions/mail/compose.ts';
import type { MailName } from '#functions/mail/mails.ts';
import { objectionOf } from '#functions/mail/outbox.ts';
import { linkToken } from '#functions/platform/derived.ts';
import { indexes, keys } from '#functions/platform/keys.ts';
import type { Judgement } from '#shared/admin/reports.ts';
import type { ProblemEnd, ProblemKind } from '#shared/deliveries/problem.ts';
import { ReportRecord } from '#shared/reports/record.ts';
import { mayJudge } from '#shared/reports/rules.ts';
import { dayMs, dayOf, hourMs } from '#shared/values/time.ts';
import { aParcel, memberIds } from '#test/access/people.ts';
import { aCard } from '#test/support/factories.ts';
import { aWorld } from '#test/support/world/world.ts';

const { O: owner, C: carrier, A: admin, S: second, RA: root } = memberIds;
const reason = 'Les photos montrent un carton ouvert avant le départ.';
const assignedAt = '2026-11-10T10:00:00.000Z';

/** A parcel on its way, about which one of the two has reported a problem. */
async function contested(by: string = owner, kind: ProblemKind = 'damaged', carrierId: string = carrier) {
  const parcel = aParcel(101, 'O', {
    status: 'in_transit',
    carrierId,
    carrier: aCard({ id: carrierId, firstName: 'Karim', lastName: 'B' }),
    assignedAt,
    pickedUpAt: assignedAt,
    terms: { grams: 1500 },
    deadline: dayOf(Date.parse(assignedAt) + 90 * dayMs),
  });
  const world = await aWorld({
    people: ['O', 'M', 'C', 'A', 'S', 'RA'],
    items: [parcel],
    isTicking: true,
  });
  const params = { parcelId: parcel.id };
  await world.as(by).reportProblem({ params, body: { kind, text: 'Le carton est ouvert.' } });
  const reportId = (await world.parcel(parcel.id)).problem?.reportId ?? '';
  const about = { params: { reportId } };
  return {
    ...world,
    parcel,
    params,
    about,
    pass: (ms: number) => {
      world.clock.now += ms;
    },
    current: () => world.parcel(parcel.id),
    decide: async (judgement: Partial<Judgement>, judge = admin) =>
      world.as(judge).decideReport({ ...about, body: { outcome: 'dismissed', reason, ...judgement } }),
    end: async (to: ProblemEnd) =>
      world.as(admin).decideReport({
        ...about,
        body: { outcome: 'acted', reason, parcel: { to, version: (await world.parcel(parcel.id)).version } },
      }),
    mailsNamed: async (name: string) => (await world.mails()).filter(({ mail }) => mail === name),
  };
}

test('the queue has a problem by the moment from which it may be decided, and no queue waits before', async () => {
  const { as, pass, log, mails } = await contested();
  await as(carrier).reportMember({ params: { userId: owner }, body: { reason: 'abuse', text: 'Il crie' } });
  const waiting = async () => (await as(admin).adminReports()).body.items;
  const [first, last] = await waiting();
  expect([first?.problem, last?.problem?.kind]).toEqual([undefined, 'damaged']);
  expect(Date.parse(last?.problem?.decidableAt ?? '') - Date.parse(last?.createdAt ?? '')).toBe(3 * dayMs);
  expect(last).toMatchObject({ reporter: { id: owner }, accused: { id: carrier }, text: 'Le carton est ouvert.' });
  await as(admin).decideReport({ params: { reportId: first?.id ?? '' }, body: { outcome: 'dismissed', reason } });
  expect((await as(admin).adminQueues()).body.oldest).toEqual({});
  pass(3 * dayMs);
  expect((await as(admin).adminQueues()).body.oldest).toEqual({ report: last?.problem?.decidableAt });
  expect(await log()).toHaveLength(1);
  expect(await mails()).not.toEqual([]);
});

test('it is decided from three days on, with a sentence before', async () => {
  const { decide, pass, current } = await contested();
  pass(3 * dayMs - hourMs);
  const { status, body } = await decide({});
  expect([status, body.code]).toEqual([409, 'STATE_CHANGED']);
  expect(body.detail).toMatch(/se décide à partir du 23 nov/);
  pass(hourMs);
  expect((await decide({})).status).toBe(200);
  expect((await current()).problem).toBeUndefined();
});

test.each([
  ['delivered', { status: 'delivered', deliveredAt: expect.any(String) as string }, 'delivered'],
  ['returned', { status: 'returned', returnConfirmedAt: expect.any(String) as string }, 'returned'],
  ['lost', { status: 'cancelled', outcome: 'lost' }, 'lost'],
  ['seized', { status: 'cancelled', outcome: 'seized' }, 'seized'],
] as const)('« Mesure prise » ends the delivery as %s, and both read why', async (to, ended, stage) => {
  const { as, end, pass, current, parcel, params, mailsNamed, log } = await contested();
  pass(4 * dayMs);
  expect((await end(to)).body).toMatchObject({ status: 'closed', decision: { outcome: 'acted', reason } });
  expect(await current()).toMatchObject({ ...ended, decidedAt: expect.any(String) as string });
  for (const by of [owner, carrier]) {
    const { situation } = (await as(by).readParcel({ params })).body;
    expect([situation?.stage, situation?.problem]).toEqual([stage, undefined]);
    const { items } = (await as(by).tracking({ params })).body;
    expect(items.at(-1)).toMatchObject({ type: 'problemDecided', end: to, reason });
    expect(items.at(-1)).not.toHaveProperty('by');
  }
  const [told] = await mailsNamed('problemDecided');
  expect(told).toMatchObject({ memberId: carrier, data: { end: to, reason } });
  const facts = { isProblem: 'yes', title: parcel.title, parcelId: parcel.id, end: to, reason };
  expect(told).toMatchObject({ data: facts });
  expect(await mailsNamed('reportDecided')).toMatchObject([{ memberId: owner, data: facts }]);
  expect((await log()).at(-1)).toMatchObject({
    action: 'upholdReport',
    details: { problem: 'damaged', parcelEnd: to },
  });
});

test('« Sans suite » and « Avertissement » leave the delivery as it is, and each member reads the decision once', async () => {
  for (const [outcome, name] of [
    ['dismissed', 'problemDecided'],
    ['warned', 'memberWarned'],
  ] as const) {
    const { decide, pass, current, parcel, mailsNamed } = await contested();
    pass(3 * dayMs);
    const warning = outcome === 'warned' ? { warning: 'Emballez mieux' } : {};
    expect((await decide({ outcome, ...warning })).status).toBe(200);
    const { status, problem, decidedAt } = await current();
    expect([status, problem, decidedAt]).toEqual(['in_transit', undefined, undefined]);
    const names = ['problemDecided', 'memberWarned'];
    const told = (await Promise.all(names.map(mailsNamed))).flat();
    expect(told.map(({ mail, memberId }) => [mail, memberId])).toEqual([[name, carrier]]);
    const facts = { isProblem: 'yes', title: parcel.title, parcelId: parcel.id };
    const why = outcome === 'warned' ? { reason: 'Emballez mieux', decision: reason } : { reason };
    expect(told[0]?.data).toMatchObject({ ...facts, ...why });
    expect((await mailsNamed('reportDecided'))[0]?.data).toMatchObject({ ...facts, end: '', outcome, reason });
  }
});

test('an end needs the parcel as it was read, and belongs to « Mesure prise » about a problem alone', async () => {
  const { as, decide, end, pass, current, params, about } = await contested();
  pass(3 * dayMs);
  expect((await decide({ outcome: 'acted' })).body.fields).toHaveProperty('parcel');
  const { version } = await current();
  expect((await decide({ parcel: { to: 'lost', version } })).body.fields).toHaveProperty('parcel');
  const opened = (await as(admin).adminReport(about)).body;
  expect(opened.parcel).toMatchObject({ stage: 'collected', version });
  await as(carrier).startDelivery({ params });
  expect((await decide({ outcome: 'acted', parcel: { to: 'lost', version } })).body.code).toBe('CONTENT_CHANGED');
  expect(await current()).toMatchObject({ status: 'delivery', problem: { kind: 'damaged' } });
  expect((await end('lost')).status).toBe(200);
});

test('what was settled meanwhile is decided no more, and what is decided is settled no more', async () => {
  const settled = await contested();
  settled.pass(3 * dayMs);
  const { version } = (await settled.as(admin).adminReport(settled.about)).body;
  await settled.as(owner).settleProblem({ params: settled.params });
  const late = { ...settled.about, version, body: { outcome: 'dismissed', reason } };
  expect((await settled.call('decideReport', admin, late)).status).toBe(404);
  const decided = await contested();
  decided.pass(3 * dayMs);
  await decided.end('delivered');
  expect((await decided.as(owner).settleProblem({ params: decided.params })).body.code).toBe('STATE_CHANGED');
});

test('a loss accuses neither: it warns nobody and is no earlier report', async () => {
  const { as, decide, pass } = await contested(carrier, 'lost');
  await as(carrier).reportMember({ params: { userId: owner }, body: { reason: 'abuse', text: 'Il crie' } });
  pass(3 * dayMs);
  expect((await decide({ outcome: 'warned', warning: 'Attention' })).body.fields).toHaveProperty('outcome');
  const items = (await as(admin).adminReports()).body.items;
  const member = items.find(({ about: { kind } }) => kind === 'member');
  expect((await as(admin).adminReport({ params: { reportId: member?.id ?? '' } })).body.earlier).toEqual([]);
});

test('an administrator who is one of the two neither reads nor decides it', async () => {
  const { as, about, decide, pass } = await contested(owner, 'damaged', second);
  pass(3 * dayMs);
  expect((await as(second).adminReport(about)).body.code).toBe('SELF_ACTION');
  expect((await decide({}, second)).body.code).toBe('SELF_ACTION');
  const [hidden] = (await as(second).adminReports()).body.items;
  expect([hidden?.isOwn, hidden?.problem, hidden?.text]).toEqual([true, undefined, undefined]);
  expect((await decide({}, admin)).status).toBe(200);
});

test('an opened problem has the messages since its report, and the look is logged', async () => {
  const { as, about, parcel, params, pass, log } = await contested();
  const write = (by: string, recipientId: string, content: string) =>
    as(by).sendMessage({ body: { recipientId, parcelId: parcel.id, content } });
  for (let count = 1; count <= 55; count++) await write(carrier, owner, `Réponse ${count}`);
  await write(owner, carrier, 'Je ne suis pas d’accord');
  const { since = [], kept = [] } = (await as(admin).adminReport(about)).body;
  expect(since).toHaveLength(50);
  expect(since.at(-1)).toMatchObject({ by: 'reporter', text: 'Je ne suis pas d’accord' });
  expect(since[0]).toMatchObject({ by: 'accused', text: 'Réponse 7' });
  expect(kept.at(-1)).toMatchObject({ by: 'reporter', text: 'Le carton est ouvert.' });
  expect((await log()).at(-1)).toMatchObject({ action: 'viewReport' });
  pass(3 * dayMs);
  await as(owner).settleProblem({ params });
  expect((await as(admin).adminReport(about)).status).toBe(404);
});

test('a decided problem keeps its messages up to the decision, and has no parcel to end any more', async () => {
  const { as, about, parcel, pass, decide } = await contested();
  const write = (content: string) =>
    as(carrier).sendMessage({ body: { recipientId: owner, parcelId: parcel.id, content } });
  await write('Il était intact');
  pass(3 * dayMs);
  await decide({});
  for (let count = 1; count <= 140; count++) await write(`Bonjour ${count}`);
  const { since, parcel: open } = (await as(second).adminReport(about)).body;
  expect([since?.map(({ text }) => text), open]).toEqual([['Il était intact'], undefined]);
});

test('the other member reads the decision with a link to contest it, and the root administrator settles it again', async () => {
  const { as, end, pass, params, mailsNamed, current } = await contested();
  pass(3 * dayMs);
  await end('lost');
  const [told] = await mailsNamed('problemDecided');
  expect(told?.data).toMatchObject({ origin: 'report', about: expect.stringMatching(/^report\./) as string });
  const again = await as(root).overrideParcel({ params, body: { to: 'delivered', reason: 'Retrouvé' } });
  expect(again.status).toBe(200);
  const { status, outcome, decidedAt } = await current();
  expect([status, outcome, decidedAt]).toEqual(['delivered', undefined, undefined]);
  const third = await as(root).overrideParcel({ params, body: { to: 'cancelled', reason: 'Encore' } });
  expect(third.body.code).toBe('STATE_CHANGED');
});

test.each([
  ['acted', 'lost'],
  ['acted', undefined],
  ['dismissed', 'lost'],
] as const)(
  'an objection that is %s, to the decision « %s »: both read that it is annulled only where it is',
  async (outcome, to) => {
    const { as, call, end, decide, pass, mailsNamed, params, current } = await contested();
    pass(3 * dayMs);
    await (to ? end(to) : decide({}));
    const [told] = await mailsNamed('problemDecided');
    const token = linkToken('objection', `${told?.data['about']}.${carrier}`);
    const body = { about: { kind: 'decision', token }, reason: 'other', text: 'Le colis est chez moi' };
    expect((await call('reportAsVisitor', '', { body })).status).toBe(201);
    const [objection] = (await as(second).adminReports()).body.items;
    const before = await current();
    const answer = { outcome, reason: 'La photo montre le colis.' };
    await as(second).decideReport({ params: { reportId: objection?.id ?? '' }, body: answer });
    const { version, status, decidedAt } = await current();
    expect([status, decidedAt]).toEqual([before.status, before.decidedAt]);
    // Each of the two reads the answer once, with its effect on the delivery.
    const annulled = {
      isProblem: 'yes',
      title: before.title,
      parcelId: before.id,
      end: to ? 'undecided' : 'annulled',
      reason: answer.reason,
    };
    const answered = (await mailsNamed('reportDecided')).filter(({ memberId }) => memberId === carrier);
    expect(answered).toMatchObject([{ data: { isObjection: 'true', ...(outcome === 'acted' ? annulled : {}) } }]);
    const others = (await mailsNamed('problemDecided')).filter(({ memberId }) => memberId === owner);
    expect(others).toMatchObject(outcome === 'acted' ? [{ data: annulled }] : []);
    expect(version - before.version).toBe(outcome === 'acted' ? 1 : 0);
    for (const by of [owner, carrier]) {
      const last = (await as(by).tracking({ params })).body.items.at(-1);
      expect(last).toMatchObject(
        outcome === 'dismissed'
          ? { type: 'problemDecided', reason }
          : { type: 'decisionAnnulled', problem: 'damaged', reason: answer.reason },
      );
      const { situation } = (await as(by).readParcel({ params })).body;
      const stage = to ? (outcome === 'acted' ? 'undecided' : to) : 'collected';
      expect([situation?.stage, situation?.waitsFor === 'us']).toEqual([stage, stage === 'undecided']);
    }
  },
);

test.each(['delivered', 'returned', 'lost', 'seized'] as const)(
  'an annulled end, %s, is told as undecided until the root administrator settles the parcel',
  async (to) => {
    const { as, call, end, pass, mailsNamed, params } = await contested();
    pass(3 * dayMs);
    await end(to);
    const [told] = await mailsNamed('problemDecided');
    const token = linkToken('objection', `${told?.data['about']}.${carrier}`);
    const body = { about: { kind: 'decision', token }, reason: 'other', text: 'Le colis est chez moi' };
    await call('reportAsVisitor', '', { body });
    const [objection] = (await as(second).adminReports()).body.items;
    await as(second).decideReport({ params: { reportId: objection?.id ?? '' }, body: { outcome: 'acted', reason } });
    const stages = async () => [
      (await as(owner).readParcel({ params })).body.situation?.stage,
      (await as(carrier).readParcel({ params })).body.situation?.stage,
      (await as(carrier).myDeliveries({ query: {} })).body.items[0]?.situation.stage,
      (await as(admin).adminParcels({ query: { id: params.parcelId } })).body.items[0]?.stage,
    ];
    expect(new Set(await stages())).toEqual(new Set(['undecided']));
    const asked = await mailsNamed('deliveryUndecided');
    expect(asked).toMatchObject([{ memberId: root, data: { parcelId: params.parcelId } }]);
    expect(JSON.stringify(asked)).not.toContain('Karim');
    await as(root).overrideParcel({ params, body: { to: 'delivered', reason: 'Retrouvé' } });
    expect(new Set(await stages())).toEqual(new Set(['delivered']));
  },
);

test('both read in the delivery until when they may contest, and of the answer too', async () => {
  const { as, call, end, pass, mailsNamed, params } = await contested();
  pass(3 * dayMs);
  await end('lost');
  const lastOf = async (by: string) => (await as(by).tracking({ params })).body.items.at(-1);
  const contest = async (by: string, judge: string) => {
    const about = { kind: 'decision', token: (await lastOf(by))?.contest?.open?.token };
    const body = { about, reason: 'other', text: 'Le colis est chez moi' };
    expect((await call('reportAsVisitor', '', { body })).status).toBe(201);
    const [objection] = (await as(judge).adminReports()).body.items;
    await as(judge).decideReport({ params: { reportId: objection?.id ?? '' }, body: { outcome: 'acted', reason } });
  };
  for (const [by, other] of [
    [owner, carrier],
    [carrier, owner],
  ] as const) {
    const last = await lastOf(by);
    expect(last).not.toHaveProperty('decision');
    expect(last?.contest).toEqual({
      sent: [],
      open: { token: expect.stringContaining(`.${by}.`), until: expect.any(String) },
    });
    // The conversation leads to the delivery, which tells whether it was contested.
    const query = { parcel: params.parcelId };
    const { events } = (await as(by).conversation({ params: { userId: other }, query })).body;
    expect(events?.at(-1)).toMatchObject({ type: 'problemDecided', end: 'lost' });
    expect(events?.at(-1)).not.toHaveProperty('contest');
  }
  await contest(carrier, second);
  const decisions = (await as(owner).tracking({ params })).body.items.filter(({ type }) => /ecided|nnulled/.test(type));
  expect(decisions.map(({ contest: may }) => may !== undefined)).toEqual([false, true]);
  // The other one contests the annulment: both read the answer.
  const told = async () => (await mailsNamed('problemDecided')).length + (await mailsNamed('reportDecided')).length;
  const before = await told();
  await contest(owner, admin);
  expect(await told()).toBe(before + 2);
  expect(await lastOf(owner)).toMatchObject({ type: 'decisionAnnulled', reason });
});

test('a delivery that has begun since the decision reads nothing of its annulment', async () => {
  const { as, call, end, pass, mailsNamed, params, current } = await contested();
  pass(3 * dayMs);
  await end('lost');
  const [told] = await mailsNamed('problemDecided');
  const token = linkToken('objection', `${told?.data['about']}.${carrier}`);
  const body = { about: { kind: 'decision', token }, reason: 'other', text: 'Le colis est chez moi' };
  expect((await call('reportAsVisitor', '', { body })).status).toBe(201);
  await as(root).overrideParcel({ params, body: { to: 'active', reason: 'Retrouvé' } });
  const [objection] = (await as(second).adminReports()).body.items;
  const { version } = await current();
  await as(second).decideReport({ params: { reportId: objection?.id ?? '' }, body: { outcome: 'acted', reason } });
  expect((await current()).version).toBe(version);
});

/** A decided loss; each of the two contests it by the link of their notice. */
async function lost() {
  const world = await contested();
  const { as, call, end, pass, mails } = world;
  pass(3 * dayMs);
  await end('lost');
  return {
    ...world,
    linkOf: async (reader: string) => {
      const told = (await mails()).find(({ data, memberId }) => data['about'] && memberId === reader);
      return { kind: 'decision', token: linkToken('objection', `${told?.data['about']}.${reader}`) } as const;
    },
    contest: async (about: { kind: 'decision'; token: string }) =>
      call('reportAsVisitor', '', { body: { about, reason: 'other', text: 'Le colis est chez moi' } }),
    waiting: async () => (await as(second).adminReports()).body.items,
    answer: async (reportId: string, outcome: 'acted' | 'dismissed') =>
      as(second).decideReport({ params: { reportId }, body: { outcome, reason } }),
  };
}

test('both contest a decision: annulled for one, it is annulled for both, by one act and one mail to each', async () => {
  const { as, linkOf, contest, waiting, answer, params, mailsNamed, parcel } = await lost();
  for (const by of [owner, carrier]) expect((await contest(await linkOf(by))).status).toBe(201);
  const [first] = await waiting();
  expect((await answer(first?.id ?? '', 'acted')).status).toBe(200);
  expect(await waiting()).toEqual([]);
  const answers = (await mailsNamed('reportDecided')).filter(({ data }) => data['isObjection']);
  expect(new Set(answers.map(({ memberId }) => memberId))).toEqual(new Set([owner, carrier]));
  const facts = { title: parcel.title, parcelId: parcel.id, end: 'undecided', outcome: 'acted', reason };
  expect(answers.map(({ data }) => data)).toMatchObject([facts, facts]);
  expect((await mailsNamed('problemDecided')).filter(({ data }) => data['end'] === 'undecided')).toEqual([]);
  const { items } = (await as(owner).tracking({ params })).body;
  expect(items.filter(({ type }) => type === 'decisionAnnulled')).toHaveLength(1);
});

test('an annulment is contested by the member who has not asked for it: page, notice and mail agree', async () => {
  const { as, linkOf, contest, waiting, answer, params, mails } = await lost();
  await contest(await linkOf(carrier));
  await answer((await waiting())[0]?.id ?? '', 'acted');
  for (const [by, mayContest] of [
    [owner, true],
    [carrier, false],
  ] as const) {
    const last = (await as(by).tracking({ params })).body.items.at(-1);
    expect([last?.type, last?.contest?.open !== undefined]).toEqual(['decisionAnnulled', mayContest]);
    const [notice] = (await as(by).myNotices()).body.items;
    expect([notice?.title, notice?.objection !== undefined]).toEqual([
      expect.stringContaining('Décision annulée'),
      mayContest,
    ]);
    const row = (await mails()).findLast(({ memberId }) => memberId === by);
    const { text } = compose(row?.mail as MailName, row?.data ?? {}, {
      site: '',
      email: '',
      ...(row && objectionOf(row)),
    });
    expect(text.includes('Contester cette décision')).toBe(mayContest);
  }
});

test('two decisions about problems of one kind stand alone: annulled is the one that was contested', async () => {
  const { as, decide, pass, params, call, current } = await contested();
  pass(3 * dayMs);
  await decide({});
  const decisions = async () =>
    (await as(owner).tracking({ params })).body.items.filter(({ type }) => type === 'problemDecided');
  const [first] = await decisions();
  await as(owner).reportProblem({ params, body: { kind: 'damaged', text: 'Encore ouvert.' } });
  const reportId = (await current()).problem?.reportId ?? '';
  pass(3 * dayMs);
  await as(admin).decideReport({ params: { reportId }, body: { outcome: 'dismissed', reason } });
  const about = { kind: 'decision', token: first?.contest?.open?.token };
  await call('reportAsVisitor', '', { body: { about, reason: 'other', text: 'Il était ouvert' } });
  const [objection] = (await as(second).adminReports()).body.items;
  await as(second).decideReport({ params: { reportId: objection?.id ?? '' }, body: { outcome: 'acted', reason } });
  expect((await as(owner).tracking({ params })).body.items.at(-1)).toMatchObject({ annuls: first?.version });
  expect((await decisions()).map(({ contest }) => contest?.open !== undefined)).toEqual([false, true]);
  const notices = (await as(owner).myNotices()).body.items;
  expect(notices.filter((one) => one.title.startsWith('Sans suite') && one.objection && !one.contestedAt)).toHaveLength(
    1,
  );
});

test('an objection after a maintained one names the first decision, and granted it leaves what was sent on the page', async () => {
  const { as, call, linkOf, contest, waiting, answer, params } = await lost();
  await contest(await linkOf(carrier));
  await answer((await waiting())[0]?.id ?? '', 'dismissed');
  const decided = async () =>
    (await as(carrier).tracking({ params })).body.items.find(({ type }) => type === 'problemDecided');
  const token = (await decided())?.contest?.open?.token ?? '';
  const [notice] = (await as(carrier).myNotices()).body.items;
  expect(notice).toMatchObject({ objection: token, isAnswer: true });
  const about = { kind: 'decision', token } as const;
  const { lines } = (await call('readReported', '', { body: { about } })).body;
  const origin = [
    { label: 'Décision', text: 'Décision maintenue' },
    { label: "Décision d'origine", text: 'Perdu' },
  ];
  expect(lines).toEqual(expect.arrayContaining(origin));
  await contest(about);
  const [objection] = (await as(root).adminReports()).body.items;
  const reportId = objection?.id ?? '';
  const { kept } = (await as(root).adminReport({ params: { reportId } })).body;
  expect(kept).toEqual(expect.arrayContaining(origin));
  await as(root).decideReport({ params: { reportId }, body: { outcome: 'acted', reason: 'Retrouvé' } });
  const past = (await decided())?.contest;
  expect(past?.sent.map(({ answer: told }) => [told?.outcome, told?.reason])).toEqual([
    ['dismissed', reason],
    ['acted', 'Retrouvé'],
  ]);
  expect(past).not.toHaveProperty('open');
});

test('the archives of both have each decision about their delivery: what it was, why, and their objections', async () => {
  const { as, linkOf, contest, waiting, answer, params, table, profile } = await lost();
  await contest(await linkOf(carrier));
  await answer((await waiting())[0]?.id ?? '', 'dismissed');
  await as(root).overrideParcel({ params, body: { to: 'delivered', reason: 'Retrouvé' } });
  for (const by of [owner, carrier]) {
    const { texts } = await collect(table, await profile(by));
    const decisions = texts['decisions.json'] as { at: string; label: string; about: { id: string } }[];
    const about = { type: 'parcel', id: params.parcelId, title: 'Documents' };
    const objection = {
      text: 'Le colis est chez moi',
      answer: { at: expect.any(String) as string, label: 'Décision maintenue', reason },
    };
    expect(decisions.filter(({ about: { id } }) => id === params.parcelId)).toMatchObject([
      { label: 'Décision de notre équipe : Livré', about, reason: 'Retrouvé', objections: [] },
      {
        at: expect.any(String),
        label: 'Décision de notre équipe : Perdu',
        about,
        reason,
        problem: 'Colis abîmé ou incomplet',
        objections: by === carrier ? [objection] : [],
      },
    ]);
  }
});

test('an objection to a decision that was replaced is never maintained, and its answer is no event', async () => {
  const { as, linkOf, contest, waiting, answer, params, mailsNamed, current } = await lost();
  await contest(await linkOf(carrier));
  await as(root).overrideParcel({ params, body: { to: 'delivered', reason: 'Retrouvé' } });
  const [late] = await waiting();
  const reportId = late?.id ?? '';
  expect((await as(second).adminReport({ params: { reportId } })).body.isUndone).toBe(true);
  const refused = await answer(reportId, 'dismissed');
  expect(refused.body.fields).toHaveProperty('outcome');
  const { version } = await current();
  const told = (await mailsNamed('problemDecided')).length;
  expect((await answer(reportId, 'acted')).status).toBe(200);
  expect((await current()).version).toBe(version);
  expect((await mailsNamed('problemDecided')).length).toBe(told);
  expect((await mailsNamed('reportDecided')).at(-1)?.data).toMatchObject({
    end: 'annulled',
    parcelId: params.parcelId,
  });
});

test('a decision that is annulled or replaced is contested no more, neither from its notice nor by its link', async () => {
  const { as, call, linkOf, contest, waiting, answer, params } = await lost();
  const link = await linkOf(owner);
  const offered = async () =>
    (await as(owner).myNotices()).body.items.some(({ objection }) => objection === link.token);
  expect(await offered()).toBe(true);
  await contest(await linkOf(carrier));
  await answer((await waiting())[0]?.id ?? '', 'acted');
  expect(await offered()).toBe(false);
  await as(root).overrideParcel({ params, body: { to: 'delivered', reason: 'Retrouvé' } });
  for (const refused of [await contest(link), await call('readReported', '', { body: { about: link } })]) {
    expect([refused.status, refused.body.code]).toEqual([410, 'INVALID_LINK']);
    expect(refused.body.detail).toMatch(/déjà annulée ou remplacée/);
  }
  expect(await offered()).toBe(false);
});

test('mails tell what a decision followed: « maintenue » names the parcel, a new end follows an objection', async () => {
  const { as, linkOf, contest, waiting, answer, params, mailsNamed, parcel } = await lost();
  await contest(await linkOf(carrier));
  await answer((await waiting())[0]?.id ?? '', 'dismissed');
  const [maintained] = (await mailsNamed('reportDecided')).filter(({ data }) => data['isObjection']);
  expect(maintained?.data).toMatchObject({ title: parcel.title, parcelId: parcel.id, end: 'maintained' });
  await contest(await linkOf(owner));
  await answer((await waiting())[0]?.id ?? '', 'acted');
  const [told] = (await mailsNamed('problemDecided')).filter(({ data }) => data['end'] === 'undecided');
  expect([told?.memberId, told?.data['origin']]).toEqual([carrier, 'objection']);
  await as(root).overrideParcel({ params, body: { to: 'delivered', reason: 'Retrouvé' } });
  expect((await mailsNamed('parcelSettled')).map(({ data }) => data['origin'])).toEqual(['objection', 'objection']);
});

test('an objection is answered with a warning once, and its mails name the parcel', async () => {
  const { as, call, decide, pass, mailsNamed, parcel } = await contested();
  pass(3 * dayMs);
  await decide({});
  const warned = { outcome: 'warned', reason, warning: 'Emballez mieux' } as const;
  const object = async () => {
    const told = (await mailsNamed('reportDecided')).findLast(({ memberId }) => memberId === owner);
    const token = linkToken('objection', `${told?.data['about']}.${owner}`);
    const body = { about: { kind: 'decision', token }, reason: 'other', text: 'Il était ouvert' };
    await call('reportAsVisitor', '', { body });
    const params = { reportId: (await as(root).adminReports()).body.items[0]?.id ?? '' };
    return { params, opened: (await as(root).adminReport({ params })).body };
  };
  const first = await object();
  expect(first.opened).not.toHaveProperty('hasWarned');
  expect((await as(second).decideReport({ params: first.params, body: warned })).status).toBe(200);
  const facts = { isProblem: 'yes', title: parcel.title, parcelId: parcel.id, end: 'warned' };
  const answered = (await mailsNamed('reportDecided')).at(-1);
  expect(answered).toMatchObject({ memberId: owner, data: { ...facts, isObjection: 'true', reason } });
  const [warning] = await mailsNamed('memberWarned');
  expect(warning).toMatchObject({ memberId: carrier, data: { ...facts, reason: 'Emballez mieux' } });
  // The reason is for the member who contests.
  expect(JSON.stringify(warning?.data)).not.toContain(reason);
  const again = await object();
  expect(again.opened).toMatchObject({ hasWarned: true });
  expect((await as(root).decideReport({ params: again.params, body: warned })).body.fields).toHaveProperty('outcome');
  expect((await as(root).decideReport({ params: again.params, body: { outcome: 'dismissed', reason } })).status).toBe(
    200,
  );
});

test.each([
  [owner, carrier],
  [carrier, owner],
])('the objection of one of the two to the decision is judged by neither', async (by, other) => {
  const { as, call, end, pass, mails, items } = await contested(by, by === owner ? 'damaged' : 'content');
  pass(3 * dayMs);
  await end('lost');
  for (const reader of [by, other]) {
    const told = (await mails()).findLast(({ data, memberId }) => data['about'] && memberId === reader);
    const token = linkToken('objection', `${told?.data['about']}.${reader}`);
    const body = { about: { kind: 'decision', token }, reason: 'other', text: 'Le colis est chez moi' };
    expect((await call('reportAsVisitor', '', { body })).status).toBe(201);
  }
  const objections = (await as(second).adminReports()).body.items.filter(({ about }) => about.kind === 'decision');
  // The author of a problem has done nothing that their own report could be answered with.
  const sides = objections.map(({ reporter, accused }) => `${reporter?.id} ${accused?.id}`);
  expect(new Set(sides)).toEqual(new Set([`${by} ${other}`, `${other} undefined`]));
  const ofOther = objections.find(({ reporter }) => reporter?.id === other)?.id ?? '';
  const warned = { outcome: 'warned', reason, warning: 'Attention' } as const;
  const refused = await as(second).decideReport({ params: { reportId: ofOther }, body: warned });
  expect(refused.body.fields).toHaveProperty('outcome');
  const stored = (await items())
    .filter(({ kind }) => kind === 'report')
    .map(({ record }) => ReportRecord.parse(record));
  const judged = stored.filter(({ about: { kind } }) => kind === 'decision');
  expect(judged.map((one) => [by, other].map((id) => mayJudge(one, { id, isRootAdmin: true })))).toEqual([
    [false, false],
    [false, false],
  ]);
});

test('who contests a decision, and who judges that, reads the parcel and how its delivery ended', async () => {
  const { as, call, end, pass, mailsNamed, parcel } = await contested();
  pass(3 * dayMs);
  await end('delivered');
  const [told] = await mailsNamed('problemDecided');
  const token = linkToken('objection', `${told?.data['about']}.${carrier}`);
  const about = { kind: 'decision', token } as const;
  const { lines } = (await call('readReported', '', { body: { about } })).body as {
    lines: { label: string; text: string }[];
  };
  expect(lines).toEqual(
    expect.arrayContaining([
      { label: 'Décision', text: 'Livré' },
      { label: 'Colis', text: parcel.title },
      { label: 'Motif', text: reason },
    ]),
  );
  await call('reportAsVisitor', '', { body: { about, reason: 'other', text: 'Le carton était déjà ouvert' } });
  const [objection] = (await as(second).adminReports()).body.items;
  expect(objection?.thing).toMatchObject({ name: parcel.title, isDelivery: true });
  const closed = (await as(second).adminReports({ query: { status: 'closed' } })).body.items;
  expect(closed.map(({ decision }) => decision?.end)).toEqual(['delivered']);
  const opened = (await as(second).adminReport({ params: { reportId: objection?.id ?? '' } })).body;
  expect(opened.earlier).toMatchObject([
    { kind: 'parcel', problem: { kind: 'damaged' }, thing: { name: parcel.title }, decision: { end: 'delivered' } },
  ]);
  const first = objection?.id ?? '';
  pass(dayMs);
  await as(second).decideReport({ params: { reportId: first }, version: 1, body: { outcome: 'dismissed', reason } });
  const answer = (await mailsNamed('reportDecided')).find(({ data }) => data['about']?.startsWith(`report.${first}@`));
  const again = { kind: 'decision', token: linkToken('objection', `${answer?.data['about']}.${carrier}`) };
  const sent = { body: { about: again, reason: 'other', text: 'Regardez la photo' } };
  expect((await call('reportAsVisitor', '', sent)).status).toBe(201);
  const [latest] = (await as(admin).adminReports()).body.items;
  const { earlier } = (await as(admin).adminReport({ params: { reportId: latest?.id ?? '' } })).body;
  expect(earlier).toMatchObject([
    { id: first, kind: 'decision', thing: { name: parcel.title }, decision: { outcome: 'dismissed' } },
    { kind: 'parcel', problem: { kind: 'damaged' } },
  ]);
});

test('the objection of its author to the decision of a loss accuses the other member of nothing', async () => {
  const { as, call, decide, pass, mailsNamed, parcel } = await contested(carrier, 'lost');
  pass(3 * dayMs);
  await decide({});
  const [told] = await mailsNamed('reportDecided');
  const token = linkToken('objection', `${told?.data['about']}.${carrier}`);
  const body = { about: { kind: 'decision', token }, reason: 'other', text: 'On me l’a volé' };
  expect((await call('reportAsVisitor', '', { body })).status).toBe(201);
  const { items } = (await as(second).adminReports()).body;
  expect(items.map(({ accused }) => accused)).toEqual([undefined]);
  const opened = (await as(second).adminReport({ params: { reportId: items[0]?.id ?? '' } })).body;
  expect(opened.parcel).toMatchObject({ id: parcel.id, title: parcel.title, stage: 'collected' });
});

test('the root administrator may settle a parcel with a problem: its report goes', async () => {
  const { as, params, about, current } = await contested();
  await as(root).overrideParcel({ params, body: { to: 'returned', reason: 'Convenu' } });
  expect((await current()).problem).toBeUndefined();
  for (const by of [owner, carrier])
    expect((await as(by).tracking({ params })).body.items.at(-1)).toMatchObject({
      type: 'overridden',
      problem: 'damaged',
      reason: 'Convenu',
    });
  expect((await as(admin).adminReport(about)).status).toBe(404);
});

/** The parcel ended by a decision about its problem, then settled again by the root administrator. */
async function settledAgain(to: 'delivered' | 'lost' | 'returned') {
  const made = await contested();
  const { as, call, end, pass, params } = made;
  pass(3 * dayMs);
  await end('lost');
  const lastOf = async (by: string) => (await as(by).tracking({ params })).body.items.at(-1);
  const contest = async (by: string) => {
    const about = { kind: 'decision', token: (await lastOf(by))?.contest?.open?.token };
    return call('reportAsVisitor', '', { body: { about, reason: 'other', text: 'Rien reçu' } });
  };
  const answer = async (judge: string, outcome: 'acted' | 'dismissed') => {
    const [objection] = (await as(judge).adminReports()).body.items;
    return as(judge).decideReport({ params: { reportId: objection?.id ?? '' }, body: { outcome, reason } });
  };
  await contest(carrier);
  await answer(second, 'acted');
  pass(hourMs);
  const settled = await as(root).overrideParcel({ params, body: { to, reason: 'Deuxième examen' } });
  return { ...made, settled, lastOf, contest, answer };
}

test.each(['delivered', 'lost', 'returned'] as const)(
  'an annulled decision is decided again as %s, contested by both, annulled and decided again',
  async (to) => {
    const { as, params, settled, lastOf, contest, answer, current, mailsNamed, log, pass } = await settledAgain(to);
    expect(settled.status).toBe(200);
    const stageOf = async (by: string) => (await as(by).readParcel({ params })).body.situation?.stage;
    expect([await stageOf(owner), await stageOf(carrier)]).toEqual([to, to]);
    expect((await log()).at(-1)?.details).toMatchObject({ parcelEnd: to });
    for (const by of [owner, carrier]) {
      expect(await lastOf(by)).toMatchObject({
        type: 'overridden',
        end: to,
        contest: { open: { token: expect.any(String) } },
      });
      const told = (await mailsNamed('parcelSettled')).find(({ memberId }) => memberId === by);
      expect(told?.data).toMatchObject({ status: to, about: expect.stringMatching(/^parcel\./) });
    }
    pass(hourMs);
    expect((await contest(owner)).status).toBe(201);
    const objection = (await as(second).adminReports()).body.items.at(-1);
    expect(objection).toMatchObject({ thing: { name: 'Documents' } });
    expect((await as(second).adminReport({ params: { reportId: objection?.id ?? '' } })).body.parcel?.stage).toBe(to);
    await answer(second, 'acted');
    expect([await stageOf(owner), await stageOf(carrier)]).toEqual(['undecided', 'undecided']);
    expect((await current()).annulled).toBe(true);
    for (const end of ['seized', 'delivered'] as const) {
      const again = await as(root).overrideParcel({ params, body: { to: end, reason: 'Troisième examen' } });
      expect(again.status).toBe(end === 'seized' ? 200 : 409);
    }
    expect(await stageOf(owner)).toBe('seized');
  },
);

test('an objection takes the place of its link: its day, until when it is answered, then the answer', async () => {
  const { as, lastOf, contest, answer, mailsNamed, parcel, call } = await settledAgain('delivered');
  const { token } = (await lastOf(owner))?.contest?.open ?? {};
  await contest(owner);
  const { sent: [sent] = [], open: waiting } = (await lastOf(owner))?.contest ?? {};
  expect(waiting).toBeUndefined();
  expect(Date.parse(sent?.answerBy ?? '') - Date.parse(sent?.at ?? '')).toBe(2 * dayMs);
  expect(sent).not.toHaveProperty('answer');
  expect((await lastOf(carrier))?.contest?.sent).toEqual([]);
  const read = async () =>
    (await call('readReported', '', { body: { about: { kind: 'decision', token } } })).body as { contest?: unknown };
  expect((await read()).contest).toEqual({ sent: [sent] });
  const listed = async () => (await as(owner).myNotices({ query: {} })).body.items;
  expect((await listed()).filter(({ contestedAt }) => contestedAt).map(({ objection }) => objection)).toEqual([token]);
  expect((await mailsNamed('reportReceived')).at(-1)).toMatchObject({
    memberId: owner,
    data: { isObjection: 'true', title: parcel.title, parcelId: parcel.id },
  });
  await answer(second, 'dismissed');
  const answered = { ...sent, answer: { at: expect.any(String) as string, outcome: 'dismissed', reason } };
  // Page, form, notice and mail lead to the same objection to the answer, which follows the first one.
  const told = async () => [(await lastOf(owner))?.contest, (await read()).contest];
  const next = linkToken('objection', `${(await mailsNamed('reportDecided')).at(-1)?.data['about']}.${owner}`);
  const open = { token: next, until: expect.any(String) as string };
  expect(await told()).toEqual([
    { sent: [answered], open },
    { sent: [answered], open },
  ]);
  expect((await listed())[0]).toMatchObject({ objection: next });
  await contest(owner);
  const again = { at: expect.any(String) as string, answerBy: expect.any(String) as string };
  expect(await told()).toEqual([{ sent: [answered, again] }, { sent: [answered, again] }]);
});

test('the other member of a settled delivery does not judge its objection', async () => {
  const { contest, items } = await settledAgain('delivered');
  await contest(owner);
  const judged = (await items())
    .filter(({ kind }) => kind === 'report')
    .map(({ record }) => ReportRecord.parse(record))
    .find(({ status, about }) => status === 'pending' && about.kind === 'decision');
  expect(judged && [owner, carrier].map((id) => mayJudge(judged, { id, isRootAdmin: true }))).toEqual([false, false]);
});

test('the archive has an unblocking once, and beside it a line of the log that no history tells', async () => {
  const { as, params, table, profile, log } = await contested();
  await as(root).overrideParcel({ params, body: { to: 'active', reason: 'Réglé par téléphone' } });
  const told = async () => {
    const { texts } = await collect(table, await profile(owner));
    const decisions = texts['decisions.json'] as { action?: string; reason?: string; about: { id: string } }[];
    return decisions
      .filter(({ about }) => about.id === params.parcelId)
      .map(({ action, reason: why }) => why ?? action);
  };
  expect(await told()).toEqual(['Réglé par téléphone']);
  const line = (await log()).find(({ action }) => action === 'overrideParcel');
  if (!line) throw new Error('An act of administrators has its line.');
  const other = { ...line, id: 'other' };
  await table.store(
    table.put({ ...keys.log(line.at, 'other'), ...indexes.logOf(line.targetId, line.at, 'other'), record: other }),
  );
  expect(new Set(await told())).toEqual(new Set(['Réglé par téléphone', 'overrideParcel']));
});

test('a page of notices reads the delivery of its decisions once, however many there are', async () => {
  const { as, decide, pass, params, current, table } = await contested();
  const readsOfPage = async () => {
    const spies = (['get', 'getMany', 'query'] as const).map((name) => vi.spyOn(table, name));
    const { items } = (await as(owner).myNotices()).body;
    const count = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    for (const spy of spies) spy.mockRestore();
    return [items.filter(({ objection }) => objection).length, count];
  };
  pass(3 * dayMs);
  await decide({});
  const [one, before] = await readsOfPage();
  for (let more = 0; more < 2; more++) {
    await as(owner).reportProblem({ params, body: { kind: 'damaged', text: 'Encore ouvert.' } });
    pass(3 * dayMs);
    const reportId = (await current()).problem?.reportId ?? '';
    await as(admin).decideReport({ params: { reportId }, body: { outcome: 'dismissed', reason } });
  }
  expect([one, ...(await readsOfPage())]).toEqual([1, 3, before]);
});
