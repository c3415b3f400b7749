import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { deliverMail } from '#functions/mail/deliver.ts';
import { linkToken } from '#functions/platform/derived.ts';
import { keys } from '#functions/platform/keys.ts';
import { paths, sharedPaths, withQuery } from '#shared/site/paths.ts';
import { dayMs } from '#shared/values/time.ts';
import { aParcel, aProfile, aTrip, memberIds } from '#test/access/people.ts';
import { aWorld } from '#test/support/world/world.ts';

const { O: amel, M: karim, A: admin, S: second, RA: root } = memberIds;
const listed = aParcel(101, 'O', { title: 'Petit sachet pour mon cousin' });
const unlisted = aParcel(102, 'O', { adminStatus: 'pending' });
const ofBlocked = aParcel(103, 'B');
const trip = aTrip(201, 'O', { notes: 'Je passe tout' });
const reason = 'Cette annonce contrevient à nos conditions.';
const words = { reason: 'scam', text: 'Il demande un coupon' } as const;
const decision = (token: string, text = 'Mon colis est un cadeau') => ({
  body: { about: { kind: 'decision', token }, reason: 'other', text },
});

async function outside(options: Parameters<typeof aWorld>[0] = {}) {
  const people = ['O', 'M', 'B', 'A', 'S', 'RA'] as const;
  const world = await aWorld({ people, items: [listed, unlisted, ofBlocked, trip], isTicking: true, ...options });
  const { call, items, as } = world;
  const kindsOf = async (kind: string) =>
    (await items()).filter((item) => item['kind'] === kind).map(({ record }) => record as Record<string, unknown>);
  /** The token of the newest mail about a decision. */
  const tokenOfMail = async () => {
    const row = (await world.mails()).findLast(({ data }) => data['about']);
    return linkToken('objection', `${row?.data['about']}.${row?.memberId}`);
  };
  return {
    ...world,
    report: (about: object, more: object = {}, request: object = {}) =>
      call('reportAsVisitor', '', { body: { about, ...words, ...more }, ...request }),
    object: (token: string, text?: string) => call('reportAsVisitor', '', decision(token, text)),
    reports: () => kindsOf('report'),
    excerpts: async () => JSON.stringify(await kindsOf('reportKept')),
    /** The token in the mail of a parcel that an administrator has sent back. */
    rejected: async (by = admin) => {
      await as(by).rejectParcel({ params: { parcelId: listed.id }, body: { reason } });
      return tokenOfMail();
    },
    tokenOfMail,
    seen: async (by = second) => {
      const [stored] = await kindsOf('report');
      return (await as(by).adminReport({ params: { reportId: String(stored?.['id']) } })).body;
    },
  };
}

test.each([
  ['parcel', listed.id, 'Petit sachet'],
  ['trip', trip.id, 'Je passe tout'],
] as const)('a visitor reports a %s, which is kept as it was, and its owner learns nothing', async (kind, id, text) => {
  const { report, reports, excerpts, mails } = await outside();
  const answer = await report({ kind, id }, { name: 'Nadia', email: 'nadia@example.org' });
  expect(answer).toMatchObject({ status: 201, body: { reference: expect.stringMatching(/^SG-[0-9A-F]{8}$/) } });
  expect(await reports()).toMatchObject([
    { about: { kind, id }, accusedId: amel, ...words, name: 'Nadia', email: 'nadia@example.org', status: 'pending' },
  ]);
  expect(await excerpts()).toContain(text);
  expect(await mails()).toMatchObject([{ mail: 'reportReceived', memberId: 'typed' }]);
});

test('a form names what it is about: the listing that visitors see, or the decision of a link', async () => {
  const { call, rejected, as, tokenOfMail, report, reports } = await outside();
  const named = async (about: object) => (await call('readReported', '', { body: { about } })).body;
  expect(await named({ kind: 'parcel', id: listed.id })).toEqual({
    lines: [
      { label: 'Annonce', text: 'Petit sachet pour mon cousin' },
      { label: 'Trajet', text: 'de Paris à Alger' },
    ],
  });
  expect(await named({ kind: 'trip', id: trip.id })).toEqual({
    lines: [{ label: 'Trajet', text: 'de Paris à Alger' }],
  });
  expect(await named({ kind: 'page', id: '/colis/paris-alger' })).toEqual({ lines: [] });
  for (const id of [unlisted.id, ofBlocked.id, randomUUID()])
    expect(await named({ kind: 'parcel', id })).toMatchObject({ code: 'NOT_FOUND' });
  const token = await rejected();
  expect(await named({ kind: 'decision', token })).toEqual({
    lines: [
      { label: 'Décision', text: 'Retiré de la recherche' },
      { label: 'Prise le', text: expect.any(String) },
      { label: 'Annonce', text: 'Petit sachet pour mon cousin' },
      { label: 'Trajet', text: 'de Paris à Alger' },
      { label: 'Motif', text: reason },
      { label: 'Conditions générales', text: 'chapitre 3, « Les colis et les trajets »' },
    ],
  });
  expect(await named({ kind: 'decision', token: `${token}x` })).toMatchObject({ code: 'INVALID_LINK' });
  await report({ kind: 'trip', id: trip.id }, { email: 'nadia@example.org' });
  const reportId = String((await reports())[0]?.['id']);
  await as(second).decideReport({ params: { reportId }, version: 1, body: { outcome: 'dismissed', reason } });
  const { lines } = (await named({ kind: 'decision', token: await tokenOfMail() })) as { lines: object[] };
  expect(lines).toContainEqual({ label: 'Signalement', text: expect.stringMatching(/^SG-/) });
});

test('the acknowledgement to a typed address has no name and no typed text', async () => {
  const { report, mails, mails: rows, sent, deps } = await outside();
  const evil = { name: 'Gagnez un iPhone', email: 'stranger@example.org', text: 'Cliquez vite' };
  await report({ kind: 'page' }, evil);
  const [row] = await rows();
  expect(Object.keys(row?.data ?? {}).toSorted()).toEqual(['email', 'reference']);
  const site = async () => 'https://envoyage.example';
  if (row)
    await deliverMail(
      {
        ...deps,
        site,
        send: async (to, content) => void sent.push({ to, ...content }),
        contact: undefined,
        replyTo: undefined,
        pause: async () => {},
      },
      row,
    );
  expect(sent.at(-1)).toMatchObject({ to: evil.email, text: expect.stringMatching(/^Bonjour,\n/) });
  expect(JSON.stringify(sent.at(-1))).not.toMatch(/iPhone|Cliquez/);
  expect(await mails()).toHaveLength(1);
});

test('without an address there is no mail, and the number all the same', async () => {
  const { report, mails } = await outside();
  expect((await report({ kind: 'parcel', id: listed.id })).status).toBe(201);
  expect(await mails()).toEqual([]);
});

test.each([
  ['no id', { kind: 'parcel' }],
  ['an id that is none', { kind: 'trip', id: "1' OR 1=1" }],
  ['the address of a page', { kind: 'page', id: '/colis/paris-alger' }],
])('%s is kept as a page, with nobody accused', async (_, about) => {
  const { report, reports } = await outside();
  expect((await report(about)).status).toBe(201);
  const [stored] = await reports();
  expect(stored).toMatchObject({ about: { ...about, kind: 'page' } });
  expect(stored).not.toHaveProperty('accusedId');
});

test.each([
  ['parcel', { kind: 'page', id: sharedPaths.parcel(listed.id) }],
  ['parcel', { kind: 'page', id: `https://envoyage.example${withQuery(paths.findParcels, { parcel: listed.id })}` }],
  ['parcel', { kind: 'page', id: paths.delivery(listed.id).toUpperCase() }],
  ['parcel', { kind: 'page', id: sharedPaths.parcel(unlisted.id) }],
  ['trip', { kind: 'page', id: sharedPaths.trip(trip.id) }],
  ['trip', { kind: 'page', id: withQuery(paths.findParcels, { tab: 'trips', trip: trip.id }) }],
  ['member', { kind: 'page', id: `${paths.member(amel)}?tab=reviews` }],
  ['member', { kind: 'page', id: paths.conversation(amel) }],
] as const)('the address of a %s accuses its member: %o', async (kind, about) => {
  const { report, reports } = await outside();
  expect((await report(about)).status).toBe(201);
  expect((await report({ kind: 'page' }, { text: `Regardez ${about.id}, c'est faux.` })).status).toBe(201);
  expect(await reports()).toMatchObject([
    { about: { kind }, accusedId: amel },
    { about: { kind }, accusedId: amel },
  ]);
});

test('an accused administrator does not read the report of their page, and an address of nothing accuses nobody', async () => {
  const ofAdmin = aParcel(104, 'A');
  const { report, reports, as } = await outside({ items: [ofAdmin] });
  await report(
    { kind: 'page' },
    { text: `Voyez ${sharedPaths.parcel(randomUUID())} et ${sharedPaths.parcel(ofAdmin.id)}` },
  );
  await report({ kind: 'page', id: sharedPaths.parcel(randomUUID()) });
  const all = await reports();
  const [accused, free] = [all.find((one) => one['accusedId']), all.find((one) => !one['accusedId'])];
  const params = { reportId: String(accused?.['id']) };
  expect(await as(admin).adminReport({ params })).toMatchObject({ status: 403, body: { code: 'SELF_ACTION' } });
  expect((await as(second).adminReport({ params })).status).toBe(200);
  expect(free).toMatchObject({ about: { kind: 'page' } });
});

test.each([
  ['that waits for its validation', unlisted.id],
  ['of a blocked member', ofBlocked.id],
  ['that never was', randomUUID()],
])('a listing %s is not found, like every other that visitors cannot see', async (_, id) => {
  const { report, reports } = await outside();
  expect(await report({ kind: 'parcel', id })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  expect(await reports()).toEqual([]);
});

test.each([
  ['a text of 100 000 characters', { text: 'a'.repeat(100_000) }, 'TOO_LARGE'],
  ['no text', { text: ' ' }, 'INVALID'],
  ['an unknown reason', { reason: 'bored' }, 'INVALID'],
  ['an address that is none', { email: 'nobody' }, 'INVALID'],
  ['a field of another kind', { about: { kind: 'decision', token: 'x', id: listed.id } }, 'OTHER_RELEASE'],
  ['a member, whom visitors do not see', { about: { kind: 'member', id: amel } }, 'INVALID'],
])('%s is refused and stores nothing', async (_, change, code) => {
  const { report, reports } = await outside();
  expect(await report({ kind: 'page' }, change)).toMatchObject({ body: { code } });
  expect(await reports()).toEqual([]);
});

test('the same report sent again, also twenty times at once, is one report with one number', async () => {
  const { report, reports, mails } = await outside();
  const key = randomUUID();
  const send = () => report({ kind: 'parcel', id: listed.id }, { email: 'nadia@example.org' }, { key });
  const answers = await Promise.all(Array.from({ length: 20 }, send));
  answers.push(await send());
  expect(new Set(answers.map(({ status, body }) => `${status} ${String(body['reference'])}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  expect(await reports()).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
});

test('a report whose answers were lost has its number six times, also once the listing is gone', async () => {
  const { report, reports, as } = await outside();
  vi.stubEnv('RATE_LIMITS', 'on');
  const key = randomUUID();
  const send = () => report({ kind: 'parcel', id: listed.id }, {}, { key, address: '203.0.113.7' });
  const first = await send();
  await as(admin).rejectParcel({ params: { parcelId: listed.id }, body: { reason } });
  for (let time = 0; time < 6; time++) expect(await send()).toMatchObject({ status: 201, body: first.body });
  expect(await reports()).toHaveLength(1);
});

test('a visitor in a loop is stopped after five reports an hour, and an address after three mails a day', async () => {
  const { report, reports, mails, clock } = await outside();
  vi.stubEnv('RATE_LIMITS', 'on');
  const from = (address: string, more = {}) => report({ kind: 'page' }, more, { address });
  const codes = [];
  for (let time = 0; time < 7; time++) codes.push((await from('203.0.113.7')).status);
  expect(codes).toEqual([201, 201, 201, 201, 201, 429, 429]);
  const flood = [];
  for (let time = 0; time < 5; time++)
    flood.push((await from(`203.0.113.${time + 20}`, { email: 'stranger@example.org' })).status);
  expect(flood).toEqual([201, 201, 201, 429, 429]);
  expect(await reports()).toHaveLength(8);
  expect(await mails()).toHaveLength(3);
  clock.now += 3_600_000;
  expect((await from('203.0.113.7')).status).toBe(201);
  vi.unstubAllEnvs();
});

test('members who share an address contest their decisions, each within a limit of their own', async () => {
  const { report, call, seed, as, tokenOfMail } = await outside();
  vi.stubEnv('RATE_LIMITS', 'on');
  const address = '203.0.113.7';
  for (let time = 0; time < 6; time++) await report({ kind: 'page' }, {}, { address });
  const parcels = Array.from({ length: 22 }, (_, index) => aParcel(300 + index, 'O'));
  await seed(...parcels);
  const codes = [];
  for (const { id } of parcels) {
    await as(admin).rejectParcel({ params: { parcelId: id }, body: { reason } });
    codes.push((await call('reportAsVisitor', '', { ...decision(await tokenOfMail()), address })).status);
  }
  expect(codes).toEqual([...Array.from({ length: 20 }, () => 201), 429, 429]);
  const forged = await call('reportAsVisitor', '', { ...decision('parcel.x@y.z.sign'), address });
  expect(forged.status).toBe(429);
  await as(admin).blockProfile({ params: { userId: karim }, body: { reason } });
  expect((await call('reportAsVisitor', '', { ...decision(await tokenOfMail()), address })).status).toBe(201);
  vi.unstubAllEnvs();
});

test('five reports of a danger from one address leave the mails of another one', async () => {
  const { report, mails } = await outside();
  vi.stubEnv('RATE_LIMITS', 'on');
  const alarms = async () => (await mails()).filter(({ mail }) => mail === 'dangerReported').length;
  const from = (address: string, text: string) => report({ kind: 'page' }, { reason: 'danger', text }, { address });
  for (let time = 0; time < 5; time++) await from('203.0.113.7', `Danger ${time}`);
  const ofOne = await alarms();
  await from('203.0.113.8', 'Un autre danger');
  expect(await alarms()).toBe((ofOne / 2) * 3);
  expect(ofOne).toBeGreaterThan(0);
  vi.unstubAllEnvs();
});

test('the reader of a mail contests its decision without a session, and another administrator answers', async () => {
  const { object, rejected, reports, excerpts, mails, as } = await outside();
  const token = await rejected();
  const answer = await object(token);
  expect(answer).toMatchObject({ status: 201, body: { reference: expect.stringMatching(/^SG-/) } });
  const [stored] = await reports();
  expect(stored).toMatchObject({
    about: { kind: 'decision', id: expect.stringMatching(`^parcel\\.${listed.id}@`) },
    reporterId: amel,
    decidedBy: admin,
    text: 'Mon colis est un cadeau',
  });
  expect(stored).not.toHaveProperty('accusedId');
  for (const text of ['Retiré de la recherche', reason, 'Petit sachet']) expect(await excerpts()).toContain(text);
  const params = { reportId: String(stored?.['id']) };
  expect((await as(second).adminReport({ params })).body.current).toContainEqual({
    label: 'Motif donné',
    text: reason,
  });
  const answers = { params, body: { outcome: 'acted', reason: 'Nous nous sommes trompés.' } } as const;
  expect(await as(admin).decideReport(answers)).toMatchObject({ status: 403, body: { code: 'SELF_ACTION' } });
  expect((await as(second).decideReport(answers)).status).toBe(200);
  expect((await mails()).slice(1)).toMatchObject([
    { mail: 'reportReceived', memberId: amel, data: { isObjection: 'true' } },
    { mail: 'reportDecided', memberId: amel, data: { isObjection: 'true', outcome: 'acted' } },
  ]);
});

test('the root administrator may answer the objection to their own decision', async () => {
  const { object, rejected, reports, as } = await outside();
  await object(await rejected(root));
  const [stored] = await reports();
  const request = { params: { reportId: String(stored?.['id']) }, body: { outcome: 'dismissed', reason } } as const;
  expect((await as(root).decideReport(request)).status).toBe(200);
});

test('a link has one objection: the same words have its number, other words are refused', async () => {
  const { object, rejected, reports, clock } = await outside();
  const token = await rejected();
  const first = await object(token);
  expect(await object(token)).toMatchObject({ status: 201, body: { reference: first.body['reference'] } });
  expect(await object(token, 'Autre chose')).toMatchObject({
    status: 409,
    body: { code: 'LIMIT', title: 'Déjà contestée' },
  });
  clock.now += dayMs;
  expect((await object(token, 'Autre chose')).status).toBe(409);
  expect(await reports()).toHaveLength(1);
});

test('links that are forged, cut, changed by one bit, of nothing decided or too old have one answer', async () => {
  const { object, rejected, reports, clock } = await outside();
  const token = await rejected();
  const flipped = `${token.slice(0, -1)}${String.fromCharCode(token.charCodeAt(token.length - 1) ^ 1)}`;
  const odd = [
    '',
    'x',
    token.slice(0, -1),
    `${token}A`,
    flipped,
    token.replace('parcel', 'trip'),
    token.replace(amel, karim),
    linkToken('stop', amel),
    linkToken('objection', `trip.${trip.id}.${amel}`),
    linkToken('objection', amel),
  ];
  const answers = await Promise.all(odd.map((text) => object(text)));
  clock.now += 183 * dayMs;
  answers.push(await object(token));
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  expect(answers[0]).toMatchObject({
    status: 410,
    body: {
      code: 'INVALID_LINK',
      title: 'Lien invalide',
      detail: "Ce lien n'est plus valable : une décision se conteste pendant six mois.",
    },
  });
  expect(await reports()).toEqual([]);
});

test('looks at the parcel after the decision do not make the looking administrator its decider', async () => {
  const { object, rejected, reports, as } = await outside();
  const token = await rejected();
  await as(second).adminProofs({ params: { parcelId: listed.id } });
  await object(token);
  expect(await reports()).toMatchObject([{ decidedBy: admin }]);
});

test('a visitor contests the decision about their own report, and is answered at the same address', async () => {
  const { report, object, reports, mails, as, tokenOfMail } = await outside();
  await report({ kind: 'parcel', id: listed.id }, { email: 'nadia@example.org' });
  const id = String((await reports())[0]?.['id']);
  await as(admin).decideReport({ params: { reportId: id }, body: { outcome: 'dismissed', reason } });
  expect((await mails()).at(-1)).toMatchObject({
    mail: 'reportDecided',
    memberId: 'typed',
    data: { email: 'nadia@example.org', about: expect.stringMatching(`^report\\.${id}@`) },
  });
  await object(await tokenOfMail());
  const objection = (await reports()).find(({ about }) => (about as { kind: string }).kind === 'decision');
  expect(objection).toMatchObject({ email: 'nadia@example.org', accusedId: amel, decidedBy: admin });
});

test('an objection is about the decision of its mail, whatever was decided since', async () => {
  const { object, rejected, reports, seen, as, seed, table, tokenOfMail } = await outside();
  const first = await rejected();
  // The owner edits, and another administrator sends the listing back again.
  await seed({ ...listed, version: 5 });
  const again = { params: { parcelId: listed.id }, version: 5, body: { reason: 'La photo montre un couteau.' } };
  expect(await as(second).rejectParcel(again)).toMatchObject({ status: 200 });
  await object(first);
  expect(await reports()).toMatchObject([{ decidedBy: admin }]);
  // The reason of the mail, beside the present one of the listing.
  expect((await seen()).kept).toContainEqual({ label: 'Motif', text: reason });
  expect((await seen()).kept).toContainEqual({ label: 'Motif donné', text: 'La photo montre un couteau.' });
  await table.transact([table.remove(keys.report(String((await reports())[0]?.['id'])))]);
  await object(await tokenOfMail());
  expect(await reports()).toMatchObject([{ decidedBy: second }]);
});

test('of a deleted listing the objection has its title and the reason of its mail', async () => {
  const { object, tokenOfMail, seen, as } = await outside();
  await as(admin).deleteParcel({ params: { parcelId: listed.id }, body: { reason } });
  await object(await tokenOfMail());
  expect((await seen()).kept).toEqual([
    { label: 'Décision', text: 'Colis supprimé' },
    { label: 'Prise le', text: '20\u00a0nov.\u00a02026' },
    { label: 'Annonce', text: listed.title },
    { label: 'Motif', text: reason },
    { label: 'Conditions générales', text: 'chapitre 3, « Les colis et les trajets »' },
  ]);
});

test('of a warning the objection has its words, and the report that it followed', async () => {
  const { report, reports, object, tokenOfMail, as } = await outside();
  await report({ kind: 'parcel', id: listed.id });
  const reportId = String((await reports())[0]?.['id']);
  await as(admin).decideReport({
    params: { reportId },
    body: { outcome: 'warned', reason, warning: 'Décrivez le contenu.' },
  });
  await object(await tokenOfMail());
  const objection = (await reports()).find(({ about }) => (about as { kind: string }).kind === 'decision');
  const { kept, earlier } = (await as(second).adminReport({ params: { reportId: String(objection?.['id']) } })).body;
  expect(kept).toContainEqual({ label: 'Motif', text: 'Décrivez le contenu.' });
  expect(earlier).toMatchObject([{ id: reportId, decision: { outcome: 'warned' } }]);
});

test('a former member’s objection has the reason of their last mail', async () => {
  const { call, seen, as, tokenOfMail } = await outside();
  await as(root).deleteProfile({ params: { userId: karim }, body: { reason } });
  const { body } = decision(await tokenOfMail());
  await call('reportAsVisitor', '', { body: { ...body, email: 'karim@example.org' } });
  expect((await seen()).kept).toContainEqual({ label: 'Motif', text: reason });
});

test('a blocked member contests their block', async () => {
  const { object, reports, as, tokenOfMail } = await outside();
  await as(admin).blockProfile({ params: { userId: karim }, body: { reason } });
  expect((await object(await tokenOfMail())).status).toBe(201);
  expect(await reports()).toMatchObject([
    { about: { id: expect.stringMatching(`^profile.${karim}@`) }, reporterId: karim, decidedBy: admin },
  ]);
});

test('a former member gives an address, since their account has none any more', async () => {
  const { call, reports, as, tokenOfMail } = await outside();
  await as(root).deleteProfile({ params: { userId: karim }, body: { reason } });
  const { body } = decision(await tokenOfMail());
  expect(await call('reportAsVisitor', '', { body })).toMatchObject({
    status: 400,
    body: { code: 'INVALID', fields: { email: expect.stringContaining('sans compte') } },
  });
  await call('reportAsVisitor', '', { body: { ...body, email: 'karim@example.org' } });
  const [stored] = await reports();
  expect(stored).toMatchObject({
    about: { id: expect.stringMatching(`^profile.${karim}@`) },
    email: 'karim@example.org',
    decidedBy: root,
  });
  expect(stored).not.toHaveProperty('reporterId');
});

test('a tag in an address gives no further places under its limit', async () => {
  const { report } = await outside();
  vi.stubEnv('RATE_LIMITS', 'on');
  const statuses: number[] = [];
  for (const email of ['nadia@example.org', 'nadia+1@example.org', 'nadia+2@example.org', 'nadia+3@example.org'])
    statuses.push((await report({ kind: 'page' }, { email })).status);
  expect(statuses).toEqual([201, 201, 201, 429]);
});

test('the page of a member whose address is not confirmed is kept as a page', async () => {
  const { report, reports, seed } = await outside();
  const { emailConfirmedAt: _none, ...unconfirmed } = aProfile('M', { id: randomUUID(), email: 'new@example.org' });
  await seed(unconfirmed);
  expect((await report({ kind: 'page', id: paths.member(unconfirmed.id) })).status).toBe(201);
  expect(await reports()).toMatchObject([{ about: { kind: 'page', id: paths.member(unconfirmed.id) } }]);
});
