import * as z from 'zod/mini';

type Pattern = string[] | { [name: string]: Pattern };
const Pattern: z.ZodMiniType<Pattern> = z.lazy(() => z.union([z.array(z.string()), z.record(z.string(), Pattern)]));

/**
 * Each pattern is JSON. One match is enough, and without patterns everything passes. Throws immediately for a form of
 * pattern that is not emulated.
 */
export function eventFilter(patterns: readonly string[]): (record: unknown) => boolean {
  const parsed = patterns.map((pattern) => z.parse(Pattern, JSON.parse(pattern)));
  return (record) => parsed.length === 0 || parsed.some((pattern) => matches(pattern, record));
}

function matches(pattern: Pattern, value: unknown): boolean {
  if (Array.isArray(pattern)) return [value].flat().some((one) => pattern.includes(one as string));
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return Object.entries(pattern).every(([name, within]) => matches(within, fields[name]));
}
