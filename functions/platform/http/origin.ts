import { createHash, timingSafeEqual } from 'node:crypto';
import { env } from '../env.ts';

/** The values that prove a request of the edge: the present one, and during a rotation the one before (rule 112). */
export function originSecrets(): string[] {
  const before = process.env['ORIGIN_SECRET_BEFORE'];
  return [env('ORIGIN_SECRET'), ...(before ? [before] : [])];
}

/** Whether a request came through the edge, which alone knows the secret; `sent` is the header `x-origin-secret`. */
export function isFromEdge(sent = ''): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  // Each is compared, so that the time tells nothing.
  const matches = originSecrets().map((secret) => timingSafeEqual(digest(sent), digest(secret)));
  return matches.includes(true);
}
