import type { TableCall } from './call.ts';
import { openUnitMeter, type Peak } from './unit-meter.ts';

/** Read units that one partition of a table provides in a second. */
const unitsASecond = 3000;

export interface ReadMeter {
  /** Counts the engine's reported consumption of a query of the table; takes the text of its answer. */
  count(call: TableCall, answer: string): void;
  peaks(): Peak[];
}

/**
 * Counts the read units that queries take of each partition key of the table. Queries alone say what they consumed,
 * because the product asks them to; a key is read hot by them, not by single items. Indexes have partitions of their
 * own, which are not counted.
 */
export function openReadMeter({ report, now }: { report: (line: string) => void; now?: () => number }): ReadMeter {
  const meter = openUnitMeter({ what: 'read', most: unitsASecond, report, now });
  return {
    count({ operation, wants: [want] }, answer) {
      if (operation !== 'Query' || !want || want.resource.includes('/index/')) return;
      const [, units] = /"CapacityUnits":([\d.]+)/.exec(answer) ?? [];
      const [key] = [want.known?.['dynamodb:LeadingKeys'] ?? []].flat();
      if (units !== undefined && key !== undefined) meter.count(key, Number(units));
    },
    peaks: () => meter.peaks(),
  };
}
