import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import type { Item } from '#functions/platform/table.ts';
import type { RowName } from '#shared/contract.ts';
import type { PipelineAnswer } from '#test/support/pipeline.ts';
import { rows } from '#test/support/world/handlers.ts';
import { amountOf, share, tell } from './amounts.ts';
import { diceOf } from './dice.ts';
import { untilAnswered } from './product/again.ts';
import { codeIn } from './product/answers.ts';
import { inRun, newRun } from './product/faults.ts';
import { sceneOf, writingRows } from './scenes/all.ts';
import type { World } from './scenes/scene.ts';
import { inSmallWorlds } from './scenes/small-worlds.ts';

const all = writingRows.filter((name) => rows[name].idempotency);
/** The short form takes some of the rows, but always those that keep their own record. */
const isShort = share === 0;
const dice = diceOf();
const repeatable = all.filter((name) => !isShort || rows[name].idempotency === 'own' || dice.roll(24) === 0);
/** Of rows that keep their own record an answer may hold a new secret: what it is about stays the same. */
const aboutOf = (row: RowName, { status, body }: PipelineAnswer) =>
  JSON.stringify(rows[row].idempotency === 'own' ? [status, body['userId'], body['email']] : [status, body]);

/** Sends one request of this row five times in parallel. */
async function fiveAtOnce(world: World, row: RowName): Promise<string[]> {
  const { by, request, done = [] } = await sceneOf(row, world);
  const key = randomUUID();
  const run = newRun();
  const send = () => untilAnswered(() => inRun(run, () => world.product.call(row, by, { ...request, key })));
  const answers = await Promise.all(Array.from({ length: 5 }, send));
  // A session that ended itself gets no more answers.
  const told = answers.filter((answer) => !done.includes(codeIn(answer)));
  const same = new Set(told.map((answer) => aboutOf(row, answer)));
  const isGood = told.every(({ status }) => status < 300);
  const effects = rows[row].idempotency === 'required' && done.length === 0 ? run.writes : 1;
  return same.size === 1 && isGood && effects === 1
    ? []
    : [`${row}: ${effects} effects, ${[...same].join(' and ').slice(0, 400)}`];
}

/** A stored answer outlives the link in it. */
const linksIn = (items: readonly Item[]) =>
  items.filter((item) => /X-Amz-Signature/.test(JSON.stringify(item))).map(({ pk }) => `${String(pk)}: a link`);

test('one request sent five times at once has one effect, and all who sent it read the same', async () => {
  const keysEach = amountOf(200, 1);
  const turns = repeatable.flatMap((row) => Array.from({ length: keysEach }, () => row));
  const flaws = await inSmallWorlds(turns, fiveAtOnce, { examine: linksIn });
  tell({
    part: 'idempotency',
    amount: `${repeatable.length} rows × ${keysEach} keys × 5 at once`,
    result: flaws.length === 0 ? 'one effect each, equal answers; all invariants hold' : `${flaws.length} flaws`,
    holds: flaws.length === 0,
  });
  expect(flaws).toEqual([]);
});

/** The calls that the limits and quotas have counted. */
const countedCalls = async ({ product }: World) =>
  (await product.items())
    .filter(({ pk }) => String(pk).startsWith('RL#'))
    .reduce((sum, { count = 0 }) => sum + Number(count), 0);

/** Sends one request, then sends it again three times, as a browser does whose answers are lost. */
async function repeatedThrice(world: World, row: RowName): Promise<string[]> {
  const { by, request } = await sceneOf(row, world);
  const key = randomUUID();
  const send = () => untilAnswered(() => world.product.call(row, by, { ...request, key }));
  const first = await send();
  const counted = await countedCalls(world);
  const repeats = [await send(), await send(), await send()];
  const countedAgain = (await countedCalls(world)) - counted;
  const others = repeats.map((answer) => aboutOf(row, answer)).filter((about) => about !== aboutOf(row, first));
  return first.status < 300 && countedAgain === 0 && others.length === 0
    ? []
    : [`${row}: ${aboutOf(row, first)} first, then ${others.join(', ')}; counted ${countedAgain} times more`];
}

test('a request whose answers are lost is counted once, and its repeats read what the first one did', async () => {
  const turns = all.flatMap((row) => Array.from({ length: amountOf(20, 1) }, () => row));
  const withLimits: typeof repeatedThrice = (world, row) => {
    // The pipeline of each world has switched them off.
    vi.stubEnv('RATE_LIMITS', 'on');
    return repeatedThrice(world, row);
  };
  const flaws = await inSmallWorlds(turns, withLimits, { isShort });
  expect(flaws).toEqual([]);
});
