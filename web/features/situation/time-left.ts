import type { Situation } from '#shared/situation/contract.ts';

/** When this device first showed a situation, by its own clock. */
const arrivals = new WeakMap<Situation, number>();

/** Milliseconds until the end of what waits, by the server's clock; undefined if nothing ends by itself. */
export function msLeft(situation: Situation): number | undefined {
  const { until, at } = situation;
  if (!until) return undefined;
  const arrival = arrivals.get(situation) ?? Date.now();
  arrivals.set(situation, arrival);
  return Math.max(0, Date.parse(until) - Date.parse(at) - (Date.now() - arrival));
}
