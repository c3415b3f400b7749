import { expect, test, vi } from 'vitest';
import { aParcel, memberIds } from '#test/access/people.ts';
import { aWorld } from '#test/support/world/world.ts';

const { O: amel, M: karim, C: lina, A: admin, S: second, RA: root } = memberIds;
const parcel = aParcel(101, 'O', { title: 'Sachet blanc', description: 'Pour mon cousin' });
const reason = "Nous n'avons rien trouvé de contraire à nos conditions.";

async function judging() {
  const world = await aWorld({ people: ['O', 'M', 'C', 'A', 'S', 'RA'], items: [parcel], isTicking: true });
  const { as, items } = world;
  const idOfNewest = async () =>
    (await items())
      .filter(({ kind }) => kind === 'report')
      .map(({ record }) => record as { id: string; createdAt: string })
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
      .at(-1)?.id ?? '';
  return {
    ...world,
    reported: async (by = karim, body: object = { reason: 'forbidden', text: 'Cela sent la poudre' }) => {
      await as(by).reportParcel({ params: { parcelId: parcel.id }, body: body as never });
      return { params: { reportId: await idOfNewest() } };
    },
    reportedMember: async (by: string, userId: string) => {
      await as(by).reportMember({ params: { userId }, body: { reason: 'abuse', text: 'Il crie' } });
      return { params: { reportId: await idOfNewest() } };
    },
    waiting: async (by = admin) => (await as(by).adminReports()).body.items,
    closed: async () => (await as(admin).adminReports({ query: { status: 'closed' } })).body.items,
  };
}

test('the queue has what waits longest first, with both people and the words of the reporter', async () => {
  const { reported, reportedMember, waiting, closed } = await judging();
  await reported();
  await reportedMember(lina, karim);
  expect(await waiting()).toMatchObject([
    {
      about: { kind: 'parcel', id: parcel.id },
      text: 'Cela sent la poudre',
      reporter: { id: karim },
      accused: { id: amel },
    },
    { about: { kind: 'member' }, reporter: { id: lina }, accused: { id: karim } },
  ]);
  expect(await closed()).toEqual([]);
});

test('a report in the queue names its thing, and to an accused administrator nothing', async () => {
  const { as, reported, reportedMember, waiting, seed } = await judging();
  await reported();
  await reportedMember(lina, karim);
  await reportedMember(karim, admin);
  const things = async (by = second) => (await waiting(by)).map(({ thing }) => thing);
  const parcelThing = { name: 'Sachet blanc', route: 'de Paris à Alger' };
  expect(await things()).toMatchObject([parcelThing, { name: expect.any(String) }, { name: expect.any(String) }]);
  expect((await things(admin))[2]).toBeUndefined();
  await seed({ ...parcel, title: 'Livres', version: 2 });
  expect((await things())[0]).toMatchObject({ name: 'Livres' });
  const [first] = await waiting(second);
  expect((await as(second).adminReport({ params: { reportId: first?.id ?? '' } })).body.thing).toMatchObject({
    name: 'Livres',
  });
});

test('an opened report has what was kept beside what is shown today, and the earlier ones; the look is logged', async () => {
  const { as, reported, log, seed } = await judging();
  await reported(lina);
  const second = await reported(karim);
  await seed({ ...parcel, title: 'Livres', version: 2 });
  const { status, body } = await as(admin).adminReport(second);
  expect(status).toBe(200);
  expect(body.kept).toContainEqual({ label: 'Titre', text: 'Sachet blanc' });
  expect(body.current).toContainEqual({ label: 'Titre', text: 'Livres' });
  expect(body.earlier).toMatchObject([{ kind: 'parcel', reason: 'forbidden' }]);
  expect(JSON.stringify(body.earlier)).not.toContain(lina);
  expect(await log()).toMatchObject([
    { action: 'viewReport', targetType: 'report', details: { ground: 'forbidden', thing: 'parcel' } },
  ]);
  expect(JSON.stringify(await log())).not.toContain('poudre');
});

test('a dismissed report mails its reporter alone; a warning both, each with their own words', async () => {
  const { as, reported, mails, log, closed } = await judging();
  const { params } = await reported();
  const decide = (body: object) => as(admin).decideReport({ params, version: 1, body: body as never });
  expect(await decide({ outcome: 'warned', reason })).toMatchObject({ status: 400 });
  expect(await decide({ outcome: 'dismissed', reason, warning: 'Attention' })).toMatchObject({ status: 400 });
  expect(await decide({ outcome: 'warned', reason, warning: 'Décrivez le contenu.' })).toMatchObject({ status: 200 });
  const [, decided, warned] = await mails();
  expect(decided).toMatchObject({ mail: 'reportDecided', memberId: karim, data: { outcome: 'warned', reason } });
  expect(warned).toMatchObject({ mail: 'memberWarned', memberId: amel, data: { reason: 'Décrivez le contenu.' } });
  expect((await log()).map(({ action, targetId }) => [action, targetId])).toEqual(
    expect.arrayContaining([
      ['upholdReport', params.reportId],
      ['warnMember', amel],
    ]),
  );
  // The archive of the accused holds this line.
  expect((await log()).find(({ action }) => action === 'warnMember')?.details).toEqual({ outcome: 'warned' });
  expect(await closed()).toMatchObject([{ status: 'closed', decision: { outcome: 'warned' } }]);
  const other = await reported(lina);
  await as(admin).decideReport({ ...other, version: 1, body: { outcome: 'dismissed', reason } });
  expect((await mails()).filter(({ memberId }) => memberId === amel)).toHaveLength(1);
});

test('nothing that the accused can read names the reporter or has their words', async () => {
  const { as, reported, items } = await judging();
  const { params } = await reported(karim, { reason: 'abuse', text: 'Mots de Karim' });
  await as(admin).decideReport({ params, version: 1, body: { outcome: 'warned', reason, warning: 'Attention' } });
  const readable = (await items()).filter(({ pk, kind }) => pk === `U#${amel}` || kind === 'log');
  expect(JSON.stringify(readable)).not.toMatch(new RegExp(`${karim}|Mots de Karim|SG-`));
});

test('two administrators decide at once: one decision, one mail', async () => {
  const { as, reported, mails } = await judging();
  const { params } = await reported();
  const [one, other] = await Promise.all([
    as(admin).decideReport({ params, version: 1, body: { outcome: 'acted', reason } }),
    as(root).decideReport({ params, version: 1, body: { outcome: 'dismissed', reason } }),
  ]);
  expect([one.status, other.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect([one, other].find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'ALREADY_DECIDED',
    current: { status: 'closed' },
  });
  expect((await mails()).filter(({ mail }) => mail === 'reportDecided')).toHaveLength(1);
  expect(await as(second).decideReport({ params, version: 2, body: { outcome: 'acted', reason } })).toMatchObject({
    status: 409,
  });
});

test('the version of another look is stale', async () => {
  const { as, reported } = await judging();
  const { params } = await reported();
  expect(await as(admin).decideReport({ params, version: 7, body: { outcome: 'acted', reason } })).toMatchObject({
    status: 412,
    body: { code: 'STALE' },
  });
});

test('an administrator who is accused, or reported, sees neither people nor words, and cannot open it', async () => {
  const { as, reportedMember, waiting } = await judging();
  const ofAdmin = await reportedMember(karim, admin);
  const byAdmin = await reportedMember(admin, lina);
  const shown = await waiting(admin);
  expect(shown).toMatchObject([{ isOwn: true }, { isOwn: true }]);
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${karim}|Il crie|${lina}`));
  // Nor the id and the moment, from which they could guess.
  for (const { params } of [ofAdmin, byAdmin]) expect(JSON.stringify(shown)).not.toContain(params.reportId);
  expect(shown.map(({ createdAt }) => createdAt)).toEqual(Array(2).fill('2026-11-19T23:00:00.000Z'));
  for (const { params } of [ofAdmin, byAdmin]) {
    expect(await as(admin).adminReport({ params })).toMatchObject({ status: 403, body: { code: 'SELF_ACTION' } });
    expect(await as(admin).decideReport({ params, version: 1, body: { outcome: 'dismissed', reason } })).toMatchObject({
      status: 403,
    });
  }
  expect((await as(root).adminReport(ofAdmin)).body).toMatchObject({ accused: { id: admin }, text: 'Il crie' });
});

test('a report is decided although its reporter is gone, and only people with an account are mailed', async () => {
  const { as, reported, table, mails } = await judging();
  const { params } = await reported();
  await table.transact([table.remove({ pk: `U#${karim}`, sk: 'A#PROFILE' })]);
  expect(await as(admin).decideReport({ params, version: 1, body: { outcome: 'dismissed', reason } })).toMatchObject({
    status: 200,
  });
  expect((await mails()).map(({ mail }) => mail)).toEqual(['reportReceived']);
});

test('a closed report is there for a year', async () => {
  const { as, reported, closed, clock } = await judging();
  const { params } = await reported();
  await as(admin).decideReport({ params, version: 1, body: { outcome: 'dismissed', reason } });
  clock.now += 364 * 86_400_000;
  expect(await closed()).toHaveLength(1);
  clock.now += 2 * 86_400_000;
  expect(await closed()).toEqual([]);
  expect(await as(admin).adminReport({ params })).toMatchObject({ status: 404 });
});

test('the log hides from an accused administrator the lines of their report, and shows them to others', async () => {
  const { as, reportedMember, reported } = await judging();
  const { params } = await reportedMember(karim, admin);
  const other = await reported(lina);
  await as(root).adminReport({ params });
  await as(root).decideReport({ params, version: 1, body: { outcome: 'acted', reason } });
  await as(root).adminReport(other);
  const targets = async (by: string, query: object = {}) =>
    (await as(by).adminLogs({ query })).body.items.map(({ targetId }) => targetId);
  expect((await targets(second)).toSorted()).toEqual(
    [params.reportId, params.reportId, other.params.reportId].toSorted(),
  );
  expect(await targets(admin)).toEqual([other.params.reportId]);
  expect(await targets(admin, { target: params.reportId })).toEqual([]);
});

test.each([
  ['reporter', karim, { outcome: 'dismissed', reason }, 'reason'],
  ['accused', amel, { outcome: 'warned', reason, warning: 'Attention' }, 'warning'],
] as const)('a decision after the erasing of its %s keeps no word to them', async (_who, erased, body, word) => {
  const { as, reported, table, closed, items } = await judging();
  const { params } = await reported(karim, { reason: 'forbidden' });
  await table.transact([table.remove({ pk: `U#${erased}`, sk: 'A#PROFILE' })]);
  expect((await as(admin).decideReport({ params, version: 1, body })).status).toBe(200);
  expect((await closed())[0]?.decision).not.toHaveProperty(word);
  const stored = (await items()).find(({ kind }) => kind === 'report');
  expect(JSON.stringify(stored)).not.toContain(body[word as 'reason']);
});

test('an account that is deleted in the second of the decision stops it', async () => {
  const { as, reported, table, closed } = await judging();
  const { params } = await reported(karim, { reason: 'forbidden' });
  const read = table.getMany.bind(table);
  vi.spyOn(table, 'getMany').mockImplementation(async (...call) => {
    const found = await read(...call);
    if (call[0].some(({ pk }) => pk === `U#${karim}`))
      await table.transact([table.remove({ pk: `U#${karim}`, sk: 'A#PROFILE' })]);
    return found;
  });
  const decide = () => as(admin).decideReport({ params, version: 1, body: { outcome: 'dismissed', reason } });
  expect(await decide()).toMatchObject({ status: 503 });
  expect(await closed()).toEqual([]);
  vi.restoreAllMocks();
  expect((await decide()).status).toBe(200);
  expect((await closed())[0]?.decision).not.toHaveProperty('reason');
});
