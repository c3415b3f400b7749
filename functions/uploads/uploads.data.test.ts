import { expect, onTestFinished, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { scanStates } from '#functions/uploads/scan-states.ts';
import type { ProfileRecord } from '#shared/profiles/record.ts';
import type { uploadRoutes } from '#shared/uploads/contract.ts';
import type { UploadKind } from '#shared/values/files.ts';
import { minuteMs } from '#shared/values/time.ts';
import { amina } from '#test/support/accounts.ts';
import { aWorld } from '#test/support/world/world.ts';
import { scanDeadlineMs, uploadRepository } from './repository.ts';

/** A member who has just signed up, and files on their way. */
async function aMember() {
  const world = await aWorld({ start: '2026-03-01T12:00:00.000Z' });
  const { table, clock, visitor } = world;
  const { userId, uploadTicket: ticket } = await visitor('signUp', amina);
  const uploads = uploadRepository(table);
  const aPlace = (kind: UploadKind = 'avatar') => world.aFile(kind, userId, { state: 'issued' });
  const take = (id: string) => uploads.take(id, userId, 'avatar', { now: clock.now });
  return { ...world, userId, ticket, uploads, states: scanStates(table), aPlace, take };
}

const failed = { code: 'FILE_REFUSED', sentence: { title: 'Vérification impossible' } };

test('a member is asked again at once for a file whose scan failed at the last try, and the file counts once the scan is repeated', async () => {
  const { states, aPlace, take } = await aMember();
  const id = await aPlace();
  await states.begin(id);
  expect(await take(id)).toBe('scanning');
  await states.giveUp(id);
  await expect(take(id)).rejects.toMatchObject(failed);
  await states.begin(id);
  await states.accept(id, { key: `media/${id}`, size: 9 });
  expect(await take(id)).toMatchObject({ upload: { key: `media/${id}` } });
  await states.giveUp(id);
  expect(await take(id)).toMatchObject({ upload: { state: 'clean' } });
});

test('no file is being checked for ever: after 15 minutes the member is asked for it again', async () => {
  const { states, aPlace, take, clock } = await aMember();
  const [issued, scanning] = [await aPlace(), await aPlace()];
  await states.begin(scanning);
  clock.now += scanDeadlineMs - minuteMs;
  expect([await take(issued), await take(scanning)]).toEqual(['scanning', 'scanning']);
  clock.now += minuteMs;
  for (const id of [issued, scanning]) await expect(take(id)).rejects.toMatchObject(failed);
});

const announced = { fileName: 'a.jpg', contentType: 'image/jpeg', size: 1000, sha256: `${'A'.repeat(43)}=` };

async function aSlice() {
  const member = await aMember();
  const { userId, seed, profile, call } = member;
  const ask = (name: keyof typeof uploadRoutes, body: object) => call(name, userId, { body });
  const become = async (facts: Partial<ProfileRecord>) => {
    const stored = await profile(userId);
    await seed({ ...stored, ...facts, version: stored.version + 1 });
  };
  return { ...member, ask, become };
}

test('a sign-up ticket gives no upload target once its member can sign in, or once the documents are stored', async () => {
  const { ask, become, ticket, clock, table, userId } = await aSlice();
  const open = (kind: string) => ask('requestSignUpUpload', { ticket, kind, ...announced });
  for (const kind of ['id_document', 'face_photo']) expect((await open(kind)).status).toBe(200);
  const confirmed = new Date(clock.now).toISOString();
  await become({ emailConfirmedAt: confirmed });
  expect(await open('id_document')).toMatchObject({
    status: 403,
    body: { code: 'NOT_ALLOWED', detail: expect.stringContaining('connectez-vous') },
  });
  await become({ emailConfirmedAt: confirmed, status: 'approved' });
  expect(await open('id_document')).toMatchObject({ status: 409, body: { code: 'ALREADY_VERIFIED' } });
  await table.transact([table.remove(keys.profile(userId))]);
  expect(await open('id_document')).toMatchObject({ status: 410, body: { code: 'INVALID_LINK' } });
});

test('20 upload targets an hour count for all kinds of files together, and the next hour allows new ones', async () => {
  const { ask, clock } = await aSlice();
  process.env['RATE_LIMITS'] = 'on';
  onTestFinished(() => void (process.env['RATE_LIMITS'] = 'off'));
  const asked = async (count: number, name: 'requestAvatarUpload' | 'requestParcelUpload') => {
    const answers = await Promise.all(Array.from({ length: count }, () => ask(name, announced)));
    return answers.filter(({ status }) => status === 200).length;
  };
  expect(await asked(15, 'requestAvatarUpload')).toBe(15);
  expect(await asked(10, 'requestParcelUpload')).toBe(5);
  expect((await ask('requestDocumentUpload', { kind: 'id_document', ...announced })).status).toBe(429);
  clock.now += 60 * minuteMs;
  expect((await ask('requestAvatarUpload', announced)).status).toBe(200);
});

test('at most 100 files or 200 MB of a member may be unused; refused and used ones do not count', async () => {
  const { ask, aPlace, states, uploads, userId, clock, table } = await aSlice();
  const ids = await Promise.all(Array.from({ length: 100 }, () => aPlace()));
  expect(await ask('requestAvatarUpload', announced)).toMatchObject({ status: 409, body: { code: 'LIMIT' } });
  const [refused = '', used = ''] = ids;
  await states.begin(refused);
  await states.reject(refused, 'Endommagé');
  expect((await ask('requestAvatarUpload', announced)).status).toBe(200);
  expect((await ask('requestAvatarUpload', announced)).status).toBe(409);
  await states.begin(used);
  await states.accept(used, { key: `media/${used}`, size: 9 });
  const taken = await uploads.take(used, userId, 'avatar', { now: clock.now });
  if (taken === 'scanning') throw new Error('Still scanning');
  await table.transact([taken.attach]);
  expect((await ask('requestAvatarUpload', announced)).status).toBe(200);
});

test('of twenty calls at once no more than the cap gets a place', async () => {
  const { ask, aPlace } = await aSlice();
  for (let taken = 0; taken < 90; taken += 10) await Promise.all(Array.from({ length: 10 }, () => aPlace()));
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask('requestAvatarUpload', announced)));
  const placed = answers.filter(({ status }) => status === 200).length;
  expect(placed).toBeGreaterThan(0);
  expect(placed).toBeLessThanOrEqual(10);
  expect((await ask('requestAvatarUpload', announced)).status).toBe(placed < 10 ? 200 : 409);
});

test('large files are counted by their bytes', async () => {
  const { ask } = await aSlice();
  const heavy = { ...announced, size: 5 * 1024 * 1024 };
  const statuses: number[] = [];
  for (let sent = 0; sent < 41; sent += 1) statuses.push((await ask('requestAvatarUpload', heavy)).status);
  expect(statuses).toEqual([...Array<number>(40).fill(200), 409]);
});

test.each([
  [
    { contentType: 'image/gif' },
    'Type de fichier non supporté',
    'Veuillez sélectionner une image (JPG, PNG) ou un PDF.',
  ],
  [{ size: 5 * 1024 * 1024 + 1 }, 'Fichier trop volumineux', 'La taille du fichier ne doit pas dépasser 5MB.'],
])('a receipt is refused with the two sentences of its form: %o', async (change, title, detail) => {
  const { ask } = await aSlice();
  expect(await ask('requestReceiptUpload', { ...announced, ...change })).toMatchObject({
    status: 422,
    body: { code: 'FILE_REFUSED', title, detail },
  });
});

test.each([
  ['reçu\u202egpj.\nexe', 'reçugpj.exe'],
  [`${'a'.repeat(200)}.pdf`, 'a'.repeat(100)],
  ['\u200b', 'Justificatif'],
])('the name of a receipt is kept on one visible line: %j', async (fileName, kept) => {
  const { ask, table } = await aSlice();
  const { body } = await ask('requestReceiptUpload', { ...announced, fileName });
  expect(await table.get(keys.upload(String(body['uploadId'])))).toMatchObject({
    kind: 'receipt_file',
    fileName: kept,
  });
});
