import { seeded } from '../listings.ts';

export type Chance = ReturnType<typeof chanceOf>;

/** Random choices, the same for the same seed. */
export function chanceOf(seed: number) {
  const random = seeded(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  return {
    random,
    below,
    isOne: (share: number) => random() < share,
    pick: <T>(all: readonly T[]): T => all[below(all.length)] as T,
    id: () => '10000000-1000-4000-8000-100000000000'.replaceAll(/[01]/g, () => below(16).toString(16)),
  };
}
