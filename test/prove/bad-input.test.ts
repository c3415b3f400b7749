import type { Context } from 'aws-lambda';
import { expect, test } from 'vitest';
import { keys } from '#functions/platform/keys.ts';
import type { RowName } from '#shared/contract.ts';
import { refusals } from '#shared/refusal.ts';
import { memberIds, roles, things, worldItems } from '#test/access/people.ts';
import { sampleBodies, sampleQueries } from '#test/access/samples.ts';
import { claimsFor, gatewayEvent } from '#test/support/gateway-event.ts';
import { authTime, put } from '#test/support/pipeline.ts';
import { provenSession } from '#test/support/proof.ts';
import { amountOf, tell } from './amounts.ts';
import { type Dice, diceOf, seed } from './dice.ts';
import { hostileBodies, hostileTexts, spoilt } from './hostile.ts';
import { inRun, newRun } from './product/faults.ts';
import { type Product, rows, startProduct } from './product/product.ts';

const names = Object.keys(rows) as RowName[];
const ids = [...Object.values(things).map(({ id }) => id), ...Object.values(memberIds)];
/** Rows that write although they refuse: wrong tries are counted, and an address is held before its user is made. */
const writesAnyway: ReadonlySet<RowName> = new Set(['proveSecondFactor', 'useRecoveryCode', 'signUp', 'signUpByLink']);
const atOnce = 4;

/** A request that is nearly right, or wrong from end to end. */
function someRequest(dice: Dice) {
  const name = dice.pick(names);
  const spec = rows[name];
  const role = dice.pick(roles);
  const isAdmin = role === 'A' || role === 'RA' || role === 'S' || role === 'D';
  const claims = claimsFor(
    memberIds[role],
    authTime,
    isAdmin ? { 'cognito:groups': '[admin]', origin_jti: provenSession } : {},
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
  const body = whole ? whole.body : sample ? spoilt(sample, dice) : dice.roll(4) === 0 ? '{"unknown":1}' : undefined;
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

/** What is wrong with an answer: a fault of ours, a refusal that nobody can read, a change behind a refusal. */
async function flawOf(
  { handle }: Product,
  { name, event }: ReturnType<typeof someRequest>,
): Promise<string | undefined> {
  const run = newRun();
  const { statusCode = 200, body = '' } = await inRun(run, () => handle(event, { awsRequestId: 'prove' } as Context));
  const what = `${name} ${JSON.stringify({ ...event, requestContext: undefined }).slice(0, 600)}`;
  if (statusCode >= 500) return `${statusCode} ${body} of ${what}`;
  if (statusCode < 400) return undefined;
  if (statusCode === 410 && rows[name].page)
    return body.startsWith('<!doctype html>') ? undefined : `no page of ${what}`;
  const problem = JSON.parse(body) as Record<string, unknown>;
  const isProblem =
    problem['type'] === 'about:blank' &&
    problem['status'] === statusCode &&
    refusals[problem['code'] as keyof typeof refusals] === statusCode &&
    [problem['title'], problem['detail']].every((text) => typeof text === 'string' && text !== '') &&
    Object.values((problem['fields'] ?? {}) as object).every((text) => typeof text === 'string' && text !== '');
  if (!isProblem) return `not a problem: ${body} of ${what}`;
  return run.writes > 0 && !writesAnyway.has(name) ? `a change behind ${statusCode} ${body} of ${what}` : undefined;
}

const facts = { email: 'admin@example.org', createdAt: '2026-06-01T10:00:00.000Z' };

test('no request is a fault of ours, every refusal can be read, and none changes anything', async () => {
  const dice = diceOf();
  const product = await startProduct();
  for (const item of worldItems()) {
    // As they are stored: the matrix needs less of an administrator.
    const whole = item['pk'] === keys.administrator('').pk ? { ...item, kind: 'administrator', ...facts } : item;
    await put(product.table, whole);
  }
  const count = amountOf(100_000, 1200);
  const flaws: string[] = [];
  let left = count;
  const work = async () => {
    while (left-- > 0 && flaws.length < 10) {
      const flaw = await flawOf(product, someRequest(dice));
      if (flaw) flaws.push(flaw);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  tell({
    part: 'bad input',
    amount: `${count} requests to ${names.length} rows`,
    result:
      flaws.length === 0 ? 'no fault of ours, every refusal readable, no change behind one' : `${flaws.length} flaws`,
    holds: flaws.length === 0,
  });
  expect(flaws, `seed ${seed}`).toEqual([]);
});
