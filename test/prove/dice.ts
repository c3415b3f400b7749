/** Repeatable chance: the same seed gives the same run. It is named in what a failure tells. */
export const seed = Number(process.env['PROVE_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

export interface Dice {
  /** From 0 up to, and without, `below`. */
  roll(below: number): number;
  pick<T>(list: readonly T[]): T;
}

/** Mulberry32: good enough for choosing, and four lines long. */
export function diceOf(start = seed): Dice {
  let state = start >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const roll = (below: number) => Math.floor(next() * below);
  return { roll, pick: <T>(list: readonly T[]) => list[roll(list.length)] as T };
}
