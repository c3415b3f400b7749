import { expect, test } from 'vitest';
import { parties, roleOf } from '#shared/access.ts';
import type { RowName } from '#shared/contract.ts';
import { type RouteSpec, routeKey } from '#shared/route.ts';
import { expected, whileLeaving } from './access/expected.ts';
import {
  accessPipeline,
  ask,
  cells,
  claimsOf,
  claimsOfFormer,
  claimsOfLeaver,
  requestOf,
  rows,
  verdictOf,
} from './access/matrix.ts';
import { authTime, formerAdministrators } from './access/people.ts';
import { sampleBodies } from './access/samples.ts';

const pipeline = accessPipeline();
const guarded = rows.filter(({ spec }) => roleOf(spec.access) !== 'anyone');
const aboutOf = (name: RowName) => Object.keys(expected[name])[0] ?? '-';
/** A caller whom the row admits, so that each refusal below has one cause only. */
const allowed = (name: RowName) => {
  const cell = cells.find((one) => one.row === name && one.expected === 'admitted' && one.role !== 'V');
  if (!cell) throw new Error(`Nobody is admitted to ${name}`);
  return cell;
};

test('every row of the contract is in the matrix, and nothing else does', () => {
  expect(Object.keys(expected).sort()).toEqual(rows.map(({ name }) => name).sort());
});

test('no two rows share a name or an address', () => {
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
  expect(new Set(rows.map(({ spec }) => routeKey(spec))).size).toBe(rows.length);
});

const byRow = Map.groupBy(cells, ({ row, about }) => `${row} about ${about}`);
test.each([...byRow])('%s gives each role what the matrix says', async (_, asked) => {
  const answers: Record<string, string> = {};
  for (const cell of asked) answers[cell.role] = await ask(cell, pipeline);
  expect(answers).toEqual(Object.fromEntries(asked.map(({ role, expected }) => [role, expected])));
});

test.each(
  guarded.flatMap(({ name, spec }) => {
    const { role } = allowed(name);
    return [
      { name, spec, why: 'an ID token', claims: claimsOf(role, { token_use: 'id' }), code: 'SIGNED_OUT' },
      {
        name,
        spec,
        why: 'a token of another client',
        claims: claimsOf(role, { client_id: 'other' }),
        code: 'SIGNED_OUT',
      },
      {
        name,
        spec,
        why: 'a member who does not exist',
        claims: claimsOf(role, { sub: '99999999-9999-4999-8999-999999999999' }),
        code: 'SIGNED_OUT',
      },
    ];
  }),
)('$name refuses $why', async ({ name, spec, claims, code }) => {
  expect(await verdictOf(pipeline, requestOf({ name, spec }, aboutOf(name), claims))).toBe(code);
});

test.each(guarded)('$name is open to a member who leaves only if the matrix says so', async ({ name, spec }) => {
  const isOpen = whileLeaving.includes(name);
  for (const claims of [claimsOfLeaver(), claimsOfLeaver({ 'cognito:groups': '[admin]' })])
    expect(await verdictOf(pipeline, requestOf({ name, spec }, aboutOf(name), claims))).toBe(
      isOpen ? 'admitted' : 'PROFILE_LEAVING',
    );
});

const answersToFormer: Readonly<Record<keyof typeof formerAdministrators, string>> = {
  blocked: 'PROFILE_BLOCKED',
  leaving: 'PROFILE_LEAVING',
  deleted: 'ADMIN_REQUIRED',
  erased: 'SIGNED_OUT',
  'invited, with an address that is not confirmed': 'ADMIN_REQUIRED',
};
const ofAdministrators = guarded.filter(({ spec }) => !['member', 'signedIn'].includes(roleOf(spec.access)));
test.each(
  ofAdministrators.flatMap(({ name, spec }) =>
    Object.entries(formerAdministrators).map(([who, id]) => ({
      name,
      spec,
      who: who as keyof typeof formerAdministrators,
      id,
    })),
  ),
)('$name refuses an administrator who is $who, whatever the token says', async ({ name, spec, who, id }) => {
  expect(await verdictOf(pipeline, requestOf({ name, spec }, aboutOf(name), claimsOfFormer(id)))).toBe(
    answersToFormer[who],
  );
});

test.each(rows)('$name is reached through the edge only', async ({ name, spec }) => {
  const { role, about } = spec.access === 'anyone' ? { role: 'M' as const, about: '-' } : allowed(name);
  const event = requestOf({ name, spec }, about, claimsOf(role), { headers: { 'x-origin-secret': 'guess' } });
  expect(await verdictOf(pipeline, event)).toBe('NOT_ALLOWED');
});

const scanning = { state: 'scanning' };
const mayScan = ({ reply }: RouteSpec) => JSON.stringify(reply?.safeParse(scanning).data) === JSON.stringify(scanning);
test.each(rows.filter(({ spec }) => mayScan(spec)))(
  '$name lets a browser ask again while a file is scanned',
  ({ spec }) => {
    for (const { count, seconds } of spec.limits ?? []) expect(count / seconds).toBeGreaterThanOrEqual(100 / 60);
  },
);

/** Without an address it sends no mail, so there is nothing to limit (functions/reports/visitors.data.test.ts). */
const mailsOnRequest: RowName[] = ['reportAsVisitor'];
const mailing = rows.filter(
  ({ name, spec }) =>
    !mailsOnRequest.includes(name) && spec.limits?.some(({ by }) => by === 'email' || by === 'emailFromAddress'),
);
test.each(mailing)('$name demands the address of mail that its limit counts', ({ spec }) => {
  const missing = spec.body?.safeParse({}).error?.issues.map(({ path }) => path.join('.'));
  expect(missing).toContain('email');
});

const forbidden = [
  'userId',
  'ownerId',
  'status',
  'adminStatus',
  'role',
  'isAdmin',
  'version',
  'subscriptionEnd',
  'createdAt',
  'senderId',
  'validatedBy',
];
test.each(rows.filter(({ spec }) => spec.body))('$name does not know fields of the server', async ({ name, spec }) => {
  const { role, about } = spec.access === 'anyone' ? { role: 'M' as const, about: '-' } : allowed(name);
  for (const field of forbidden) {
    const event = requestOf({ name, spec }, about, claimsOf(role), { body: { ...sampleBodies[name], [field]: 'x' } });
    const response = await pipeline(event, { awsRequestId: 'matrix' } as never);
    expect(JSON.parse(response.body ?? '{}'), field).toMatchObject({ status: 400, code: 'OTHER_RELEASE' });
  }
});

test.each(rows.filter(({ spec }) => typeof spec.access === 'object'))(
  '$name finds nothing under an unknown or malformed id',
  async ({ name, spec }) => {
    const { role } = allowed(name);
    for (const id of ['12345678-1234-4234-8234-123456789012', 'x', '../me', '%00', 'a'.repeat(5000)]) {
      const event = requestOf({ name, spec }, '-', claimsOf(role), {
        params: Object.fromEntries([...spec.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => [String(param), id])),
      });
      expect(await verdictOf(pipeline, event)).toBe('NOT_FOUND');
    }
  },
);

test.each(rows.filter(({ spec }) => spec.ifMatch))(
  '$name wants to know which version was seen',
  async ({ name, spec }) => {
    const { role, about } = allowed(name);
    const event = requestOf({ name, spec }, about, claimsOf(role), { headers: { 'if-match': undefined } });
    expect(await verdictOf(pipeline, event)).toBe('VERSION_REQUIRED');
  },
);

test.each(rows.filter(({ spec }) => spec.idempotency))('$name wants an Idempotency-Key', async ({ name, spec }) => {
  const { role, about } = spec.access === 'anyone' ? { role: 'M' as const, about: '-' } : allowed(name);
  const event = requestOf({ name, spec }, about, claimsOf(role), { headers: { 'idempotency-key': undefined } });
  expect(await verdictOf(pipeline, event)).toBe('IDEMPOTENCY_KEY_REQUIRED');
});

test('each party that a row names is one that the access words know', () => {
  const named = rows.flatMap(({ spec }) => (typeof spec.access === 'object' ? [spec.access.party] : []));
  expect(Object.keys(parties)).toEqual(expect.arrayContaining(named));
});

test('rows under /public/ are cacheable: anyone, GET, at most ten query names', () => {
  for (const { spec } of rows.filter((row) => row.spec.path.startsWith('/public/'))) {
    expect(spec).toMatchObject({ method: 'GET', access: 'anyone' });
    expect(Object.keys(spec.query?.shape ?? {}).length).toBeLessThanOrEqual(10);
  }
});

test('a session that began before the sign-out of all sessions is over', async () => {
  const { readActorOf } = await import('./access/sessions.ts');
  expect(() => readActorOf({ authTime, tokensValidAfter: authTime + 1 })).toThrow('SESSION_REVOKED');
  expect(() => readActorOf({ authTime: Number.NaN, tokensValidAfter: authTime })).toThrow('SESSION_REVOKED');
  expect(readActorOf({ authTime, tokensValidAfter: authTime })).toMatchObject({ authTime });
});
