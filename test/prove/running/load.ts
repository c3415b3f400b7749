import { setTimeout as wait } from 'node:timers/promises';
import { openSite } from '#infra/local/seed/site-client.ts';
import { type Act, actsOn } from '#test/bench/cost-acts.ts';
import { median, percentile } from '#test/bench/figure.ts';
import { startLocal } from '#test/support/local-stack.ts';
import { amountOf, tell } from '../amounts.ts';
import { type Dice, diceOf } from '../dice.ts';
import { isEngine, processesOf } from './processes.ts';

/**
 * The mix of the cost table at a fixed pace, from a program on the same machine: no fault of ours, quick answers, and
 * memory that does not grow.
 */
const requestsASecond = 100;
const seconds = amountOf(600, 20);
const atMost = { p95: 250, p99: 600, growth: 0.1 } as const;
/** Deliveries are prepared beforehand: far more than their share of the acts. */
const deliveries = Math.ceil(seconds * 0.3) + 10;
/** Pairs take turns, so that a conversation does not grow longer than members' real ones. */
const pairs = 4;

interface Answered {
  readonly milliseconds: number;
  readonly status: number;
}
const answered: Answered[] = [];
let isMeasured = false;

const stack = await startLocal();
const { origin } = stack;

/** Requests of rows count with the time until their answer is whole; files go to the store. */
const timed: typeof fetch = async (to, options) => {
  if (!isMeasured || typeof to !== 'string' || !to.startsWith(`${origin}/api`)) return fetch(to, options);
  const began = performance.now();
  const response = await fetch(to, options).catch(() => undefined);
  const body = await response?.arrayBuffer();
  answered.push({ milliseconds: performance.now() - began, status: response?.status ?? 0 });
  if (!response) throw new Error('No answer');
  return new Response(body?.byteLength ? body : null, response);
};

/** Acts by their shares. */
function chooser(acts: readonly Act[], dice: Dice): () => Act {
  const million = acts.reduce((sum, { share }) => sum + share, 0);
  return () => {
    let left = dice.roll(million);
    return acts.find(({ share }) => (left -= share) < 0) as Act;
  };
}

/** Megabytes of our processes of Node. */
async function memory(): Promise<number> {
  const ours = (await processesOf(stack.pid)).filter((one) => !isEngine(one));
  return ours.reduce((sum, { kilobytes }) => sum + kilobytes, 0) / 1024;
}

try {
  const acts = await actsOn(openSite(origin, timed), stack.dataFolder, { deliveries, pairs });
  const choose = chooser(acts, diceOf());
  const rounds = new Map<Act, number>();
  const flaws: string[] = [];
  const underWay = new Set<Promise<unknown>>();
  const occupied: number[] = [];
  isMeasured = true;
  const began = performance.now();
  const sampled = (async () => {
    for (let second = 1; second <= seconds; second++) {
      await wait(Math.max(0, began + second * 1000 - performance.now()));
      occupied.push(await memory());
    }
  })();
  for (let asked = 0; asked < seconds * requestsASecond; ) {
    const act = choose();
    await wait(Math.max(0, began + (asked / requestsASecond) * 1000 - performance.now()));
    asked += act.calls;
    const round = rounds.get(act) ?? 0;
    rounds.set(act, round + 1);
    const done = act.run(round).catch((error: Error) => flaws.push(`${act.name}: ${error.message}`));
    underWay.add(done);
    void done.finally(() => underWay.delete(done));
  }
  const lasted = (performance.now() - began) / 1000;
  await Promise.all([...underWay, sampled]);

  for (const flaw of flaws.slice(0, 20)) console.log(flaw);
  const times = answered.map(({ milliseconds }) => milliseconds);
  const [p50, p95, p99] = [median(times), percentile(times, 0.95), percentile(times, 0.99)];
  const faults = answered.filter(({ status }) => status === 0 || status >= 500).length;
  /** The second and the last tenth: of ten minutes, the second and the tenth. */
  const tenth = Math.floor(seconds / 10);
  const [early, late] = [median(occupied.slice(tenth, 2 * tenth)), median(occupied.slice(-tenth))];
  const growth = late / early - 1;
  const holds = faults === 0 && flaws.length === 0 && p95 <= atMost.p95 && p99 <= atMost.p99 && growth <= atMost.growth;
  tell({
    part: 'load',
    amount: `${answered.length} requests in ${Math.round(lasted)} s (${(answered.length / lasted).toFixed(1)} a second), in the mix of the cost table by ${pairs} pairs of members, asked from the same cores`,
    result: `${faults} answers 5xx, ${flaws.length} acts refused; p50 ${Math.round(p50)} ms, p95 ${Math.round(p95)} ms, p99 ${Math.round(p99)} ms; memory ${Math.round(early)} MB in the second tenth, ${Math.round(late)} MB in the last (${growth >= 0 ? '+' : ''}${(growth * 100).toFixed(1)} %)`,
    holds,
  });
  process.exitCode = holds ? 0 : 1;
} finally {
  await stack.stop();
}
