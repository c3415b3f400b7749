import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { Context } from 'aws-lambda';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { Refusal, type RefusalCode } from '#shared/refusal.ts';
import type { RouteSpec } from '#shared/route.ts';
import { gatewayEvent, gatewaySettings } from '#test/support/gateway-event.ts';
import { mockedTable } from '#test/support/mocked/table.ts';
import { type Facts, type Middleware, type Row, trust } from './middlewares.ts';
import { answer } from './outcome.ts';
import { pipeline } from './serve.ts';

const spec = {
  method: 'POST',
  path: '/things/{thingId}',
  access: 'anyone',
  body: z.strictObject({ title: z.string() }),
  reply: z.object({ title: z.string() }),
} as const satisfies RouteSpec;
const row: Row = { name: 'addThing', spec, handler: async () => answer({}), authentication: undefined };
const now = Date.parse('2026-11-20T10:00:00Z');
const deps = { table: mockedTable([]).table, now: () => now, newId: () => 'new' };
const steps = pipeline(new Map([['POST /things/{thingId}', row]]), deps);

beforeEach(() => {
  for (const [name, value] of Object.entries(gatewaySettings)) vi.stubEnv(name, value);
});

const sent = (given: Parameters<typeof gatewayEvent>[1] = {}) => gatewayEvent(spec, { body: { title: 'a' }, ...given });

/** One middleware on its own: what it answers, and what it leaves for the next ones. */
async function run(
  { before, after, onError }: Middleware,
  facts: Partial<Facts> = {},
  more: { event?: ReturnType<typeof sent>; response?: unknown; error?: Error } = {},
) {
  const internal = { row, now, ...facts } as Facts;
  const { event = sent(), response, error } = more;
  const request = { event, context: { awsRequestId: 'r1' } as Context, response, error, internal };
  const step = error ? onError : response ? after : before;
  return { answered: await step?.(request as never), internal, event: request.event as unknown };
}

const refused = (code: RefusalCode) => expect.objectContaining({ code });

test('the order of the checks is the one that docs/architecture.md tells', () => {
  expect(Object.keys(steps)).toEqual([
    'problem',
    'route',
    'originSecret',
    'session',
    'rate',
    'actor',
    'input',
    'storedAnswer',
    'resource',
    'trust',
    'call',
    'transaction',
  ]);
});

test('route finds the row, and refuses a route without one', async () => {
  expect((await run(steps.route, {})).internal).toMatchObject({ row, now });
  const unknown = { ...sent(), routeKey: 'GET /nothing' };
  await expect(run(steps.route, {}, { event: unknown })).rejects.toEqual(refused('NOT_FOUND'));
});

test('originSecret refuses what does not come through the edge', async () => {
  expect((await run(steps.originSecret)).answered).toBeUndefined();
  const direct = sent({ headers: { 'x-origin-secret': 'guess' } });
  await expect(run(steps.originSecret, {}, { event: direct })).rejects.toEqual(refused('NOT_ALLOWED'));
});

test('session names the request, and keeps a missing key for later', async () => {
  const keyed = { ...row, spec: { ...spec, idempotency: 'required' as const } };
  const { internal } = await run(steps.session, { row: keyed });
  expect(internal.key).toEqual(refused('IDEMPOTENCY_KEY_REQUIRED'));
  expect(internal.callId).toBeUndefined();
  const key = '00000000-0000-4000-8000-000000000001';
  const named = await run(steps.session, { row: keyed }, { event: sent({ headers: { 'idempotency-key': key } }) });
  expect(named.internal).toMatchObject({ key, callId: expect.any(String) });
});

test('rate refuses a call past the limit of its row', async () => {
  vi.stubEnv('RATE_LIMITS', 'on');
  const limited = { ...row, spec: { ...spec, limits: [{ by: 'address' as const, count: 1, seconds: 60 }] } };
  const full = new ConditionalCheckFailedException({ message: 'full', $metadata: {} });
  vi.spyOn(deps.table.documents, 'send').mockRejectedValueOnce(full as never);
  await expect(run(steps.rate, { row: limited })).rejects.toEqual(refused('TOO_MANY'));
});

test('actor throws the refusal of a missing key once access is checked', async () => {
  const missing = new Refusal('INVALID');
  await expect(run(steps.actor, { key: missing })).rejects.toBe(missing);
  expect((await run(steps.actor)).internal.actor).toBeUndefined();
});

test('input reads the body by the schema of the row', async () => {
  expect((await run(steps.input)).internal.input).toEqual({
    version: undefined,
    body: { title: 'a' },
    query: undefined,
  });
  const wrong = sent({ body: { title: 'a', more: 1 } });
  await expect(run(steps.input, {}, { event: wrong })).rejects.toBeInstanceOf(Refusal);
});

test('storedAnswer lets a new call pass, and throws what ended the session of its own act', async () => {
  expect((await run(steps.storedAnswer)).internal.isNew).toBe(true);
  const ended = new Refusal('SESSION_REVOKED');
  await expect(run(steps.storedAnswer, { ended })).rejects.toBe(ended);
});

test('storedAnswer leaves an error alone where no answer is kept', async () => {
  const error = new Refusal('STATE_CHANGED');
  expect((await run(steps.storedAnswer, { isNew: true }, { error })).answered).toBeUndefined();
});

test('resource refuses an id that cannot be one', async () => {
  const odd = sent({ params: { thingId: 'x' } });
  await expect(run(steps.resource, {}, { event: odd })).rejects.toEqual(refused('NOT_FOUND'));
});

test('trust refuses a member whose profile is not approved where the row wants it', async () => {
  const trusting = { ...row, spec: { ...spec, trust: { profile: 'approved' as const } } };
  const actor = { id: 'm', profile: { status: 'pending' } } as Facts['actor'];
  await expect(run(trust, { row: trusting, actor })).rejects.toBeInstanceOf(Refusal);
  expect((await run(trust, { row: trusting })).answered).toBeUndefined();
});

test('call hands over what the others found, with the address of the caller', async () => {
  const event = sent({ headers: { 'true-client-ip': '203.0.113.7' } });
  const input = { version: 2, body: { title: 'a' }, query: undefined };
  expect((await run(steps.call, { input, params: { thingId: 't' } }, { event })).event).toMatchObject({
    handle: row.handler,
    given: { version: 2, body: { title: 'a' }, params: { thingId: 't' }, address: '203.0.113.7' },
  });
});

test('transaction answers through the schema of the reply', async () => {
  const response = answer({ title: 'a', secret: 'b' });
  expect((await run(steps.transaction, { event: sent() }, { response })).answered).toMatchObject({
    statusCode: 200,
    body: '{"title":"a"}',
  });
});

test('problem makes an answer of a refusal, and of a fault one without its words', async () => {
  const { answered } = await run(steps.problem, {}, { error: new Refusal('NOT_FOUND') });
  expect(answered).toMatchObject({ statusCode: 404 });
  const fault = await run(steps.problem, {}, { error: new Error('the table is on fire') });
  expect(fault.answered).toMatchObject({ statusCode: 500, body: expect.not.stringContaining('fire') });
});
