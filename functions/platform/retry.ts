/** Waits before another try: full jitter up to 400 ms, or longer if many calls compete (product 1.9). */
export const jitter = (attempt: number, mostMs = 400) =>
  new Promise<void>((resolve) => setTimeout(resolve, 25 + Math.random() * Math.min(mostMs - 25, 25 * 4 ** attempt)));
