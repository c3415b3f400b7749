import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import type { TableSpec } from '#infra/local/assembly/plan.ts';
import type { DynamoDb } from '#infra/local/emulators/dynamodb.ts';
import type { Want } from '#infra/local/iam/access.ts';
import { type Attributes, writesIn } from './writes.ts';

/**
 * The engine answers some milliseconds before it has stored its answer, which DynamoDB never does. So before a kill,
 * its answers are held back for this time.
 */
const storedWithinMs = 100;

export type DatabaseControl = ReturnType<typeof databaseControl>;

export function databaseControl(
  engine: Pick<DynamoDb, 'stop' | 'kill' | 'restart'>,
  faults: Pick<DatabaseFaults, 'present' | 'behave'>,
) {
  return {
    present: faults.present,
    async behave(fault: DatabaseFault) {
      const wasStopped = ['stopped', 'killed'].includes(faults.present().mode);
      faults.behave(fault);
      if (fault.mode === 'killed') {
        await wait(storedWithinMs);
        await engine.kill();
      } else if (fault.mode === 'stopped') await engine.stop();
      else if (wasStopped) await engine.restart();
    },
  };
}

/** A call of the table that its caller may make, with the rights that it needs: one for each part of a transaction. */
export interface TableCall {
  readonly operation: string;
  readonly input: unknown;
  readonly wants: readonly Want[];
}

export interface TableReply {
  readonly status: number;
  readonly body: string;
}

export type Ask = (operation: string, input: unknown) => Promise<TableReply>;

type IndexedTable = Pick<TableSpec, 'name' | 'KeySchema' | 'GlobalSecondaryIndexes'>;

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
function lateIndexes(tableNamed: (name: string) => IndexedTable, milliseconds: number, now: () => number) {
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

/**
 * Modes of the database. `killed` ends it in the middle of its calls. `conflicts` cancels writes, as a transaction on
 * the same item does. `inProgress` refuses transactions, as one with the same token does. `throttled` refuses calls, as
 * a partition at its limit does. `lateIndexes` shows an index as it was some time ago.
 */
export const databaseModes = [
  'running',
  'stopped',
  'killed',
  'conflicts',
  'inProgress',
  'throttled',
  'lateIndexes',
] as const;

const aShare = z.coerce.number().check(z.minimum(0), z.maximum(1));
const aTime = z.coerce.number().check(z.minimum(0), z.maximum(600_000));

export const DatabaseFault = z.object({
  mode: z.enum(databaseModes),
  share: z._default(aShare, 1),
  /** It strikes only calls that name a partition key which begins with this. */
  partition: z._default(z.string(), ''),
  milliseconds: z._default(aTime, 1000),
});
export type DatabaseFault = z.infer<typeof DatabaseFault>;

export type DatabaseFaults = ReturnType<typeof openDatabaseFaults>;

export function openDatabaseFaults(
  tableNamed: (name: string) => IndexedTable,
  { random = Math.random, now = Date.now }: { random?: () => number; now?: () => number } = {},
) {
  let fault: DatabaseFault = DatabaseFault.parse({ mode: 'running' });
  let late = lateIndexes(tableNamed, 0, now);

  return {
    present: () => fault,
    behave(next: DatabaseFault) {
      fault = next;
      late = lateIndexes(tableNamed, next.milliseconds, now);
    },
    /** The answer that a call gets in place of the engine's own; undefined lets it pass. */
    async meet(call: TableCall, ask: Ask) {
      const { mode, share, partition } = fault;
      if (mode === 'running' || mode === 'stopped' || mode === 'killed') return undefined;
      const struck = call.wants.map((want) => isOf(partition, keysOf(want)));
      if (!struck.includes(true)) return undefined;
      if (mode === 'lateIndexes') return late(call, ask);
      return random() < share ? refusals[mode](call.operation, struck) : undefined;
    },
  };
}

const keysOf = ({ known }: Want): readonly string[] => [known?.['dynamodb:LeadingKeys'] ?? []].flat();
const isOf = (partition: string, keys: readonly string[]) =>
  partition === '' || keys.some((key) => key.startsWith(partition));

/** The refusals of an existing table. `struck` marks for each part of a transaction whether it is the reason. */
const refusals: Readonly<
  Record<
    'conflicts' | 'inProgress' | 'throttled',
    (operation: string, struck: readonly boolean[]) => TableReply | undefined
  >
> = {
  conflicts(operation, struck) {
    if (operation.startsWith('Transact')) return cancelled(struck, 'TransactionConflict', ongoing);
    return singleWrites.has(operation) ? refused('TransactionConflictException', ongoing) : undefined;
  },
  inProgress: (operation) =>
    operation === 'TransactWriteItems' ? refused('TransactionInProgressException', sameToken) : undefined,
  throttled: (operation, struck) =>
    operation.startsWith('Transact')
      ? cancelled(struck, 'ThrottlingError', tooMuch)
      : refused('ThrottlingException', tooMuch),
};

const singleWrites = new Set(['PutItem', 'UpdateItem', 'DeleteItem']);
const ongoing = 'Transaction is ongoing for the item';
const sameToken = 'The transaction with the given request token is already in progress.';
const tooMuch =
  'Throughput exceeds the current capacity of your table or index. DynamoDB is automatically scaling your table or index so please try again shortly.';

function cancelled(struck: readonly boolean[], Code: string, Message: string): TableReply {
  const CancellationReasons = struck.map((isReason) => (isReason ? { Code, Message } : { Code: 'None' }));
  const codes = CancellationReasons.map((reason) => reason.Code).join(', ');
  const text = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return refused('TransactionCanceledException', text, { CancellationReasons });
}

const refused = (code: string, Message: string, more: object = {}): TableReply => ({
  status: 400,
  body: JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${code}`, Message, ...more }),
});
