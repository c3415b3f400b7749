import { Refusal } from '#shared/refusal.ts';

/**
 * AWS reports rights that are not yet in effect, or too many requests; our own wrapper of both stores throws
 * UNAVAILABLE.
 */
const passes = (error: unknown) =>
  error instanceof Refusal
    ? error.code === 'UNAVAILABLE'
    : error instanceof Error && /AccessDenied|Throttling|TooManyRequests|LimitExceeded/.test(error.name);

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Retries `work` after a transient error: IAM gives a new role its rights only after some seconds. Pauses grow from 250
 * ms to 5 s. After `forMs` the last error is thrown; any other error immediately.
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
