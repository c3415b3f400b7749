import { vi } from 'vitest';
import { amountOf, tell } from '#test/prove/amounts.ts';
import { step } from './acts.ts';
import { chorusOf } from './chorus.ts';
import { aLife, people } from './life.ts';

/** Lives, and steps of each: the short form of every run, and the full one of `npm run prove`. */
const lifeCount = amountOf(300, 6);
const stepCount = amountOf(80, 25);
const firstSeed = Number(process.env['CHORUS_SEED'] ?? 1);

/**
 * Lives the life of a seed. After each step all places are asked for who acted, the other one and somebody who has no
 * part in it, and at its end for everybody. Returns the contradictions, each once, with the way to it.
 */
async function contradictionsOf(seed: number): Promise<string[]> {
  const life = await aLife(seed);
  const chorus = chorusOf(life);
  const way: string[] = [];
  const found = new Map<string, string>();
  const listen = async (members: readonly string[], since: number) => {
    for (const one of await chorus([...new Set(members)], new Date(since).toISOString()))
      if (!found.has(one)) found.set(one, `${one}\n  life ${seed}, step ${way.length}: ${way.slice(-6).join(' | ')}`);
  };
  for (let count = 0; count < stepCount; count++) {
    const since = life.now();
    const stepped = await step(life);
    if (!stepped) break;
    const { by, other, text } = stepped;
    way.push(text);
    const uninvolved = people.travellers.filter((id) => id !== by && id !== other);
    await listen([people.owner, by, other, life.dice.pick(uninvolved)], since);
  }
  await listen([...people.members, people.administrator], life.now());
  return [...found.values()];
}

/**
 * Contradictions in a file's share of the lives, so that two files use two cores. `CHORUS_SEED=7 CHORUS_LIVES=1` plays
 * one life again.
 */
export async function sing(share: 0 | 1): Promise<string> {
  // A page has the size of nothing here, and asks for nothing by itself.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const count = Number(process.env['CHORUS_LIVES'] ?? lifeCount);
  const seeds = Array.from({ length: count }, (_, at) => firstSeed + at).filter((seed) => seed % 2 === share);
  const found: string[] = [];
  for (const seed of seeds) {
    // One is enough to notice a break.
    if (process.env['CHORUS_BREAK'] && found.length > 0) break;
    found.push(...(await contradictionsOf(seed)));
  }
  const amount = `${seeds.length} lives of ${stepCount} steps`;
  tell({ part: 'chorus', amount, result: `${found.length} contradictions`, holds: found.length === 0 });
  return found.join('\n');
}
