import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KMSClient } from '@aws-sdk/client-kms';
import { expect, onTestFinished, test } from 'vitest';
import { openCipher } from '#functions/platform/aws/cipher.ts';
import { keys } from '#functions/platform/keys.ts';
import { startJsonService } from '#infra/local/emulators/json-services.ts';
import type { secondFactorRoutes } from '#shared/second-factor/contract.ts';
import { stepMs } from '#shared/second-factor/rules.ts';
import { memberIds, type Role } from '#test/access/people.ts';
import type { PipelineAnswer, Request } from '#test/support/pipeline.ts';
import { aWorld } from '#test/support/world/world.ts';
import { codeOf } from './codes.ts';

const { A: second, RA: rootAdmin } = memberIds;
const password = 'vq7mzd';
const minuteMs = 60_000;
const arn = 'arn:aws:kms:eu-west-3:000000000000:key/second';

type Row = keyof typeof secondFactorRoutes;
interface Code {
  readonly code: string;
}

/** Administrators with passwords, and the real key service; the clock is at the beginning of a step. */
async function house() {
  const folder = mkdtempSync(join(tmpdir(), 'second-'));
  const kms = await startJsonService('KMS', { keys: [arn], file: join(folder, 'kms.json') });
  onTestFinished(async () => {
    await kms.close();
    rmSync(folder, { recursive: true });
  });
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' };
  const cipher = openCipher(arn, new KMSClient({ endpoint: kms.endpoint, region: 'eu-west-3', credentials }));
  const start = Math.ceil(Date.parse('2026-11-20T10:00:00.000Z') / stepMs) * stepMs;
  const world = await aWorld({ people: ['A', 'RA', 'D'], start, deps: { cipher } });
  const { clock, call, items, users, passwords } = world;
  for (const role of ['A', 'RA'] as const) {
    users.set(emailOf(role), memberIds[role]);
    passwords.set(memberIds[role], password);
  }

  /** A session of an administrator. */
  const session = (role: Role, name = 'phone') => {
    const ask = (row: Row, request: Request = {}) => call(row, memberIds[role], { asAdminIn: name, ...request });
    return {
      ask,
      begin: async () => (await ask('beginSecondFactor', { body: { password } })).body as { key: string; uri: string },
      prove: (code: string) => ask('proveSecondFactor', { body: { code } }),
      recover: (code: string) => ask('useRecoveryCode', { body: { code } }),
      standing: async () => (await ask('secondFactorStanding')).body,
      /** Whether this session may call a row that needs a verification. */
      isProven: async () => (await ask('renewRecoveryCodes')).status === 200,
    };
  };

  /** Sets the second factor of an administrator up in a session; afterwards 10 minutes have passed. */
  async function setUp(role: Role, name = 'laptop') {
    const one = session(role, name);
    const { key } = await one.begin();
    const { body } = await one.ask('finishSecondFactor', { body: { code: codeAt(key) } });
    clock.now += 10 * minuteMs;
    return { key, codes: body['codes'] as string[], answer: body };
  }

  const codeAt = (key: string, ms = 0) => codeOf(key, Math.floor((clock.now + ms) / stepMs));
  const wrongCode = (key: string) => {
    const right = [-1, 0, 1].map((step) => codeAt(key, step * stepMs));
    return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? '';
  };
  const mails = async () => (await world.mails()).map(({ mail, memberId }) => `${mail} ${memberId}`);
  return { ...world, session, setUp, codeAt, wrongCode, everything: items, mails, lines: world.log };
}

const emailOf = (role: Role) => `${role.toLowerCase()}@example.org`;
const fieldsOf = ({ body }: PipelineAnswer) => (body['fields'] ?? {}) as Partial<Code & { password: string }>;

test('setting up asks for the password, mails the member, and proves the session of the set-up only', async () => {
  const { session, codeAt, mails, lines, clock } = await house();
  const [laptop, phone] = [session('A', 'laptop'), session('A', 'phone')];
  expect(await laptop.standing()).toEqual({ isSetUp: false, recoveryCodesLeft: 0 });
  const refused = await laptop.ask('beginSecondFactor', { body: { password: 'guess' } });
  expect(refused).toMatchObject({ status: 400, body: { fields: { password: 'Le mot de passe est incorrect' } } });
  expect(await mails()).toEqual([]);

  const { key, uri } = await laptop.begin();
  expect(uri).toContain(`secret=${key}`);
  expect(uri).toContain(encodeURIComponent(emailOf('A')));
  expect(await mails()).toEqual([`secondFactorBegun ${second}`]);
  expect((await laptop.standing())['isSetUp']).toBe(false);

  const finished = await laptop.ask('finishSecondFactor', { body: { code: codeAt(key) } });
  const codes = finished.body['codes'] as string[];
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/);
  expect(await laptop.standing()).toEqual({
    isSetUp: true,
    provenUntil: new Date(clock.now + 30 * minuteMs).toISOString(),
    recoveryCodesLeft: 10,
  });
  expect(await laptop.isProven()).toBe(true);
  expect(await phone.ask('renewRecoveryCodes')).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR' } });
  expect((await lines()).map(({ action, admin, targetId, details }) => [action, admin.id, targetId, details])).toEqual(
    expect.arrayContaining([['setUpSecondFactor', second, second, {}]]),
  );
});

test('nothing in the table tells the key or a recovery code', async () => {
  const { setUp, everything, session } = await house();
  const { key, codes } = await setUp('A');
  const renewed = (await session('A', 'laptop').ask('renewRecoveryCodes')).body['codes'] as string[];
  const stored = JSON.stringify(await everything());
  for (const secret of [key, ...codes, ...renewed]) {
    expect(stored).not.toContain(secret);
    expect(stored).not.toContain(secret.replaceAll('-', ''));
  }
});

test('a set-up whose answer was lost is finished again with the same key, by nobody else', async () => {
  const { session, codeAt } = await house();
  const laptop = session('A', 'laptop');
  const { key } = await laptop.begin();
  const request = { body: { code: codeAt(key) }, key: randomUUID() };
  const first = await laptop.ask('finishSecondFactor', request);
  const again = await laptop.ask('finishSecondFactor', request);
  expect(again.status).toBe(200);
  const codes = again.body['codes'] as string[];
  expect(codes).toHaveLength(10);
  expect(await session('A').recover((first.body['codes'] as string[])[0] ?? '')).toMatchObject({ status: 400 });
  expect(await session('A').recover(codes[0] ?? '')).toMatchObject({ status: 200 });
  expect(await laptop.ask('finishSecondFactor', { body: request.body })).toMatchObject({ status: 409 });
  expect(await session('A', 'stolen').ask('finishSecondFactor', request)).toMatchObject({
    body: { code: 'SECOND_FACTOR' },
  });
});

test('a set-up that was begun can be finished for an hour, with its own code', async () => {
  const { session, codeAt, wrongCode, clock } = await house();
  const laptop = session('A', 'laptop');
  const { key } = await laptop.begin();
  expect(fieldsOf(await laptop.ask('finishSecondFactor', { body: { code: wrongCode(key) } })).code).toMatch(
    /pas le bon/,
  );
  clock.now += 60 * minuteMs;
  expect(await laptop.ask('finishSecondFactor', { body: { code: codeAt(key) } })).toMatchObject({
    status: 409,
    body: { title: 'Configuration expirée' },
  });
});

test('a proof opens its session for 30 minutes, and using it does not make it longer', async () => {
  const { setUp, session, codeAt, clock } = await house();
  const { key } = await setUp('A');
  const [phone, other] = [session('A'), session('A', 'other')];
  const { body } = await phone.prove(codeAt(key));
  expect(body).toEqual({ until: new Date(clock.now + 30 * minuteMs).toISOString() });
  expect(await other.isProven()).toBe(false);
  clock.now += 29 * minuteMs;
  expect(await phone.isProven()).toBe(true);
  clock.now += minuteMs;
  expect(await phone.ask('renewRecoveryCodes')).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR' } });
});

test('a token that does not name its session is never proven', async () => {
  const { setUp, codeAt, session, seed } = await house();
  const { key } = await setUp('A');
  const nameless = session('A', '');
  expect(await nameless.prove(codeAt(key))).toMatchObject({ status: 401 });
  await seed({ ...keys.provenSession(second, ''), until: Number.MAX_SAFE_INTEGER });
  expect(await nameless.isProven()).toBe(false);
});

test('a code is good one step before and after its own, never 90 seconds ago, and once', async () => {
  const { setUp, session, codeAt, clock } = await house();
  const { key } = await setUp('A');
  const phone = session('A');
  expect(fieldsOf(await phone.prove(codeAt(key, -90_000))).code).toMatch(/il vous reste 4 essais/i);
  expect(fieldsOf(await phone.prove(codeAt(key, 60_000))).code).toMatch(/il vous reste 3 essais/i);
  expect(await phone.prove(codeAt(key, -30_000))).toMatchObject({ status: 200 });
  expect(fieldsOf(await session('A', 'other').prove(codeAt(key, -30_000))).code).toMatch(/déjà servi/);
  expect(await phone.prove(codeAt(key, 30_000))).toMatchObject({ status: 200 });
  // After a later code was used, earlier ones are invalid.
  expect(fieldsOf(await phone.prove(codeAt(key))).code).toMatch(/déjà servi/);
  clock.now += 60_000;
  expect(await phone.prove(codeAt(key))).toMatchObject({ status: 200 });
});

test('after the clock was set back, codes are taken again', async () => {
  const { setUp, session, codeAt, clock } = await house();
  const { key } = await setUp('A');
  clock.now += 40 * 24 * 60 * minuteMs;
  expect(await session('A').prove(codeAt(key))).toMatchObject({ status: 200 });
  clock.now -= 40 * 24 * 60 * minuteMs;
  expect(await session('A').prove(codeAt(key))).toMatchObject({ status: 200 });
});

test('of two sessions with the same code at once one is proven', async () => {
  const { setUp, session, codeAt } = await house();
  const { key } = await setUp('A');
  const code = codeAt(key);
  const answers = await Promise.all(['one', 'two', 'three'].map((name) => session('A', name).prove(code)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  const proven = await Promise.all(['one', 'two', 'three'].map((name) => session('A', name).isProven()));
  expect(proven.filter(Boolean)).toHaveLength(1);
});

test('the same try sent again has the same answer', async () => {
  const { setUp, session, codeAt } = await house();
  const { key } = await setUp('A');
  const request = { body: { code: codeAt(key) }, key: randomUUID() };
  const first = await session('A').ask('proveSecondFactor', request);
  expect(await session('A').ask('proveSecondFactor', request)).toMatchObject({ status: 200, body: first.body });
});

test('five wrong codes lock every session of the member for 15 minutes, recovery codes too, and mail them once', async () => {
  const { setUp, session, codeAt, wrongCode, clock, mails } = await house();
  const { key, codes } = await setUp('A');
  const [thief, phone] = [session('A', 'thief'), session('A')];
  for (let wrong = 1; wrong <= 2; wrong++) expect(await thief.prove(wrongCode(key))).toMatchObject({ status: 400 });
  for (let wrong = 3; wrong <= 4; wrong++)
    expect(await thief.recover('2222-2222-2222-2222')).toMatchObject({ status: 400 });
  expect(await thief.prove(wrongCode(key))).toMatchObject({ status: 429, headers: { 'retry-after': '900' } });
  expect(await phone.prove(codeAt(key))).toMatchObject({ status: 429 });
  expect(await phone.recover(codes[0] ?? '')).toMatchObject({ status: 429 });
  // The session that was verified before continues.
  expect(await session('A', 'laptop').isProven()).toBe(true);
  expect(await phone.standing()).toMatchObject({ lockedUntil: new Date(clock.now + 15 * minuteMs).toISOString() });
  expect((await mails()).filter((mail) => mail.startsWith('secondFactorLocked'))).toEqual([
    `secondFactorLocked ${second}`,
  ]);
  clock.now += 15 * minuteMs;
  expect(await phone.prove(codeAt(key))).toMatchObject({ status: 200 });
});

test('a code that is sent five times at once with one key is used once, and counts as no wrong one', async () => {
  const { setUp, session, codeAt, wrongCode, clock } = await house();
  const { key, codes } = await setUp('A');
  clock.now += minuteMs;
  const phone = session('A', 'phone');
  for (const [row, code] of [
    ['useRecoveryCode', codes[0]],
    ['proveSecondFactor', codeAt(key)],
  ] as const) {
    const request = { body: { code }, key: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => phone.ask(row, request)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  }
  expect(fieldsOf(await phone.prove(wrongCode(key))).code).toMatch(/4 essais/);
});

test('wrong codes are forgotten after 15 minutes, and a right one in between does not forgive them', async () => {
  const { setUp, session, codeAt, wrongCode, clock } = await house();
  const { key } = await setUp('A');
  const phone = session('A');
  for (let wrong = 1; wrong <= 4; wrong++) await phone.prove(wrongCode(key));
  expect(await phone.prove(codeAt(key))).toMatchObject({ status: 200 });
  expect(await phone.prove(wrongCode(key))).toMatchObject({ status: 429 });
  clock.now += 15 * minuteMs;
  for (let wrong = 1; wrong <= 4; wrong++) expect(await phone.prove(wrongCode(key))).toMatchObject({ status: 400 });
  clock.now += 15 * minuteMs;
  expect(await phone.prove(wrongCode(key))).toMatchObject({ status: 400 });
});

test('twenty guesses at once are five', async () => {
  const { setUp, session, wrongCode, codeAt, mails } = await house();
  const { key } = await setUp('A');
  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => session('A', `thief ${index}`).prove(wrongCode(key))),
  );
  const answered = (status: number) => guesses.filter((guess) => guess.status === status).length;
  expect(answered(400)).toBe(4);
  // After too many lost races the caller must retry, and gets nothing about their code.
  expect(answered(429) + answered(503)).toBe(16);
  expect(await session('A').prove(codeAt(key))).toMatchObject({ status: 429 });
  expect((await mails()).filter((mail) => mail.startsWith('secondFactorLocked'))).toHaveLength(1);
});

test('a recovery code proves once, however it is typed, and the line of the log has only ids', async () => {
  const { setUp, session, lines } = await house();
  const { codes } = await setUp('A');
  const [code = ''] = codes;
  const phone = session('A');
  expect(await phone.recover(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toMatchObject({
    status: 200,
    body: { recoveryCodesLeft: 9 },
  });
  expect(fieldsOf(await session('A', 'other').recover(code)).code).toMatch(/pas le bon/);
  expect(await phone.isProven()).toBe(true);
  const used = (await lines()).filter(({ action }) => action === 'useRecoveryCode');
  expect(used).toMatchObject([{ admin: { id: second }, targetType: 'administrator', targetId: second, details: {} }]);
});

test('of two uses of one recovery code at once one proves', async () => {
  const { setUp, session } = await house();
  const { codes } = await setUp('A');
  const answers = await Promise.all(['one', 'two'].map((name) => session('A', name).recover(codes[0] ?? '')));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
});

test('new recovery codes replace all others', async () => {
  const { setUp, session } = await house();
  const { codes } = await setUp('A');
  const { body } = await session('A', 'laptop').ask('renewRecoveryCodes');
  const renewed = body['codes'] as string[];
  expect(await session('A').recover(codes[0] ?? '')).toMatchObject({ status: 400 });
  expect(await session('A').recover(renewed[0] ?? '')).toMatchObject({ status: 200 });
});

test('a new telephone takes the place of the old one, only in a proven session', async () => {
  const { setUp, session, codeAt } = await house();
  const { key: former } = await setUp('A');
  const thief = session('A', 'thief');
  expect(await thief.ask('beginSecondFactor', { body: { password } })).toMatchObject({
    status: 403,
    body: { code: 'SECOND_FACTOR' },
  });
  const laptop = session('A', 'laptop');
  const { key } = await laptop.begin();
  // Until it is finished, the old one is required.
  expect(await session('A').prove(codeAt(former))).toMatchObject({ status: 200 });
  expect(await thief.ask('finishSecondFactor', { body: { code: codeAt(key) } })).toMatchObject({ status: 403 });
  expect(await laptop.ask('finishSecondFactor', { body: { code: codeAt(key) } })).toMatchObject({ status: 200 });
  expect(fieldsOf(await session('A').prove(codeAt(former, 30_000))).code).toMatch(/pas le bon/);
  expect(await session('A').prove(codeAt(key, 30_000))).toMatchObject({ status: 200 });
});

test('the root administrator resets another administrator: their sessions are no longer proven, and they are told', async () => {
  const { setUp, session, mails, lines, codeAt } = await house();
  const { key } = await setUp('A');
  await setUp('RA', 'office');
  const office = session('RA', 'office');
  const params = { administratorId: second };
  expect(await session('A', 'laptop').ask('resetSecondFactor', { params })).toMatchObject({
    body: { code: 'ROOT_ADMIN_REQUIRED' },
  });
  expect(await office.ask('resetSecondFactor', { params: { administratorId: rootAdmin } })).toMatchObject({
    body: { code: 'ROOT_ADMIN_PROTECTED' },
  });
  expect(await office.ask('resetSecondFactor', { params })).toMatchObject({ status: 204 });
  expect(await session('A', 'laptop').isProven()).toBe(false);
  expect(await session('A').standing()).toEqual({ isSetUp: false, recoveryCodesLeft: 0 });
  expect(await session('A').prove(codeAt(key))).toMatchObject({ status: 409 });
  expect(await mails()).toContain(`secondFactorReset ${second}`);
  expect((await lines()).find(({ action }) => action === 'resetSecondFactor')).toMatchObject({
    admin: { id: rootAdmin },
    targetId: second,
  });
  expect(await office.ask('resetSecondFactor', { params })).toMatchObject({
    status: 409,
    body: { title: 'Rien à réinitialiser' },
  });
});

test('whoever lost their rights has no part in it', async () => {
  const { session } = await house();
  for (const row of ['secondFactorStanding', 'beginSecondFactor', 'proveSecondFactor'] as const)
    expect(await session('D').ask(row, { body: {} })).toMatchObject({ status: 403, body: { code: 'ADMIN_REQUIRED' } });
});
