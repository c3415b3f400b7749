import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { RowName } from '#shared/contract.ts';
import type { PipelineAnswer } from '#test/support/pipeline.ts';
import { amountOf, isFull, share, tell } from './amounts.ts';
import { diceOf, seed } from './dice.ts';
import { breachesOf } from './invariants.ts';
import { codeIn, reasonOf, toldBy } from './product/answers.ts';
import { type Fault, faultKinds, inRun, newRun } from './product/faults.ts';
import { startProduct } from './product/product.ts';
import { sceneOf, writingRows } from './scenes/all.ts';
import { aWorld, type Scene, type World } from './scenes/scene.ts';

/** Codes after which a client sends the same request again. */
const retryable = new Set(['UNAVAILABLE', 'IN_PROGRESS', 'TOO_MANY']);
const mostRepeats = 5;
const calls = (faults: readonly Fault[]) =>
  faults.map(({ call, kind, tries }) => `${kind} × ${tries} at call ${call}`).join(', ');
const isRetryable = (answer: PipelineAnswer) => retryable.has(codeIn(answer));

/** Rows whose scenes clear away what there may be few of. */
const isAlone = (row: RowName) => /Bank|Administrator|resetSecondFactor/.test(row);
/** So many at once: while one waits for the database, another one is computed. */
const atOnce = 6;

interface Struck {
  readonly row: RowName;
  readonly faults: readonly Fault[];
}

/** The calls of AWS that a row makes, and how many follow from it in the readers of the stream. */
async function sitesOf(world: World, row: RowName) {
  const { by, request } = await sceneOf(row, world);
  await world.product.drain();
  const run = newRun();
  await inRun(run, () => world.product.call(row, by, request));
  const { projector, dispatcher } = await world.product.drain();
  // Addresses of files are signed here: nothing is sent.
  const own = run.sites.flatMap(({ service }, call) => (service === 'S3' ? [] : [call]));
  return { own, followers: Math.max(projector.length, dispatcher.length) };
}

/** The results of all worlds: answers that must not be repeated or that do not heal, and the number of runs. */
interface Found {
  readonly flaws: string[];
  readonly counts: { runs: number; struck: number };
}

/** A new world in which operations run under faults: what its end examines stays small. */
async function underFaults({ flaws, counts }: Found) {
  const product = await startProduct();
  const world = await aWorld(product);
  const acts: { action: string; target: string }[] = [];

  async function judge({ row, faults }: Struck, { by, request, done = [], logged }: Scene) {
    const sent = { ...request, key: randomUUID() };
    const run = newRun(faults);
    const first = await inRun(run, () => product.call(row, by, sent));
    if (run.struck > 0) counts.struck++;
    const stood = (answer: PipelineAnswer) => answer.status < 300 || done.includes(codeIn(answer));
    let again = first;
    if (stood(first) || isRetryable(first)) again = await product.call(row, by, sent);
    for (let turn = 0; turn < mostRepeats && isRetryable(again); turn++) again = await product.call(row, by, sent);
    if (!stood(again))
      flaws.push(`${row} with ${calls(faults)}: ${toldBy(first)}, and when it was sent again ${toldBy(again)}`);
    if (logged) acts.push(logged);
    counts.runs++;
  }

  return {
    world,
    /** Strikes the calls of the rows themselves. */
    strike: async (list: readonly Struck[]): Promise<void> => {
      const [alone, others] = [list.filter(({ row }) => isAlone(row)), list.filter(({ row }) => !isAlone(row))];
      const next = others.values();
      const work = async () => {
        for (const one of next) await judge(one, await sceneOf(one.row, world));
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      for (const one of alone) await judge(one, await sceneOf(one.row, world));
    },
    /** Strikes the readers of the stream after a row. */
    strikeReaders: async ({ row, faults }: Struck): Promise<void> => {
      const scene = await sceneOf(row, world);
      // The scene's own effects are not under test.
      await product.drain();
      await judge({ row, faults: [] }, scene);
      await product
        .drain(faults)
        .catch((error: unknown) => flaws.push(`after ${row} with ${calls(faults)}: ${reasonOf(error)}`));
      counts.struck++;
    },
    /** The end of this world: its state once the stream is read to its end. */
    examine: async (what: string): Promise<void> => {
      await product.drain().catch((error: unknown) => flaws.push(`after ${what}: ${reasonOf(error)}`));
      const [items, files] = await Promise.all([product.items(), product.files()]);
      flaws.push(...breachesOf({ items, files, acts, now: product.now() }).map((breach) => `after ${what}: ${breach}`));
      await product.close();
    },
  };
}

/** A repeated failure does not need a thousand lines. */
const enough = 25;

test('every call of AWS may fail in seven ways: a caller may send again, which heals, and all invariants hold', async () => {
  const dice = diceOf();
  const found: Found = { flaws: [], counts: { runs: 0, struck: 0 } };
  const { flaws, counts } = found;
  const count = share > 0 ? writingRows.length : 3;
  const rowsNow = [...writingRows].sort(() => dice.roll(3) - 1).slice(0, count);
  // The short form takes one kind for each call instead of all.
  const kinds = () => (share >= 0.5 ? faultKinds : [dice.pick(faultKinds)]);
  const known = new Map<RowName, Awaited<ReturnType<typeof sitesOf>>>();
  for (const row of rowsNow) {
    if (flaws.length > enough) break;
    const { world, strike, strikeReaders, examine } = await underFaults(found);
    const sites = await sitesOf(world, row);
    known.set(row, sites);
    // Once, which the client's own tries heal, and at every try.
    const singles = sites.own.flatMap((call) =>
      kinds().flatMap((kind) => [1, 20].map((tries) => ({ call, kind, tries }))),
    );
    await strike(singles.map((fault) => ({ row, faults: [fault] })));
    for (let call = 0; call < sites.followers; call++)
      for (const kind of kinds())
        if (isFull || dice.roll(5) === 0)
          await strikeReaders({ row, faults: [{ call, kind, tries: dice.pick([1, 20]) }] });
    await examine(`single faults of ${row}`);
  }
  const singles = counts.runs;

  const pairs = amountOf(5000, 10);
  const fault = (below: number): Fault => ({
    call: dice.roll(Math.max(1, below)),
    kind: dice.pick(faultKinds),
    tries: dice.pick([1, 1, 2, 20]),
  });
  for (let left = pairs; left > 0 && flaws.length < enough; left -= 200) {
    const { strike, strikeReaders, examine } = await underFaults(found);
    const some = Array.from({ length: Math.min(200, left) }, () => dice.pick([...known]));
    const [inReaders, inRows] = [some.filter((_, index) => index % 5 === 0), some.filter((_, index) => index % 5 > 0)];
    await strike(inRows.map(([row, { own }]) => ({ row, faults: [fault(own.length), fault(own.length)] })));
    for (const [row, { followers }] of inReaders)
      await strikeReaders({ row, faults: [fault(followers), fault(followers)] });
    await examine(`pairs, ${left} left`);
  }

  const holds = flaws.length === 0;
  const sites = [...known.values()].reduce((sum, { own, followers }) => sum + own.length + followers, 0);
  tell({
    part: 'faults',
    amount: `${known.size} rows that write, ${sites} calls of AWS, ${singles} single faults, ${pairs} pairs`,
    result: holds ? 'each answer may be sent again and heals; all invariants hold' : `${flaws.length} flaws`,
    holds,
  });
  // A fault that strikes nothing proves nothing.
  expect(counts.struck).toBeGreaterThan(counts.runs / 2);
  expect(flaws, `seed ${seed}`).toEqual([]);
});
