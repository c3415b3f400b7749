import { createHash, timingSafeEqual } from 'node:crypto';
import { env } from '../env.ts';

/** The secrets of the edge: the current one, and during a rotation the previous one (rule 112). */
export function originSecrets(): string[] {
  const before = process.env['ORIGIN_SECRET_BEFORE'];
  return [env('ORIGIN_SECRET'), ...(before ? [before] : [])];
}

export function isFromEdge(sent = ''): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  // Compares each of them, so that the duration reveals nothing.
  const matches = originSecrets().map((secret) => timingSafeEqual(digest(sent), digest(secret)));
  return matches.includes(true);
}
