import { randomUUID } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import { issueToken } from '#functions/platform/tokens.ts';
import { eraseArchives } from '#functions/scheduled/night/retention.ts';
import { type Archive, archiveLinkMs } from '#shared/exports/contract.ts';
import { dayMs, hourMs, minuteMs } from '#shared/values/time.ts';
import { aProfile, memberIds } from '#test/access/people.ts';
import { aReceiptRecord } from '#test/support/factories.ts';
import { mailsIn } from '#test/support/scenes/delivery-market.ts';
import { aWorld } from '#test/support/world/world.ts';
import { makeArchives } from './make-archives.ts';

const { M: me, O: other } = memberIds;

/** A member with three receipts of ten bytes, and a storage in memory. */
async function aMemberWithFiles(options: Parameters<typeof aWorld>[0] = {}) {
  const items = ['1', '2', '3'].map((id) => aReceiptRecord({ id, memberId: me, key: `receipts/${id}` }));
  const world = await aWorld({ people: ['M', 'O', 'B', 'R'], items, ...options });
  const { table, clock, as } = world;
  const now = () => clock.now;
  const stored = new Map<string, Uint8Array>();
  const trouble: { read?: () => unknown } = {};
  const bucket = {
    read: async (key: string) => {
      await trouble.read?.();
      return key === 'receipts/2' ? undefined : new Uint8Array(10).fill(Number(key.at(-1)));
    },
    delete: async (key: string) => void stored.delete(key),
  };
  const files = { identity: bucket, private: bucket, media: bucket };
  const archives = { write: async (key: string, bytes: Uint8Array) => void stored.set(key, bytes) };
  const run = (change: { hasTime?: () => boolean; partBytes?: number } = {}) =>
    makeArchives({ table, now, newId: randomUUID, files, archives, hasTime: () => true, partBytes: 1000, ...change });
  /** The secret that the sender of the mail creates. */
  const mailed = async (memberId = me) => {
    const token = randomUUID();
    const facts = { purpose: 'archive', memberId, expiresAt: now() + archiveLinkMs } as const;
    await table.transact([issueToken(table, token, facts)]);
    return token;
  };
  const ask = (memberId = me) => as(memberId).exportMyData();
  const look = async (archive?: string, memberId = me) =>
    (await as(memberId).myExport(archive ? { query: { archive } } : {})).body as Archive;
  const night = () => eraseArchives(table, now(), { hasTime: () => true, files });
  return { ...world, stored, trouble, run, mailed, ask, look, night };
}

const namesIn = (zip: Uint8Array | undefined) => Object.keys(unzipSync(zip ?? new Uint8Array()));

test('a member asks for their data, is mailed when they are ready, and fetches them by the link of the mail', async () => {
  const { table, stored, run, mailed, ask, look } = await aMemberWithFiles();
  expect(await look()).toEqual({ state: 'none' });
  expect((await ask()).body).toMatchObject({ state: 'preparing', requestedAt: '2026-11-20T10:00:00.000Z' });
  expect(await look()).toMatchObject({ state: 'preparing' });
  expect(await run()).toBe(1);
  expect(await mailsIn(table)).toEqual(new Set([`archiveReady ${me}`]));
  const { parts, ...told } = await look(await mailed());
  expect(told).toMatchObject({ state: 'ready', until: '2026-11-20T11:00:00.000Z' });
  const [key = ''] = stored.keys();
  const zip = stored.get(key);
  expect(key).toMatch(/^exports\/[\w-]{36}\/[\w-]{36}\.zip$/);
  expect(parts).toEqual([
    { name: 'donnees-2026-11-20-partie-1.zip', bytes: zip?.length, url: `https://files.example/${key}` },
  ]);
  // The second receipt's file was erased in between.
  expect(namesIn(zip)).toEqual(
    expect.arrayContaining(['LISEZ-MOI.txt', 'profil.json', 'paiements/1.jpg', 'paiements/3.jpg']),
  );
  expect(namesIn(zip)).not.toContain('paiements/2.jpg');
  const files = unzipSync(zip ?? new Uint8Array());
  expect(JSON.parse(strFromU8(files['profil.json'] ?? new Uint8Array()))).toMatchObject({ id: me });
  expect(files['paiements/3.jpg']).toEqual(new Uint8Array(10).fill(3));
});

test('files are only for who has the link of the mail and is that member, for an hour', async () => {
  const { clock, run, mailed, ask, look } = await aMemberWithFiles();
  await ask();
  await run();
  const [mine, ofAnother] = [await mailed(), await mailed(other)];
  expect(await look()).toEqual({ state: 'ready', requestedAt: expect.any(String) });
  expect(await look('guessed')).not.toHaveProperty('parts');
  expect(await look(ofAnother)).not.toHaveProperty('parts');
  expect(await look(mine, other)).toEqual({ state: 'none' });
  clock.now += hourMs - 1;
  expect(await look(mine)).toHaveProperty('parts');
  clock.now += 1;
  expect(await look(mine)).toEqual({
    state: 'ready',
    requestedAt: expect.any(String),
    until: '2026-11-20T11:00:00.000Z',
  });
});

test.each(['B', 'R'] as const)('a member in the state of %s gets their data too', async (role) => {
  const { table, run, ask } = await aMemberWithFiles();
  expect((await ask(memberIds[role])).status).toBe(200);
  expect(await run()).toBe(1);
  expect(await mailsIn(table)).toEqual(new Set([`archiveReady ${memberIds[role]}`]));
});

test('asking again while an archive is prepared changes nothing; after two in a day the next one waits', async () => {
  const { clock, run, ask } = await aMemberWithFiles();
  const first = await ask();
  expect((await ask()).body).toEqual(first.body);
  expect(await run()).toBe(1);
  expect(await run()).toBe(0);
  clock.now += hourMs;
  await ask();
  await run();
  clock.now += hourMs;
  expect(await ask()).toMatchObject({
    status: 409,
    body: {
      title: 'Limite atteinte',
      detail: expect.stringContaining('La prochaine sera possible à partir du 21 nov. 2026'),
    },
  });
  clock.now += 23 * hourMs;
  expect((await ask()).body).toMatchObject({ state: 'preparing' });
});

test('a large archive has several parts, and a run that has no time left is continued by the next one', async () => {
  const { table, clock, stored, run, mailed, ask, look } = await aMemberWithFiles();
  await ask();
  let looks = 0;
  // Time for the first part.
  expect(await run({ partBytes: 10, hasTime: () => looks++ < 1 })).toBe(0);
  expect(stored.size).toBe(1);
  expect(await look()).toMatchObject({ state: 'preparing' });
  clock.now += minuteMs;
  expect(await run({ partBytes: 10 })).toBe(1);
  const { parts = [] } = await look(await mailed());
  expect(parts.map(({ name }) => name)).toEqual(['donnees-2026-11-20-partie-1.zip', 'donnees-2026-11-20-partie-2.zip']);
  const [first, second] = [...stored.values()].map(namesIn);
  expect(first).toEqual(expect.arrayContaining(['profil.json', 'paiements/1.jpg']));
  expect(second).toEqual(['paiements/3.jpg']);
  expect((await mailsIn(table)).size).toBe(1);
});

test('two runs at the same time make one archive', async () => {
  const { stored, run, ask } = await aMemberWithFiles();
  await ask();
  const made = await Promise.all([run(), run()]);
  expect(made.toSorted()).toEqual([0, 1]);
  expect(stored.size).toBe(1);
});

test('after a crash the next run tries again, and after five the member is told that it failed', async () => {
  const { table, clock, trouble, run, ask, look } = await aMemberWithFiles();
  await ask();
  trouble.read = () => Promise.reject(new Error('S3 does not answer'));
  for (let tries = 0; tries < 5; tries++) {
    await expect(run()).rejects.toThrow('1 archives could not be made');
    expect(await look()).toMatchObject({ state: 'preparing' });
    clock.now += 5 * minuteMs;
  }
  expect(await run()).toBe(0);
  expect(await look()).toMatchObject({ state: 'failed' });
  expect(await mailsIn(table)).toEqual(new Set([`archiveFailed ${me}`]));
  delete trouble.read;
  clock.now += minuteMs;
  await ask();
  expect(await run()).toBe(1);
  expect(await look()).toMatchObject({ state: 'ready' });
});

test('a day after its end an archive is erased with its files', async () => {
  const { clock, stored, run, ask, look, night } = await aMemberWithFiles();
  await ask();
  await run({ partBytes: 10 });
  clock.now += dayMs - minuteMs;
  expect(await night()).toBe(0);
  clock.now += 2 * minuteMs;
  expect(await night()).toBe(1);
  expect(stored.size).toBe(0);
  expect(await look()).toEqual({ state: 'none' });
});

test('an account that is gone meanwhile gets no archive and no mail', async () => {
  const { table, stored, run, ask, seed } = await aMemberWithFiles();
  await ask();
  await table.transact([table.remove(keys.profile(me))]);
  expect(await run()).toBe(0);
  expect([stored.size, (await mailsIn(table)).size]).toEqual([0, 0]);
  await seed(aProfile('M'));
  expect(await run()).toBe(0);
});

test('eight calls at once ask for one archive', async () => {
  const { ask, items } = await aMemberWithFiles({ isTicking: true });
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect((await items()).filter(({ kind }) => kind === 'archive')).toHaveLength(1);
});
