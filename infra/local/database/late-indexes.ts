import type { TableSpec } from '../assembly/plan.ts';
import type { Ask, TableCall, TableReply } from './call.ts';
import { type Attributes, writesIn } from './writes.ts';

export type IndexedTable = Pick<TableSpec, 'name' | 'KeySchema' | 'GlobalSecondaryIndexes'>;

interface Query {
  readonly TableName: string;
  readonly IndexName?: string;
  readonly Select?: string;
  readonly ProjectionExpression?: string;
}
interface Found {
  readonly Items?: readonly Attributes[];
  readonly Count?: number;
}

interface Before {
  readonly until: number;
  readonly item: Attributes | undefined;
}

/**
 * Lets queries of an index see each item as it was some milliseconds ago: absent, or in its former version. Items that
 * have left the queried part of the index are not shown again.
 */
export function lateIndexes(tableNamed: (name: string) => IndexedTable, milliseconds: number, now: () => number) {
  const befores = new Map<string, readonly Before[]>();

  const remember = async (call: TableCall, ask: Ask) => {
    for (const { tableName, item } of writesIn(call.operation, call.input)) {
      const table = tableNamed(tableName);
      const Key = Object.fromEntries(keyNamesOf(table).map((name) => [name, item[name] ?? {}]));
      const { body } = await ask('GetItem', { TableName: tableName, Key, ConsistentRead: true });
      const { Item } = JSON.parse(body) as { Item?: Attributes };
      const id = idOf(table, item);
      befores.set(id, [...(befores.get(id) ?? []), { until: now() + milliseconds, item: Item }]);
    }
  };

  const shown = (table: IndexedTable, query: Query, item: Attributes): readonly Attributes[] => {
    const id = idOf(table, item);
    const [before, ...others] = (befores.get(id) ?? []).filter(({ until }) => until > now());
    befores.set(id, before ? [before, ...others] : []);
    if (!before) return [item];
    const index = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === query.IndexName);
    const partition = index?.KeySchema.find(({ KeyType }) => KeyType === 'HASH')?.AttributeName ?? '';
    if (JSON.stringify(before.item?.[partition]) !== JSON.stringify(item[partition])) return [];
    const names =
      query.ProjectionExpression || index?.Projection.ProjectionType !== 'ALL'
        ? Object.keys(item)
        : Object.keys(before.item ?? {});
    return [Object.fromEntries(Object.entries(before.item ?? {}).filter(([name]) => names.includes(name)))];
  };

  return async (call: TableCall, ask: Ask): Promise<TableReply | undefined> => {
    await remember(call, ask);
    const query = call.input as Query;
    if (call.operation !== 'Query' || query.IndexName === undefined) return undefined;
    const { Select, ...whole } = query;
    const reply = await ask('Query', Select === 'COUNT' ? whole : query);
    if (reply.status !== 200) return reply;
    const found = JSON.parse(reply.body) as Found;
    const Items = (found.Items ?? []).flatMap((item) => shown(tableNamed(query.TableName), query, item));
    const body = { ...found, Count: Items.length, Items: Select === 'COUNT' ? undefined : Items };
    return { status: 200, body: JSON.stringify(body) };
  };
}

const keyNamesOf = ({ KeySchema }: IndexedTable) => KeySchema.map(({ AttributeName }) => AttributeName);

const idOf = (table: IndexedTable, item: Attributes): string =>
  JSON.stringify([table.name, ...keyNamesOf(table).map((name) => item[name])]);
