import { bytesOf, textOf, type Written } from './writes.ts';

/** What one partition of a table takes in a second, in write units. */
const UNITS_A_SECOND = 1000;
/** Seconds between two warnings about one key. */
const QUIET_SECONDS = 60;
const LISTED = 20;

/** The most that one partition key took in a second since the start. */
export type Peak = { readonly key: string; readonly units: number; readonly at: number };

export type WriteMeter = {
  /** Counts the writes of a call that reaches the table. */
  count(writes: readonly Written[]): void;
  /** The busiest partition keys, each once, busiest first. */
  peaks(): Peak[];
};

/**
 * Counts the write units of each partition key and warns when one takes more in a second than a partition of DynamoDB
 * gives. A change or a removal counts by what its request says: the engine does not tell how large the item is.
 */
export function openWriteMeter(options: {
  /** The name of a table's partition key. */
  partitionKeyOf: (tableName: string) => string;
  report: (line: string) => void;
  now?: () => number;
}): WriteMeter {
  const { partitionKeyOf, report, now = Date.now } = options;
  const units = new Map<string, number>();
  const warned = new Map<string, number>();
  let second = 0;
  let settled: Peak[] = [];

  const settle = () => {
    const best = new Map(settled.map((peak) => [peak.key, peak]));
    for (const [key, more] of units)
      if (more > (best.get(key)?.units ?? 0)) best.set(key, { key, units: more, at: second * 1000 });
    settled = [...best.values()].toSorted((a, b) => b.units - a.units).slice(0, LISTED);
  };

  const warn = (key: string) => {
    if (second - (warned.get(key) ?? Number.NEGATIVE_INFINITY) < QUIET_SECONDS) return;
    warned.set(key, second);
    report(`${key} took more than ${UNITS_A_SECOND} write units in one second; a partition of DynamoDB gives no more`);
  };

  return {
    count(writes) {
      const at = Math.floor(now() / 1000);
      if (at !== second) {
        settle();
        units.clear();
        second = at;
      }
      for (const write of writes) {
        const key = textOf(write.item[partitionKeyOf(write.tableName)]);
        const sum = (units.get(key) ?? 0) + unitsOf(write);
        units.set(key, sum);
        if (sum > UNITS_A_SECOND) warn(key);
      }
    },
    peaks() {
      settle();
      return settled;
    },
  };
}

const unitsOf = ({ item, values, isTransaction }: Written): number =>
  Math.max(1, Math.ceil((bytesOf(item) + bytesOf(values)) / 1024)) * (isTransaction ? 2 : 1);
