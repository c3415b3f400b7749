import { DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { inject } from 'vitest';
import type { Item, Table } from '#functions/platform/table.ts';
import { createTable, newAccessKey, newTableName } from './create-table.ts';
import { type MemoryEngine, memoryEngine } from './memory/engine.ts';

export interface FreshTable {
  readonly name: string;
  readonly client: DynamoDBClient;
  readonly documents: DynamoDBDocumentClient;
  /** Removes the table before its file ends: a test that needs many one after the other keeps its database small. */
  readonly drop: () => Promise<void>;
}

/**
 * The database of the test file that runs: in a shared one files would wait for each other. One for each table would
 * cost more: the engine looks at each database several times a second, until the end of the run.
 */
let ownAccessKey = newAccessKey();

/** The access key with which a test's table is found. */
export const accessKeyOf = (tableName: string): string => tableName.split('.')[0] ?? '';

const made = new Set<FreshTable>();

let isOnDynamoDb = false;

/**
 * The test, or its preparation, with its tables on DynamoDB Local, because it asks what AWS's own engine alone knows:
 * units, streams, times. Others are in memory, except by night (`npm run prove -- data`).
 */
export const onDynamoDb =
  <Given extends unknown[], Result>(run: (...given: Given) => Promise<Result>) =>
  async (...given: Given): Promise<Result> => {
    isOnDynamoDb = true;
    return run(...given).finally(() => (isOnDynamoDb = false));
  };

const memories = new Map<string, MemoryEngine>();

/** The table in memory of this name, if it is there. */
export const memoryOf = (tableName: string): MemoryEngine | undefined => memories.get(tableName);

/**
 * Removes the tables of a test file at its end; the next one has another database. The engine checks every table
 * several times a second, even after its tests. At the end of a run of all files that takes a fifth of a core.
 */
export async function dropTables(): Promise<void> {
  for (const { drop } of made) await drop();
  memories.clear();
  ownAccessKey = newAccessKey();
}

interface TableOptions {
  /** A test that makes worlds by the hundred gives each one of its own. */
  readonly accessKeyId?: string | undefined;
  /**
   * Only for tests that read it. At each write the engine goes through the records of all older streams in its
   * database, even deleted ones. A put takes 2 ms without a stream, 25 behind 24,000 records.
   */
  readonly hasStream?: boolean | undefined;
}

/** A new, empty table with the product's keys and indexes, for one test alone; it is gone after its file. */
export async function freshTable({
  accessKeyId = ownAccessKey,
  hasStream = false,
}: TableOptions = {}): Promise<FreshTable> {
  const name = newTableName(accessKeyId);
  if (inject('dataEngine') === 'memory' && !isOnDynamoDb) return tableInMemory(name);
  const client = new DynamoDBClient({
    endpoint: inject('dynamoDbEndpoint'),
    region: 'eu-west-3',
    credentials: { accessKeyId, secretAccessKey: 'local' },
  });
  await createTable(client, name, { hasStream });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  const fresh: FreshTable = {
    name,
    client,
    documents,
    drop: async () => {
      made.delete(fresh);
      await client.send(new DeleteTableCommand({ TableName: name }));
      client.destroy();
    },
  };
  made.add(fresh);
  return fresh;
}

/** A table in memory. */
export function tableInMemory(name = newTableName()): FreshTable {
  const engine = memoryEngine(name);
  memories.set(name, engine);
  const { client } = engine;
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  return { name, client, documents, drop: async () => void memories.delete(name) };
}

/** Every item of a table. */
export async function itemsIn({ name, documents }: Pick<Table, 'name' | 'documents'>): Promise<Item[]> {
  const found: Item[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await documents.send(new ScanCommand({ TableName: name, ConsistentRead: true, ExclusiveStartKey }));
    found.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return found;
}
