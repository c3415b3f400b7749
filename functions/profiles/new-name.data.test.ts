import { expect, onTestFinished, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { eraseFiles } from '#functions/scheduled/night/retention.ts';
import { nameMember } from '#functions/stream/projector/members.ts';
import { dayMs } from '#shared/values/time.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { meterReads } from '#test/support/meter.ts';
import { onDynamoDb } from '#test/support/table.ts';
import type { FileFacts } from '#test/support/world/sent-file.ts';
import { aWorld, type WorldOptions } from '#test/support/world/world.ts';

const { O: other, M: member, A: judge, RA: rootAdmin, P: pending } = memberIds;
const cherif = { firstName: 'Mounir', lastName: 'Cherif' };

/** An approved member, another one and two administrators. */
async function house(items: WorldOptions['items'] = []) {
  const mourad = aProfile('M', { firstName: 'Mourad', validatedAt: '2026-07-01T10:00:00.000Z' });
  const world = await aWorld({ people: [mourad, 'O', 'A', 'RA'], items });
  const { table, clock, as } = world;
  const profile = (id = member) => world.profile(id);
  const aDocument = ({ kind = 'id_document', ownerId = member, ...facts }: FileFacts = {}) =>
    world.aFile(kind, ownerId, facts);
  const propose = async (names: object = cherif, idDocument?: string) =>
    as(member).proposeName({ body: { ...cherif, ...names, idDocument: idDocument ?? (await aDocument()) } });
  const reason = 'Autre nom sur le document';
  const decide = (row: 'approveName' | 'refuseName' | 'blockProfile', by = judge, version?: number) => {
    const request = { params: { userId: member }, ...(version ? { version } : {}) };
    return row === 'approveName' ? as(by).approveName(request) : as(by)[row]({ ...request, body: { reason } });
  };
  const list = async (query = {}) => (await as(judge).adminProfiles({ query })).body;
  const named = async (query = {}) => (await list(query)).items.map(({ card }) => card.id);
  /** The last day of an upload. */
  const keptUntil = async (id: string) => (await world.stored(keys.upload(id)))['gs2pk'];
  /** Runs the nightly job this many days later. Returns the documents that it erases from their bucket. */
  const night = async (days: number) => {
    clock.now += days * dayMs;
    const erased: string[] = [];
    const elsewhere = { delete: () => Promise.reject(new Error('not in this bucket')) };
    const identity = { delete: async (key: string) => void erased.push(key.replace('id_document/', '')) };
    const files = { identity, private: elsewhere, media: elsewhere };
    await eraseFiles(table, clock.now, { hasTime: () => true, files });
    return erased;
  };
  return { ...world, profile, aDocument, propose, decide, list, named, keptUntil, night };
}

test('a new name waits with its document: others see the checked one and the badge', async () => {
  const { call, profile, propose, aDocument, keptUntil } = await house();
  const id = await aDocument();
  expect(await propose(cherif, id)).toMatchObject({
    status: 200,
    body: { firstName: 'Mourad', newName: cherif, verifiedAt: '2026-07-01T10:00:00.000Z' },
  });
  expect(await profile()).toMatchObject({ firstName: 'Mourad', lastName: 'Membre', newName: cherif });
  const seen = await call('readMember', other, { params: { userId: member } });
  expect(seen.body).toMatchObject({ firstName: 'Mourad', lastName: 'Membre', verified: true });
  expect(JSON.stringify(seen.body)).not.toContain('Cherif');
  expect(await keptUntil(id)).toBe('KEEP#2027-02-18');
});

test('without a document, with a wrong file, or during its scan no name waits', async () => {
  const { call, profile, propose, aDocument } = await house();
  expect(await call('proposeName', member, { body: cherif })).toMatchObject({
    status: 400,
    body: { fields: { idDocument: "Veuillez fournir une pièce d'identité" } },
  });
  for (const change of [{ ownerId: other }, { kind: 'avatar' }, { state: 'attached' }] as const)
    expect(await propose(cherif, await aDocument(change))).toMatchObject({
      status: 422,
      body: { code: 'FILE_REFUSED' },
    });
  expect(await propose(cherif, await aDocument({ state: 'scanning' }))).toMatchObject({ status: 202 });
  expect(await propose({ firstName: 'Envoyage', lastName: 'Support' })).toMatchObject({ status: 400 });
  const changed = await call('updateMyProfile', member, { version: 1, body: { ...cherif, phone: '+33612345678' } });
  expect(changed).toMatchObject({ status: 409, body: { code: 'ALREADY_VERIFIED' } });
  expect(await profile()).toMatchObject({ firstName: 'Mourad', version: 1 });
});

test('the question whether the document is scanned is asked as often as the scan takes', async () => {
  const { propose, aDocument } = await house();
  process.env['RATE_LIMITS'] = 'on';
  onTestFinished(() => void (process.env['RATE_LIMITS'] = 'off'));
  const id = await aDocument({ state: 'scanning' });
  for (let asked = 0; asked < 121; asked++) expect((await propose(cherif, id)).status).toBe(202);
  expect((await propose()).status).toBe(200);
});

test('who waits for the verification changes the name at once, and the root administrator as well', async () => {
  const { call } = await house([aProfile('P')]);
  const body = { ...cherif, phone: '+33612345678' };
  expect(await call('proposeName', pending, { body: cherif })).toMatchObject({ status: 403 });
  expect(await call('updateMyProfile', pending, { version: 1, body })).toMatchObject({ status: 200, body: cherif });
  expect(await call('updateMyProfile', rootAdmin, { version: 1, body, asAdmin: true })).toMatchObject({ body: cherif });
});

test('administrators see the name first, under « Approuvé » too, open its document and accept it', async () => {
  const { profile, propose, decide, named, list, keptUntil, aDocument, mails, call } = await house();
  const id = await aDocument();
  await propose(cherif, id);
  expect(await named({ status: 'pending' })).toEqual([member]);
  expect(await named({ status: 'approved' })).toContain(member);
  expect((await named())[0]).toBe(member);
  expect((await named()).filter((found) => found === member)).toHaveLength(1);
  expect((await list({ status: 'pending' })).items).toMatchObject([
    { card: { firstName: 'Mourad' }, newName: { ...cherif, hasDocument: true } },
  ]);
  const params = { userId: member, kind: 'name_document' };
  expect(await call('profileDocument', judge, { asAdmin: true, params })).toMatchObject({ status: 200 });
  const { version, validatedAt } = await profile();
  expect(await decide('approveName')).toMatchObject({ status: 200, body: { card: cherif, status: 'approved' } });
  expect(await profile()).toMatchObject({ ...cherif, status: 'approved', validatedAt, version: version + 1 });
  expect(await profile()).not.toHaveProperty('newName');
  expect(await named({ status: 'pending' })).toEqual([]);
  expect(await keptUntil(id)).toBe('KEEP#2026-11-27');
  expect(await mails()).toMatchObject([{ mail: 'nameApproved', data: { name: 'Mounir Cherif' } }]);
  const log = (await call('adminLogs', judge, { asAdmin: true })).body['items'] as { action: string }[];
  expect(new Set(log.map(({ action }) => action))).toEqual(new Set(['approveName', 'viewDocument']));
  expect(JSON.stringify(log)).not.toMatch(/Cherif|Mounir/);
});

test('administrators find a member by the name that waits as by the present one, until it is decided', async () => {
  const { table, propose, decide, named } = await house();
  /** An act, followed by the stream reader's reaction to the change of the profile. */
  const follow = async (act: () => Promise<unknown>) => {
    const stored = () => table.get(keys.profile(member), { consistent: true });
    const before = await stored();
    await act();
    await nameMember(table, before, await stored());
  };
  await nameMember(table, undefined, await table.get(keys.profile(member), { consistent: true }));
  await follow(() => propose());
  for (const search of ['cherif', 'nir che', 'Mourad']) {
    expect(await named({ search, by: 'name' })).toEqual([member]);
    expect(await named({ search, by: 'name', status: 'pending' })).toEqual([member]);
    expect(await named({ search })).toEqual([member]);
  }
  expect(await named({ search: 'cherif', by: 'email' })).toEqual([]);
  await follow(() => decide('refuseName'));
  expect(await named({ search: 'cherif' })).toEqual([]);
  expect(await named({ search: 'Mourad', by: 'name' })).toEqual([member]);
});

test('a refused name changes nothing but tells its member why, until it is put away or proposed again', async () => {
  const { call, profile, propose, decide, named, mails } = await house();
  await propose();
  expect(await decide('refuseName')).toMatchObject({ status: 200, body: { status: 'approved' } });
  expect(await profile()).toMatchObject({
    firstName: 'Mourad',
    status: 'approved',
    refusedName: { ...cherif, reason: 'Autre nom sur le document' },
  });
  expect(await named({ status: 'pending' })).toEqual([]);
  expect(await mails()).toMatchObject([
    { mail: 'nameRefused', data: { name: 'Mounir Cherif', reason: 'Autre nom sur le document' } },
  ]);
  const again = await propose();
  expect(again.body).toMatchObject({ newName: cherif });
  expect(again.body).not.toHaveProperty('refusedName');
  await decide('refuseName');
  const put = await call('withdrawName', member);
  expect(put.body).not.toHaveProperty('refusedName');
});

test('a name is corrected with the same document, replaced with another one, and withdrawn', async () => {
  const { call, profile, propose, aDocument, named, keptUntil } = await house();
  const [first, second] = [await aDocument(), await aDocument()];
  await propose(cherif, first);
  await call('proposeName', member, { body: { ...cherif, lastName: 'Chérif' } });
  expect((await profile()).newName).toMatchObject({ lastName: 'Chérif', idDocument: { uploadId: first } });
  await propose(cherif, second);
  expect(await keptUntil(first)).toBe('KEEP#2026-11-20');
  expect(await call('withdrawName', member)).toMatchObject({ status: 200, body: { firstName: 'Mourad' } });
  expect(await call('withdrawName', member)).toMatchObject({ status: 200 });
  expect(await profile()).not.toHaveProperty('newName');
  expect(await keptUntil(second)).toBe('KEEP#2026-11-20');
  expect(await named({ status: 'pending' })).toEqual([]);
});

test('of two administrators one decides, and none about an unseen version or about themselves', async () => {
  const { profile, propose, decide, call } = await house();
  await propose();
  const { version } = await profile();
  await propose({ firstName: 'Mounir', lastName: 'Kaci' });
  expect(await decide('approveName', judge, version)).toMatchObject({ status: 409, body: { code: 'CONTENT_CHANGED' } });
  const seen = (await profile()).version;
  const answers = await Promise.all([decide('approveName', judge, seen), decide('refuseName', rootAdmin, seen)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(await decide('approveName')).toMatchObject({ status: 409, body: { code: 'ALREADY_DECIDED' } });
  const own = { asAdmin: true, params: { userId: judge }, version: 1 } as const;
  expect(await call('approveName', judge, own)).toMatchObject({ status: 403, body: { code: 'SELF_ACTION' } });
});

test('a block drops the waiting name and its document', async () => {
  const { profile, propose, decide, named, aDocument, keptUntil } = await house();
  const id = await aDocument();
  await propose(cherif, id);
  expect(await decide('blockProfile')).toMatchObject({ status: 200 });
  expect(await profile()).toMatchObject({ status: 'blocked', firstName: 'Mourad' });
  expect(await profile()).not.toHaveProperty('newName');
  expect(await named({ status: 'pending' })).toEqual([]);
  expect(await keptUntil(id)).toBe('KEEP#2026-11-27');
});

test.each(['approveName', 'refuseName', 'blockProfile'] as const)(
  'after %s the document of the name stays 7 days more, and the night after erases it',
  async (decision) => {
    const { table, profile, propose, decide, aDocument, night } = await house();
    const id = await aDocument();
    await propose(cherif, id);
    expect(await night(30)).toEqual([]);
    await decide(decision);
    expect(await night(7)).toEqual([]);
    const decided = await profile();
    expect(await night(1)).toEqual([id]);
    expect(await table.get(keys.upload(id), { consistent: true })).toBeUndefined();
    expect(await profile()).toEqual(decided);
    expect(await night(100)).toEqual([]);
  },
);

test('the coming night erases the document of a name that was taken back or came with another one', async () => {
  const { call, profile, propose, aDocument, night } = await house();
  const [first, second] = [await aDocument(), await aDocument()];
  await propose(cherif, first);
  await propose(cherif, second);
  expect(await night(0)).toEqual([]);
  expect(await night(1)).toEqual([first]);
  expect((await profile()).newName).toMatchObject({ ...cherif, idDocument: { uploadId: second } });
  await call('withdrawName', member);
  expect(await night(1)).toEqual([second]);
  expect(await profile()).not.toHaveProperty('newName');
});

test('an undecided name loses its document after 90 days, is listed last, and can only be refused', async () => {
  const { profile, propose, decide, list, named, aDocument, night } = await house();
  const id = await aDocument();
  await propose(cherif, id);
  expect(await night(90)).toEqual([]);
  expect(await night(1)).toEqual([id]);
  expect((await profile()).newName).toMatchObject(cherif);
  expect((await profile()).newName).not.toHaveProperty('idDocument');
  expect((await list({ status: 'pending' })).items).toMatchObject([{ newName: { ...cherif, hasDocument: false } }]);
  expect((await named()).filter((found) => found === member)).toHaveLength(1);
  expect(await decide('approveName')).toMatchObject({ status: 409, body: { code: 'STATE_CHANGED' } });
  expect(await decide('refuseName')).toMatchObject({ status: 200, body: { status: 'approved' } });
  expect(await named({ status: 'pending' })).toEqual([]);
});

test('a third accepted name within 90 days is refused, and allowed after them', async () => {
  const { propose, decide, clock } = await house();
  for (const firstName of ['Un', 'Deux']) {
    await propose({ ...cherif, firstName });
    await decide('approveName');
  }
  expect(await propose({ ...cherif, firstName: 'Trois' })).toMatchObject({ status: 409, body: { code: 'LIMIT' } });
  clock.now += 91 * dayMs;
  expect(await propose({ ...cherif, firstName: 'Trois' })).toMatchObject({ status: 200 });
});

test(
  'without a filter members with documents come first, then the rest, newest first, each once, with one query a page',
  onDynamoDb(async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 9, day, 12)).toISOString();
    const document = { uploadId: 'u', key: 'k', contentType: 'image/png', at: at(1) } as const;
    const people = Array.from({ length: 66 }, (_, index) => {
      const kind = (['waiting', 'bare', 'approved'] as const)[index % 3] ?? 'bare';
      const status = kind === 'approved' ? 'approved' : 'pending';
      const id = `00000000-0000-4000-8000-1${String(index).padStart(11, '0')}`;
      const documents = kind === 'waiting' ? { idDocument: document } : {};
      return { kind, profile: aProfile('O', { id, status, createdAt: at(1 + (index % 28)), ...documents }) };
    });
    const { list, propose, table } = await house(people.map(({ profile }) => profile));
    await propose();
    const meter = meterReads(table.documents as never);
    const seen: string[] = [];
    const costs: number[] = [];
    let cursor: string | undefined;
    do {
      const calls = meter.calls;
      const { items, next } = await list(cursor ? { cursor } : {});
      seen.push(...items.map(({ card }) => card.id));
      // The check of the caller and the list; the members of waiting names; one query more at the border of parts or
      // months.
      costs.push(meter.calls - calls);
      cursor = next;
    } while (cursor);
    expect(costs[0]).toBe(3);
    expect(costs[2]).toBe(2);
    expect(Math.max(...costs)).toBeLessThanOrEqual(7);
    const waiting = [member, ...people.filter(({ kind }) => kind === 'waiting').map(({ profile }) => profile.id)];
    expect(new Set(seen.slice(0, waiting.length))).toEqual(new Set(waiting));
    expect(seen).toHaveLength(new Set(seen).size);
    expect(seen).toHaveLength(people.length + 4);
    const created = new Map(people.map(({ profile }) => [profile.id, profile.createdAt]));
    const rest = seen.slice(waiting.length).flatMap((id) => created.get(id) ?? []);
    expect(rest).toEqual([...rest].sort().reverse());
  }),
);
