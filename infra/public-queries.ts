import { contract } from '#shared/contract.ts';
import type { RouteSpec } from '#shared/route.ts';

/** CloudFront takes at most this many names into a cache key. */
const mostNames = 10;

export const rows: readonly (readonly [slice: string, name: string, spec: RouteSpec])[] = Object.entries(
  contract,
).flatMap(([slice, table]) => Object.entries<RouteSpec>(table).map(([name, spec]) => [slice, name, spec] as const));

/** Query names that the edge lets through on cacheable rows, in the contract's order; it drops all others. */
export function publicQueryNames(): string[] {
  const cached = rows.filter(([, , spec]) => spec.path.startsWith('/public/'));
  const names = [...new Set(cached.flatMap(([, , spec]) => Object.keys(spec.query?.shape ?? {})))];
  if (names.length > mostNames)
    throw new Error(`CloudFront takes ${mostNames} query names, the public rows have ${names.length}.`);
  return names;
}
