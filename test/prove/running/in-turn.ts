/**
 * One machine answers so many requests within the time of their functions. Beyond it a function that runs out of time
 * ends with its instance, and those that wait meet a cold one: hundreds of tabs kept a product down for minutes.
 */
const atOnce = 24;

let free = atOnce;
const waiting: (() => void)[] = [];

/** Does this when fewer than 24 others are under way, first come, first served. */
export async function inTurn<T>(act: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await act();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}
