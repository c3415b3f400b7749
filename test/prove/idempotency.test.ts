import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RowName } from '#shared/contract.ts';
import type { Answer } from '#test/support/pipeline.ts';
import { amountOf, share, tell } from './amounts.ts';
import { diceOf } from './dice.ts';
import { breachesOf } from './invariants.ts';
import { codeIn } from './product/answers.ts';
import { inRun, newRun } from './product/faults.ts';
import { rows, startProduct } from './product/product.ts';
import { sceneOf, writingRows } from './scenes/all.ts';
import { aWorld } from './scenes/scene.ts';

const all = writingRows.filter((name) => rows[name].idempotency);
/** The short form takes some of the rows, but always those that keep their own record. */
const isShort = share === 0;
const dice = diceOf();
const repeatable = all.filter((name) => !isShort || rows[name].idempotency === 'own' || dice.roll(12) === 0);
/** Of rows that keep their own record an answer may hold a new secret: what it is about stays the same. */
const aboutOf = (row: RowName, { status, body }: Answer) =>
  JSON.stringify(rows[row].idempotency === 'own' ? [status, body['userId'], body['email']] : [status, body]);
const passing = new Set(['UNAVAILABLE', 'IN_PROGRESS']);

test('one request sent five times at once has one effect, and all who sent it read the same', async () => {
  const product = await startProduct();
  const world = await aWorld(product);
  const flaws: string[] = [];
  const keysEach = amountOf(200, 1);
  for (const row of repeatable) {
    for (let turn = 0; turn < keysEach; turn++) {
      const { by, request, done = [] } = await sceneOf(row, world);
      const key = randomUUID();
      const run = newRun();
      const send = async (): Promise<Answer> => {
        for (;;) {
          const answer = await inRun(run, () => product.call(row, by, { ...request, key }));
          if (!passing.has(codeIn(answer))) return answer;
        }
      };
      const answers = await Promise.all(Array.from({ length: 5 }, send));
      // A session that ended itself answers nobody any more.
      const told = answers.filter((answer) => !done.includes(codeIn(answer)));
      const same = new Set(told.map((answer) => aboutOf(row, answer)));
      const isGood = told.every(({ status }) => status < 300);
      const effects = rows[row].idempotency === 'required' && done.length === 0 ? run.writes : 1;
      if (same.size !== 1 || !isGood || effects !== 1)
        flaws.push(`${row}: ${effects} effects, ${[...same].join(' and ').slice(0, 400)}`);
    }
  }
  await product.drain();
  const items = await product.items();
  flaws.push(...breachesOf({ items, files: await product.files(), now: product.now() }));
  // A stored answer outlives what it opens.
  flaws.push(
    ...items.filter((item) => /X-Amz-Signature/.test(JSON.stringify(item))).map(({ pk }) => `${String(pk)}: a link`),
  );
  tell({
    part: 'idempotency',
    amount: `${repeatable.length} rows × ${keysEach} keys × 5 at once`,
    result: flaws.length === 0 ? 'one effect each, equal answers; I1–I8 hold' : `${flaws.length} flaws`,
    holds: flaws.length === 0,
  });
  expect(flaws).toEqual([]);
});
