import { openUnitMeter, type Peak } from './unit-meter.ts';
import { bytesOf, textOf, type Written } from './writes.ts';

/** Write units that one partition of a table takes in a second. */
const unitsASecond = 1000;

export interface WriteMeter {
  count(writes: readonly Written[]): void;
  peaks(): Peak[];
}

/**
 * Counts the write units of each partition key. A change or a removal counts by its request, because the engine does
 * not report the item's size.
 */
export function openWriteMeter(options: {
  partitionKeyOf: (tableName: string) => string;
  report: (line: string) => void;
  now?: () => number;
}): WriteMeter {
  const { partitionKeyOf, report, now } = options;
  const meter = openUnitMeter({ what: 'write', most: unitsASecond, report, now });
  return {
    count(writes) {
      for (const write of writes) meter.count(textOf(write.item[partitionKeyOf(write.tableName)]), unitsOf(write));
    },
    peaks: () => meter.peaks(),
  };
}

const unitsOf = ({ item, values, isTransaction }: Written): number =>
  Math.max(1, Math.ceil((bytesOf(item) + bytesOf(values)) / 1024)) * (isTransaction ? 2 : 1);
