import type { TableCall } from './faults.ts';

/** A value of DynamoDB's wire: `{ S: 'x' }`. */
type Value = Readonly<Record<string, unknown>>;
export type Attributes = Readonly<Record<string, Value>>;

interface Written {
  readonly tableName: string;
  /** The whole item, or the key of one that is changed or removed. */
  readonly item: Attributes;
  readonly values: Attributes;
  /** A part of a transaction is written twice. */
  readonly isTransaction: boolean;
}

interface One {
  readonly TableName: string;
  readonly Item?: Attributes;
  readonly Key?: Attributes;
  readonly ExpressionAttributeValues?: Attributes;
}
interface Input {
  readonly TransactItems?: readonly Readonly<Record<string, One>>[];
  readonly RequestItems?: Readonly<
    Record<string, readonly { readonly PutRequest?: One; readonly DeleteRequest?: One }[]>
  >;
}

const singles = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);

export function writesIn(operation: string, input: unknown): Written[] {
  const { TransactItems = [], RequestItems = {} } = input as Input;
  if (singles.has(operation)) return [writtenBy(input as One, false)];
  if (operation === 'TransactWriteItems')
    return TransactItems.flatMap((part) => Object.values(part)).map((one) => writtenBy(one, true));
  if (operation !== 'BatchWriteItem') return [];
  return Object.entries(RequestItems).flatMap(([TableName, requests]) =>
    requests.map(({ PutRequest, DeleteRequest }) => writtenBy({ ...PutRequest, ...DeleteRequest, TableName }, false)),
  );
}

const writtenBy = ({ TableName, Item, Key, ExpressionAttributeValues = {} }: One, isTransaction: boolean): Written => ({
  tableName: TableName,
  item: Item ?? Key ?? {},
  values: ExpressionAttributeValues,
  isTransaction,
});

/** `{ S: 'x' }` → `x`; empty for what is no text, number or bytes. */
function textOf(value: Value = {}): string {
  const [content] = Object.values(value);
  return typeof content === 'string' ? content : '';
}

/**
 * Bytes of attributes as DynamoDB counts them.
 * Source: Developer Guide, "DynamoDB Item sizes and formats".
 */
export const bytesOf = (attributes: Attributes): number =>
  Object.entries(attributes).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + bytesIn(value), 0);

function bytesIn(value: Value): number {
  const [type = ''] = Object.keys(value);
  const content = value[type];
  const text = textOf(value);
  switch (type) {
    case 'S':
      return Buffer.byteLength(text);
    case 'N':
      return Math.ceil(text.length / 2) + 1;
    case 'B':
      return Math.floor((text.length * 3) / 4);
    case 'L':
      return 3 + (content as Value[]).reduce((sum, one) => sum + 1 + bytesIn(one), 0);
    case 'M':
      return 3 + Object.keys(content as Attributes).length + bytesOf(content as Attributes);
    case 'SS':
    case 'NS':
    case 'BS':
      return (content as string[]).reduce((sum, one) => sum + bytesIn({ [type.slice(0, 1)]: one }), 0);
    default:
      return 1;
  }
}

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

type UnitMeter = ReturnType<typeof openUnitMeter>;

/** Counts the units of each partition key and warns when one takes more in a second than a partition gives. */
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
