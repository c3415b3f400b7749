import type { QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Condition, Item, Table } from '../table.ts';
import { decodeCursor, encodeCursor, unknownPage } from './cursor.ts';

export interface List {
  readonly index?: 'gs1' | 'gs2' | 'gs3';
  readonly partition: string;
  /** Which sort keys belong to the list; by default the whole partition. */
  readonly sort?:
    | { readonly beginsWith: string }
    | { readonly from: string }
    | { readonly before: string }
    | { readonly between: readonly [first: string, last: string] };
}

/** DynamoDB's own position: the keys of the last item read. */
type Position = Record<string, unknown>;

const operators = {
  beginsWith: (key: string) => `begins_with(${key}, :sort)`,
  from: (key: string) => `${key} >= :sort`,
  before: (key: string) => `${key} < :sort`,
  between: (key: string) => `${key} BETWEEN :sort AND :last`,
} as const;

const keysOf = ({ index }: List) =>
  index ? { partition: `${index}pk`, sort: `${index}sk` } : { partition: 'pk', sort: 'sk' };

export function queryOf(list: List) {
  const keys = keysOf(list);
  const [[operator, bound] = []] = Object.entries(list.sort ?? {}) as [
    keyof typeof operators,
    string | readonly [string, string],
  ][];
  const bounds = typeof bound === 'string' ? { ':sort': bound } : bound && { ':sort': bound[0], ':last': bound[1] };
  return {
    ...(list.index ? { IndexName: list.index } : {}),
    KeyConditionExpression: `${keys.partition} = :list${operator ? ` AND ${operators[operator](keys.sort)}` : ''}`,
    ExpressionAttributeValues: { ':list': list.partition, ...bounds },
  } satisfies Partial<QueryCommandInput>;
}

/** The query answers only items that meet the condition. */
export const where = <Query extends Pick<QueryCommandInput, 'ExpressionAttributeValues'>>(
  query: Query,
  { expression, names, values }: Condition,
) => ({
  ...query,
  FilterExpression: expression,
  ...(names && Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
  ExpressionAttributeValues: { ...query.ExpressionAttributeValues, ...values },
});

/**
 * Where the list continues, by a cursor that the list itself issued. A cursor of another list or member is INVALID, so
 * a caller cannot read elsewhere or pass DynamoDB a key that it refuses. If the range has moved past the position (a
 * day has passed), it is read from its beginning.
 */
export function positionIn(list: List, cursor: string | undefined): Position | undefined {
  const keys = keysOf(list);
  const position = decodeCursor(cursor, list.index ? [keys.partition, keys.sort, 'pk', 'sk'] : ['pk', 'sk']);
  if (!position) return undefined;
  if (position[keys.partition] !== list.partition) throw unknownPage();
  const at = position[keys.sort] ?? '';
  const { sort } = list;
  if (sort && 'beginsWith' in sort && !at.startsWith(sort.beginsWith)) throw unknownPage();
  const isOutside =
    sort &&
    (('from' in sort && at < sort.from) ||
      ('before' in sort && at >= sort.before) ||
      ('between' in sort && (at < sort.between[0] || at > sort.between[1])));
  return isOutside ? undefined : position;
}

/** One page of a list, ascending unless `isNewestFirst`, and the cursor of the next one. */
export async function pageIn(
  table: Table,
  list: List,
  { size, cursor, isNewestFirst = false }: { size: number; cursor: string | undefined; isNewestFirst?: boolean },
): Promise<{ items: Item[]; next?: string }> {
  const page = await table.query({
    ...queryOf(list),
    ScanIndexForward: !isNewestFirst,
    Limit: size,
    ExclusiveStartKey: positionIn(list, cursor),
  });
  return { items: page.items, ...encodeCursor(page.last) };
}

/** Maximum pages read for one page of the answer, when a filter removes much. */
const mostTurns = 5;

/** Reads a list until `keeps` has selected `size` of it; more of the last page may follow. */
export async function keptIn<T>(
  table: Table,
  list: List,
  { parse, keeps, ...range }: Parameters<typeof pageIn>[2] & { parse: (item: Item) => T; keeps: (one: T) => boolean },
): Promise<{ items: T[]; next?: string }> {
  const kept: T[] = [];
  let { cursor } = range;
  for (let turns = 1; ; turns++) {
    const { items, ...rest } = await pageIn(table, list, { ...range, cursor });
    kept.push(...items.map(parse).filter(keeps));
    if (kept.length >= range.size || !rest.next || turns === mostTurns) return { items: kept, ...rest };
    cursor = rest.next;
  }
}
