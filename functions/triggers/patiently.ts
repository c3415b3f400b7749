import { Refusal } from '#shared/refusal.ts';

/**
 * AWS tells of rights that are still under way, or of too many requests; our own wrapper of both stores says
 * UNAVAILABLE.
 */
const passes = (error: unknown) =>
  error instanceof Refusal
    ? error.code === 'UNAVAILABLE'
    : error instanceof Error && /AccessDenied|Throttling|TooManyRequests|LimitExceeded/.test(error.name);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Repeats `work` while it fails for a reason that passes: IAM gives a new role its rights only after some seconds.
 * Pauses of 250 ms grow to 5 s. After `forMs` the last error is thrown; any other error at once.
 */
export async function patiently<T>(
  work: () => Promise<T>,
  { forMs, sleep = pause, now = Date.now }: { forMs: number; sleep?: typeof pause; now?: () => number },
): Promise<T> {
  const end = now() + forMs;
  for (let wait = 250; ; wait = Math.min(wait * 2, 5000)) {
    try {
      return await work();
    } catch (error) {
      if (!passes(error) || now() + wait > end) throw error;
      await sleep(wait);
    }
  }
}
