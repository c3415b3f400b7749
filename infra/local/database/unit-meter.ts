import type { TableCall } from './faults.ts';
import { bytesOf, textOf, type Written } from './writes.ts';

/** Write units that one partition of a table takes in a second. */
const writtenASecond = 1000;

export type WriteMeter = ReturnType<typeof openWriteMeter>;

/**
 * Counts the write units of each partition key. A change or a removal counts by its request, because the engine does
 * not report the item's size.
 */
export function openWriteMeter(options: {
  partitionKeyOf: (tableName: string) => string;
  report: (line: string) => void;
  now?: () => number;
}) {
  const { partitionKeyOf, report, now } = options;
  const meter = openUnitMeter({ what: 'write', most: writtenASecond, report, now });
  return {
    count(writes: readonly Written[]) {
      for (const write of writes) meter.count(textOf(write.item[partitionKeyOf(write.tableName)]), unitsOf(write));
    },
    peaks: () => meter.peaks(),
  };
}

const unitsOf = ({ item, values, isTransaction }: Written): number =>
  Math.max(1, Math.ceil((bytesOf(item) + bytesOf(values)) / 1024)) * (isTransaction ? 2 : 1);

/** Read units that one partition of a table provides in a second. */
const readASecond = 3000;

export type ReadMeter = ReturnType<typeof openReadMeter>;

/**
 * Counts the read units that queries take of each partition key of the table. Queries alone say what they consumed,
 * because the product asks them to; a key is read hot by them, not by single items. Indexes have partitions of their
 * own, which are not counted.
 */
export function openReadMeter({ report, now }: { report: (line: string) => void; now?: () => number }) {
  const meter = openUnitMeter({ what: 'read', most: readASecond, report, now });
  return {
    /** Counts the engine's reported consumption of a query of the table; takes the text of its answer. */
    count({ operation, wants: [want] }: TableCall, answer: string) {
      if (operation !== 'Query' || !want || want.resource.includes('/index/')) return;
      const [, units] = /"CapacityUnits":([\d.]+)/.exec(answer) ?? [];
      const [key] = [want.known?.['dynamodb:LeadingKeys'] ?? []].flat();
      if (units !== undefined && key !== undefined) meter.count(key, Number(units));
    },
    peaks: () => meter.peaks(),
  };
}

const quietSeconds = 60;
const listed = 20;

export interface Peak {
  readonly key: string;
  readonly units: number;
  readonly at: number;
}

function openUnitMeter(options: {
  readonly what: 'read' | 'write';
  readonly most: number;
  readonly report: (line: string) => void;
  readonly now?: (() => number) | undefined;
}) {
  const { what, most, report, now = Date.now } = options;
  const units = new Map<string, number>();
  const warned = new Map<string, number>();
  let second = 0;
  let settled: Peak[] = [];

  const settle = () => {
    const best = new Map(settled.map((peak) => [peak.key, peak]));
    for (const [key, more] of units)
      if (more > (best.get(key)?.units ?? 0)) best.set(key, { key, units: more, at: second * 1000 });
    settled = [...best.values()].toSorted((a, b) => b.units - a.units).slice(0, listed);
  };

  const warn = (key: string) => {
    if (second - (warned.get(key) ?? Number.NEGATIVE_INFINITY) < quietSeconds) return;
    warned.set(key, second);
    report(`${key} took more than ${most} ${what} units in one second; a partition of DynamoDB gives no more`);
  };

  return {
    count(key: string, more: number) {
      const at = Math.floor(now() / 1000);
      if (at !== second) {
        settle();
        units.clear();
        second = at;
      }
      const sum = (units.get(key) ?? 0) + more;
      units.set(key, sum);
      if (sum > most) warn(key);
    },
    /** The busiest partition keys, each once, busiest first. */
    peaks() {
      settle();
      return settled;
    },
  };
}
