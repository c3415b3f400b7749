import type { Context } from 'aws-lambda';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { keys } from '#functions/platform/keys.ts';
import { roleOf } from '#shared/access.ts';
import type { RowName } from '#shared/contract.ts';
import { refusals } from '#shared/refusal.ts';
import { memberIds, type Role, roles, things, worldItems } from '#test/access/people.ts';
import { sampleBodies, sampleQueries } from '#test/access/samples.ts';
import { claimsFor, gatewayEvent } from '#test/support/gateway-event.ts';
import { authTime, put } from '#test/support/pipeline.ts';
import { provenSession } from '#test/support/proven-session.ts';
import { rows } from '#test/support/world/handlers.ts';
import { amountOf, tell } from './amounts.ts';
import { type Dice, diceOf, seed } from './dice.ts';
import { hostileBodies, hostileTexts, spoilt } from './hostile.ts';
import { inRun, newRun } from './product/faults.ts';
import { type Product, startProduct } from './product/product.ts';

const names = Object.keys(rows) as RowName[];
const administrators: readonly Role[] = ['A', 'RA', 'S', 'D'];
const ids = [...Object.values(things).map(({ id }) => id), ...Object.values(memberIds)];
/** Rows that write although they refuse: wrong tries are counted, and an address is held before its user is made. */
const writesAnyway: ReadonlySet<RowName> = new Set(['proveSecondFactor', 'useRecoveryCode', 'signUp', 'signUpByLink']);
const atOnce = 4;
/** Acts end sessions and accounts: in a world that lasts, soon every request is turned away before it is read. */
const requestsInOneWorld = 400;
/** Refusals of the caller, which show nothing about how the row reads the request. */
const atTheDoor: ReadonlySet<unknown> = new Set(['SIGNED_OUT', 'SESSION_REVOKED', 'PROFILE_BLOCKED', 'ADMIN_REQUIRED']);

/** A request that is nearly right, or wrong from end to end. */
function someRequest(dice: Dice) {
  const name = dice.pick(names);
  const spec = rows[name];
  const isForAdministrators = /admin/i.test(roleOf(spec.access));
  const role = dice.pick(isForAdministrators && dice.roll(4) > 0 ? administrators : roles);
  const claims = claimsFor(
    memberIds[role],
    authTime,
    administrators.includes(role) ? { 'cognito:groups': '[admin]', origin_jti: provenSession } : {},
  );
  const params = Object.fromEntries(
    [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => [
      param,
      dice.roll(3) > 0 ? dice.pick(ids) : dice.pick(hostileTexts),
    ]),
  );
  const query = Object.fromEntries(
    [...Object.keys(spec.query?.shape ?? {}), 'unknown'].flatMap((one) =>
      dice.roll(3) === 0 ? [[one, dice.roll(3) > 0 ? dice.pick(hostileTexts) : '1']] : [],
    ),
  );
  const whole = dice.roll(8) === 0 ? dice.pick(hostileBodies) : undefined;
  const sample = (sampleBodies as Record<string, Readonly<Record<string, unknown>> | undefined>)[name];
  const body = whole
    ? whole.body
    : sample
      ? spoilt(withIds(sample, dice), dice)
      : dice.roll(4) === 0
        ? '{"unknown":1}'
        : undefined;
  const header = (good: string) => (dice.roll(8) > 0 ? good : dice.pick([...hostileTexts, undefined]));
  const event = gatewayEvent(spec, {
    ...(role === 'V' ? {} : { claims }),
    params,
    query: { ...sampleQueries[name], ...query },
    body,
    headers: {
      'content-type': whole?.type ?? 'application/json',
      'true-client-ip': header('192.0.2.1'),
      'idempotency-key': header(`key-of-request-${dice.roll(2 ** 31)}`),
      'if-match': header(`"${1 + dice.roll(8)}"`),
    },
  });
  if (!whole?.bytes) return { name, event };
  return { name, event: { ...event, isBase64Encoded: true, body: whole.bytes.toString('base64') } };
}

/** A body that names what exists in the world, where it names something by its id. */
const withIds = (body: Readonly<Record<string, unknown>>, dice: Dice) =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, isId(value) ? dice.pick(ids) : value]));
const isId = (value: unknown) => z.uuid().safeParse(value).success;

type Answered = ReturnType<typeof someRequest> & {
  readonly statusCode: number;
  readonly body: string;
  readonly writes: number;
};

async function answered({ handle }: Product, request: ReturnType<typeof someRequest>): Promise<Answered> {
  const run = newRun();
  const { statusCode = 200, body = '' } = await inRun(run, () =>
    handle(request.event, { awsRequestId: 'prove' } as Context),
  );
  return { ...request, statusCode, body, writes: run.writes };
}

const wasRead = ({ statusCode, body }: Answered) =>
  statusCode < 400 || !body.startsWith('{') || !atTheDoor.has(codeOf(body));
const codeOf = (body: string) => (JSON.parse(body) as Record<string, unknown>)['code'];

/** The flaw of an answer: a fault of ours, an unreadable refusal, a change despite a refusal. */
function flawOf({ name, event, statusCode, body, writes }: Answered): string | undefined {
  const what = `${name} ${JSON.stringify({ ...event, requestContext: undefined }).slice(0, 600)}`;
  if (statusCode >= 500) return `${statusCode} ${body} of ${what}`;
  if (statusCode < 400) return undefined;
  if ([404, 410].includes(statusCode) && rows[name].page && !body.startsWith('{'))
    return body.startsWith('<!doctype html>') ? undefined : `no page of ${what}`;
  const problem = JSON.parse(body) as Record<string, unknown>;
  const isProblem =
    problem['type'] === 'about:blank' &&
    problem['status'] === statusCode &&
    refusals[problem['code'] as keyof typeof refusals] === statusCode &&
    [problem['title'], problem['detail']].every((text) => typeof text === 'string' && text !== '') &&
    Object.values((problem['fields'] ?? {}) as object).every((text) => typeof text === 'string' && text !== '');
  if (!isProblem) return `not a problem: ${body} of ${what}`;
  return writes > 0 && !writesAnyway.has(name) ? `a change behind ${statusCode} ${body} of ${what}` : undefined;
}

const facts = { email: 'admin@example.org', createdAt: '2026-06-01T10:00:00.000Z' };

/** A world of its own, as it is stored: the matrix needs less of an administrator. */
async function aWorld(): Promise<Product> {
  const product = await startProduct();
  for (const item of worldItems()) {
    const isAdministrator = item['pk'] === keys.administrator('').pk;
    await put(product.table, isAdministrator ? { ...item, kind: 'administrator', ...facts } : item);
  }
  return product;
}

test('no request is a fault of ours, every refusal can be read, and none changes anything', async () => {
  const dice = diceOf();
  const count = amountOf(100_000, 1200);
  const flaws: string[] = [];
  let [sent, read, accepted] = [0, 0, 0];
  while (sent < count && flaws.length < 10) {
    const product = await aWorld();
    const end = Math.min(count, sent + requestsInOneWorld);
    const work = async () => {
      while (sent < end) {
        sent += 1;
        const answer = await answered(product, someRequest(dice));
        if (wasRead(answer)) read += 1;
        if (answer.statusCode < 400) accepted += 1;
        const flaw = flawOf(answer);
        if (flaw) flaws.push(flaw);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    await product.close();
  }
  const areRead = read >= sent * 0.6 && accepted >= sent * 0.05;
  tell({
    part: 'bad input',
    amount: `${sent} requests to ${names.length} rows, ${read} of them read, ${accepted} accepted`,
    result:
      flaws.length === 0 ? 'no fault of ours, every refusal readable, no change behind one' : `${flaws.length} flaws`,
    holds: flaws.length === 0 && areRead,
  });
  expect(flaws, `seed ${seed}`).toEqual([]);
  expect(areRead, `of ${sent} requests ${read} were read and ${accepted} accepted`).toBe(true);
});
