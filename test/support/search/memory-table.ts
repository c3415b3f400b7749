import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Key } from '#functions/platform/keys.ts';
import { type Item, openTable, type Table } from '#functions/platform/table.ts';
import { Refusal } from '#shared/refusal.ts';

type Stored = Record<string, unknown>;
type Names = Record<string, string> | undefined;
type Values = Record<string, unknown> | undefined;
interface Change {
  readonly UpdateExpression?: string;
  readonly ConditionExpression?: string;
  readonly ExpressionAttributeNames?: Names;
  readonly ExpressionAttributeValues?: Values;
}

/** Bytes that DynamoDB reads in one call of Query, before it filters. */
const pageBytes = 1_000_000;

export interface MemoryTable extends Table {
  readonly spent: () => number;
  /** Stores many items in one call. */
  readonly fill: (items: readonly (Item & Key)[]) => void;
  /** Everything in one partition. */
  readonly partition: (pk: string) => Item[];
}

/**
 * The calls of the search and its projector, answered in memory as DynamoDB answers them. Pages end at a limit or at a
 * megabyte before the filter, and each costs half a unit for 4 kB. It serves tests with far more listings than DynamoDB
 * Local stores in a minute; `search-comparison.ts` runs the same on both. An unknown expression is an error. `spent`
 * counts the read units of all single reads and queries. Parts of a snapshot, which a container reads once, are not
 * included.
 */
export function memoryTable(): MemoryTable {
  const partitions = new Map<string, { keys: string[]; items: Map<string, Stored> }>();
  let units = 0;
  const find = ({ pk, sk }: Key) => partitions.get(pk)?.items.get(sk);

  function store(item: Stored): void {
    const { pk, sk } = item as unknown as Key;
    const partition = partitions.get(pk) ?? { keys: [], items: new Map<string, Stored>() };
    partitions.set(pk, partition);
    if (!partition.items.has(sk)) partition.keys.splice(countBefore(partition.keys, sk), 0, sk);
    partition.items.set(sk, item);
  }

  function fill(all: readonly (Item & Key)[]): void {
    for (const item of all) {
      const partition = partitions.get(item.pk) ?? { keys: [], items: new Map<string, Stored>() };
      partitions.set(item.pk, partition);
      if (!partition.items.has(item.sk)) partition.keys.push(item.sk);
      partition.items.set(item.sk, item);
    }
    for (const { keys } of partitions.values()) keys.sort();
  }

  function remove({ pk, sk }: Key): void {
    const partition = partitions.get(pk);
    if (partition?.items.delete(sk)) partition.keys.splice(countBefore(partition.keys, sk), 1);
  }

  const get: Table['get'] = async (key) => {
    const item = find(key);
    units += unitsOf(item ? bytesOf(item) : 0);
    return item;
  };

  const query: Table['query'] = async (input) => {
    const values = input.ExpressionAttributeValues ?? {};
    const { keys = [], items } = partitions.get(String(values[':pk'])) ?? {};
    const [from, to] = rangeOf(input.KeyConditionExpression ?? '', values, keys);
    const start = input.ExclusiveStartKey?.['sk'] as string | undefined;
    const isForward = input.ScanIndexForward ?? true;
    let at = isForward ? from : to - 1;
    if (start !== undefined) at = isForward ? countUpTo(keys, start) : countBefore(keys, start) - 1;
    const looked: Stored[] = [];
    let bytes = 0;
    while (at >= from && at < to && looked.length < (input.Limit ?? Number.POSITIVE_INFINITY) && bytes < pageBytes) {
      const item = items?.get(keys[at] ?? '') ?? {};
      looked.push(item);
      bytes += bytesOf(item);
      at += isForward ? 1 : -1;
    }
    const isCut = looked.length === input.Limit || bytes >= pageBytes;
    const kept = looked.filter((item) => !input.FilterExpression || isLate(input.FilterExpression, item, values));
    units += unitsOf(bytes);
    const last = isCut ? { sk: looked.at(-1)?.['sk'] } : undefined;
    return { items: kept, count: kept.length, capacity: unitsOf(bytes), ...(last ? { last } : {}) };
  };

  const transact: Table['transact'] = async (writes) => {
    const refused = writes.find(({ item }) => {
      const write = (item.Put ?? item.Delete ?? item.Update ?? item.ConditionCheck) as Change & {
        Item?: Key;
        Key?: Key;
      };
      const key = write.Item ?? write.Key;
      return key !== undefined && !holds(write, find(key));
    });
    if (refused) throw refused.refuse?.(undefined) ?? new Refusal('STATE_CHANGED');
    for (const { item } of writes) {
      if (item.Put?.Item) store(item.Put.Item);
      if (item.Delete?.Key) remove(item.Delete.Key as unknown as Key);
      if (item.Update?.Key)
        store(updated({ ...item.Update.Key, ...find(item.Update.Key as unknown as Key) }, item.Update));
    }
  };

  return {
    ...openTable('memory', new DynamoDBClient({ region: 'eu-west-3' })),
    get,
    getMany: async (wanted) => wanted.map(find),
    query,
    transact,
    spent: () => units,
    fill,
    partition: (pk) => [...(partitions.get(pk)?.items.values() ?? [])],
  };
}

/** Small cards have about the same size in JSON as in DynamoDB. */
const weights = new WeakMap<object, number>();
function bytesOf(item: Item): number {
  const known = weights.get(item) ?? Buffer.byteLength(JSON.stringify(item));
  weights.set(item, known);
  return known;
}
const unitsOf = (bytes: number) => Math.max(1, Math.ceil(bytes / 4096)) / 2;

function countBefore(sorted: readonly string[], key: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
const countUpTo = (sorted: readonly string[], key: string) => {
  const before = countBefore(sorted, key);
  return sorted[before] === key ? before + 1 : before;
};

function rangeOf(condition: string, values: Stored, keys: readonly string[]): [from: number, to: number] {
  const value = (name: string) => String(values[name]);
  switch (condition) {
    case 'pk = :pk':
      return [0, keys.length];
    case 'pk = :pk AND sk > :start':
      return [countUpTo(keys, value(':start')), keys.length];
    case 'pk = :pk AND sk < :start':
      return [0, countBefore(keys, value(':start'))];
    case 'pk = :pk AND begins_with(sk, :word)':
      return [countBefore(keys, value(':word')), countBefore(keys, `${value(':word')}\u{10ffff}`)];
    default:
      throw new Error(`A condition that is not known: ${condition}`);
  }
}

function isLate(filter: string, item: Stored, values: Stored): boolean {
  if (filter !== '#day >= :day') throw new Error(`A filter that is not known: ${filter}`);
  return String(item['day']) >= String(values[':day']);
}

function holds({ ConditionExpression, ...write }: Change, item: Stored | undefined): boolean {
  if (!ConditionExpression) return true;
  return ConditionExpression.split(' OR ').some((part) => {
    const [, missing] = /^attribute_not_exists\((.+)\)$/.exec(part) ?? [];
    if (missing) return item?.[missing] === undefined;
    const [, name = '', value = ''] = /^([#\w]+) = (:\w+)$/.exec(part) ?? [];
    if (!name) throw new Error(`A condition that is not known: ${part}`);
    return item?.[nameOf(write, name)] === write.ExpressionAttributeValues?.[value];
  });
}

const nameOf = ({ ExpressionAttributeNames }: Change, name: string) => ExpressionAttributeNames?.[name] ?? name;

function updated(item: Stored, change: Change): Stored {
  const fresh = { ...item };
  for (const clause of (change.UpdateExpression ?? '').split(/ (?=REMOVE |ADD |DELETE )/)) {
    const [, verb = '', parts = ''] = /^(SET|REMOVE|ADD|DELETE) (.+)$/.exec(clause.trim()) ?? [];
    for (const part of parts.split(', ')) {
      const [name = '', value = ''] = part.split(/ = | /);
      const attribute = nameOf(change, name);
      const given = change.ExpressionAttributeValues?.[value];
      const old = fresh[attribute];
      if (verb === 'SET') fresh[attribute] = given;
      else if (verb === 'REMOVE') delete fresh[attribute];
      else if (verb === 'ADD' && typeof given === 'number') fresh[attribute] = Number(old ?? 0) + given;
      else if (verb === 'ADD' && given instanceof Set)
        fresh[attribute] = new Set([...((old as Set<string>) ?? []), ...given]);
      else if (verb === 'DELETE' && given instanceof Set)
        fresh[attribute] = new Set([...((old as Set<string>) ?? [])].filter((word) => !given.has(word)));
      else throw new Error(`An update that is not known: ${clause}`);
    }
  }
  return fresh;
}
